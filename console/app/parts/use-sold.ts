/** Reads what the shown supplier sells, by a key that every page of it shares. */
import type { Operations } from "@slipway/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { forgetCatalog } from "../../page/read-catalog.ts";
import { ask } from "../../page/session.ts";
import { useSupplier } from "../supplier.ts";

export function useSold<Data>(
  key: readonly unknown[],
  load: (slipway: Operations) => Promise<Data>,
  isEnabled = true,
) {
  const { id } = useSupplier();
  return useQuery({
    queryKey: ["sold", id, ...key],
    queryFn: ({ signal }) => ask(load, signal),
    enabled: isEnabled,
  });
}

/** Called after a change: all that is shown of what is sold is read anew. */
export function useSoldChanged(): () => void {
  const { id } = useSupplier();
  const queries = useQueryClient();
  return () => {
    forgetCatalog(id);
    void queries.invalidateQueries({ queryKey: ["sold", id] });
    void queries.invalidateQueries({ queryKey: ["day"] });
  };
}
