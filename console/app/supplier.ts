/** Whose work is shown: the supplier that the address names, else the last one of this browser, else the first. */
import type { Supplier } from "@slipway/client";
import { useQuery } from "@tanstack/react-query";
import { createContext, use, useEffect } from "react";
import { ask, may } from "../page/session.ts";
import { useChoice } from "./address.ts";

/** Key of the viewer's last choice in this browser. */
const kept = "slipway-supplier";

export const ShownSupplier = createContext<Supplier | undefined>(undefined);

/** For the pages of a supplier, which are drawn only where there is one. */
export function useSupplier(): Supplier {
  const supplier = use(ShownSupplier);
  if (!supplier) throw new Error("a page of a supplier has none");
  return supplier;
}

/** For the frame alone. */
export function useSuppliers() {
  const { data, error, refetch } = useQuery({
    queryKey: ["suppliers"],
    queryFn: ({ signal }) => ask((slipway) => slipway.suppliers.list(), signal),
    enabled: may("suppliers:read"),
  });
  const [named, choose] = useChoice("supplier");
  const wanted = named ?? localStorage.getItem(kept);
  const supplier = data?.find(({ id }) => id === wanted) ?? data?.[0];
  const id = supplier?.id;
  useEffect(() => {
    if (id === undefined) return;
    localStorage.setItem(kept, id);
    // A shared link shows the same supplier to others.
    if (data && data.length > 1 && named !== id) choose(id);
  });
  return { supplier, suppliers: data, error, again: refetch, choose };
}
