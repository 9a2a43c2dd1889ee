import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import type { RecordDeps } from "../record/deps.ts";
import { findCurrency, waitForCurrency } from "../record/find-currency.ts";
import { findListing, findOption, refuseBelowArchived } from "../record/find-option.ts";

type Charges = OutputOf<typeof catalog.setCharges>;

/**
 * Replaces the taxes and fees of an option by one write; a repeat changes nothing. Refuses NOT_FOUND. Unless it clears them,
 * it refuses ARCHIVED, and VERSION_CONFLICT when the currency has changed since the request came (see `setPricingPeriods`).
 */
export async function setCharges(
  deps: RecordDeps,
  request: Request,
  { id, charges }: InputOf<typeof catalog.setCharges>,
): Promise<Charges> {
  const { tenantId } = request.caller;
  const currency = await findCurrency(deps, tenantId);
  await deps.options.change(tenantId, id, deps.clock(), async (found, at) => {
    const product = await findListing(deps, tenantId, found);
    if (charges.length > 0) {
      await refuseBelowArchived(deps, tenantId, product);
      if ((await waitForCurrency(deps, request)) !== currency) throw refuse("VERSION_CONFLICT");
    }
    const before = found.charges ?? [];
    if (JSON.stringify(before) === JSON.stringify(charges)) return null;
    const set = { charges, priced: found.pricingPeriods.length + charges.length > 0 };
    const event = eventOf(request.caller, at.getTime(), {
      type: "option.charged",
      entityId: id,
      before: { charges: before },
      after: { charges },
    });
    return { set, event };
  });
  await invalidateCaches(deps.broker, request, [id]);
  return { charges };
}

/** The taxes and fees of an option, in the order of the PUT. Refuses NOT_FOUND. */
export async function getCharges(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.getCharges>,
): Promise<Charges> {
  const { option } = await findOption(deps, request.caller.tenantId, id);
  return { charges: [...(option.charges ?? [])] };
}
