/** A screen about one supplier: the one that the address names, else the first. */
import type { ComponentChildren } from "preact";
import type { Supplier } from "@slipway/client";
import { go, hrefOf, query } from "../router.ts";
import { texts } from "../texts/texts.ts";
import { useLoad } from "../use-load.ts";
import { Choice } from "./choice.tsx";
import { IfLoaded } from "./loaded.tsx";

interface Given {
  /** The heading of a screen that has another one when the supplier is known. */
  readonly title?: string;
  readonly children: (supplier: Supplier, suppliers: readonly Supplier[]) => ComponentChildren;
}

export function OfSupplier({ title, children }: Given) {
  const loaded = useLoad("suppliers", (slipway) => slipway.suppliers.list());
  const { data } = loaded;
  const chosen = query.value.get("supplier");
  const supplier = data?.find(({ id }) => id === chosen) ?? data?.[0];
  if (data && supplier) return <>{children(supplier, data)}</>;
  return (
    <>
      {title && <h1>{title}</h1>}
      <IfLoaded loaded={loaded}>{() => <p class="minor">{texts.day.noSupplier}</p>}</IfLoaded>
    </>
  );
}

interface ScreenGiven {
  /** Its address below /console. */
  readonly path: string;
  /** Drawn anew for another supplier. */
  readonly children: (supplier: Supplier) => ComponentChildren;
}

/** A whole screen below its heading: the choice of the supplier, and what is shown of that one. */
export function SupplierScreen({ path, children }: ScreenGiven) {
  return (
    <OfSupplier>
      {(supplier, suppliers) => (
        <div key={supplier.id}>
          <p class="controls">
            <WhichSupplier
              supplier={supplier}
              suppliers={suppliers}
              hrefFor={(id) => hrefOf(path, { supplier: id })}
              replace
            />
          </p>
          {children(supplier)}
        </div>
      )}
    </OfSupplier>
  );
}

interface WhichGiven {
  readonly supplier: Supplier;
  readonly suppliers: readonly Supplier[];
  readonly hrefFor: (supplierId: string) => string;
  /** No step to go back to is left. */
  readonly replace?: boolean;
}

/** Nothing where there is but one. */
export function WhichSupplier({ supplier, suppliers, hrefFor, replace }: WhichGiven) {
  if (suppliers.length < 2) return null;
  return (
    <Choice
      label={texts.parts.supplier}
      value={supplier.id}
      choices={suppliers}
      choose={(id) => go(hrefFor(id), { replace })}
    />
  );
}
