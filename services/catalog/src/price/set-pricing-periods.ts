import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { findListing, findOption, refuseBelowArchived } from "../record/find-option.ts";
import { checkSize } from "../record/check-size.ts";
import { findCurrency, waitForCurrency } from "../record/find-currency.ts";
import type { OptionDocument } from "../record/schema.ts";
import { type PricingPeriod, isSameAs, periodRecord } from "../record/pricing-period.ts";

type SetPricingPeriodsInput = InputOf<typeof catalog.setPricingPeriods>;
type Periods = OutputOf<typeof catalog.setPricingPeriods>;

/**
 * Replaces all pricing periods of an option, and its pricingPer, by one write; a repeat changes nothing. Refuses
 * NOT_FOUND and UNKNOWN_UNIT. Unless it clears them, it refuses ARCHIVED below something archived, and VERSION_CONFLICT
 * when the tenant's currency has changed since the request came. Its amounts were meant in the earlier currency.
 *
 * The option's revision decides races with an archive and with a change of the currency. This reads the product, the
 * supplier and the tenant after the option. The other request marks its own document first, then raises the option's
 * revision, then looks for prices (see `setCurrency`). So either this write loses and looks again, or the look finds
 * its prices.
 */
export async function setPricingPeriods(
  deps: RecordDeps,
  request: Request,
  { id, pricingPer, periods }: SetPricingPeriodsInput,
): Promise<Periods> {
  const { tenantId } = request.caller;
  const currency = await findCurrency(deps, tenantId);
  const option = await deps.options.change(tenantId, id, deps.clock(), async (found, at) => {
    const product = await findListing(deps, tenantId, found);
    refuseUnknownUnits(found, periods);
    if (periods.length > 0) {
      await refuseBelowArchived(deps, tenantId, product);
      if ((await waitForCurrency(deps, request)) !== currency) throw refuse("VERSION_CONFLICT");
    }
    if (found.pricingPer === pricingPer && isSameAs(found.pricingPeriods, periods)) return null;
    const pricingPeriods = periods.map(
      (period): PricingPeriod => ({
        ...period,
        id: newId("prp", at.getTime()),
        createdAt: at,
        updatedAt: at,
      }),
    );
    const set = {
      pricingPer,
      pricingPeriods,
      priced: periods.length + (found.charges?.length ?? 0) > 0,
    };
    checkSize({ ...found, ...set });
    const event = eventOf(request.caller, at.getTime(), {
      type: "option.repriced",
      entityId: id,
      before: pricesOf(found),
      after: pricesOf({ ...found, ...set }),
    });
    return { set, event };
  });
  await invalidateCaches(deps.broker, request, [id]);
  return recordsOf(option);
}

/** The pricing periods of an option, in the order of the PUT. Refuses NOT_FOUND. */
export async function listPricingPeriods(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.listPricingPeriods>,
): Promise<Periods> {
  const { option } = await findOption(deps, request.caller.tenantId, id);
  return recordsOf(option);
}

/** An archived unit is still one of the option's: what GET answers can be PUT again. */
function refuseUnknownUnits(
  { units }: OptionDocument,
  periods: SetPricingPeriodsInput["periods"],
): void {
  const known = new Set(units.map(({ id }) => id));
  const named = periods.flatMap(({ retailPrices }) => Object.keys(retailPrices));
  if (named.some((unitId) => !known.has(unitId))) throw refuse("UNKNOWN_UNIT");
}

function pricesOf(option: OptionDocument) {
  return { pricingPer: option.pricingPer, pricingPeriods: recordsOf(option) };
}

function recordsOf(option: OptionDocument): Periods {
  return option.pricingPeriods.map((period) => periodRecord(period, option));
}
