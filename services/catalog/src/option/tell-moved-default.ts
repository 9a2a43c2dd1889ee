import type { Caller } from "@slipway/contracts";
import { type OutboxEvent, eventOf } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { optionRecord } from "./option.ts";
import type { ProductDocument } from "../product/product-store.ts";

/**
 * What a moved default tells: an entry for the option that loses it and one for the option that
 * gets it, of those that are there.
 */
export async function tellMovedDefault(
  deps: Deps,
  caller: Caller,
  { before, after, at }: { before: ProductDocument; after: ProductDocument; at: Date },
): Promise<OutboxEvent[]> {
  const ids = [before.defaultOptionId, after.defaultOptionId].filter((id) => id !== null);
  if (before.defaultOptionId === after.defaultOptionId) return [];
  const options = await deps.options.listHeads(caller.tenantId, ids);
  return options.map((option) =>
    eventOf(caller, at.getTime(), {
      entityType: "option",
      entityId: option._id,
      verb: "update",
      before: optionRecord(option, before),
      after: optionRecord(option, after),
    }),
  );
}
