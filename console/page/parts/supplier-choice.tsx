/** All suppliers, or one of them. */
import { may } from "../session.ts";
import { texts } from "../texts/texts.ts";
import { useLoad } from "../use-load.ts";
import { Choice } from "./choice.tsx";

interface Given {
  /** Null: all. */
  readonly supplierId: string | null;
  /** The name of null; "All suppliers" unless given. */
  readonly all?: string;
  readonly choose: (supplierId: string | null) => void;
}

/** Left out for users who may not read suppliers. */
export function SupplierChoice({ supplierId, all, choose }: Given) {
  const { data } = useLoad(may("suppliers:read") ? "suppliers" : undefined, ({ suppliers }) =>
    suppliers.list(),
  );
  const words = texts.parts;
  if (!data) return null;
  return (
    <p>
      <Choice
        label={words.supplier}
        value={supplierId ?? ""}
        choices={[{ id: "", name: all ?? words.allSuppliers }, ...data]}
        choose={(id) => choose(id || null)}
      />
    </p>
  );
}
