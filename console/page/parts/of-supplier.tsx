/** A screen about one supplier: the one that the address names, else the first. */
import type { ComponentChildren } from "preact";
import type { Supplier } from "@slipway/client";
import { query } from "../router.ts";
import { texts } from "../texts/texts.ts";
import { useLoad } from "../use-load.ts";
import { ProblemNote } from "./problem-note.tsx";

interface Given {
  /** What stands above until the supplier is known. */
  readonly title: string;
  readonly children: (supplier: Supplier, suppliers: readonly Supplier[]) => ComponentChildren;
}

export function OfSupplier({ title, children }: Given) {
  const { data, error, reload } = useLoad("suppliers", (slipway) => slipway.suppliers.list());
  const chosen = query.value.get("supplier");
  const supplier = data?.find(({ id }) => id === chosen) ?? data?.[0];
  if (data && supplier) return <>{children(supplier, data)}</>;
  const words = texts.value;
  return (
    <>
      <h1>{title}</h1>
      {error === undefined ? (
        <p class="empty">{data ? words.day.noSupplier : words.app.loading}</p>
      ) : (
        <ProblemNote error={error} again={reload} />
      )}
    </>
  );
}
