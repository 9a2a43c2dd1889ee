import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import type { TenantDocument } from "../record/schema.ts";
import { reopenCurrency, waitForCurrency } from "../record/find-currency.ts";
import { type CurrencyMark, currencyRecord } from "../record/tenant.ts";

/**
 * Changes the tenant's currency; to the current one it changes nothing. Refuses NOT_FOUND, and
 * CURRENCY_IN_USE while any pricing period exists.
 *
 * A PUT of prices in parallel and this never both succeed. In order: (1) the mark on the tenant;
 * (2) the revisions of all options are raised; (3) the look for prices; (4) the change. The PUT
 * reads its option, then the tenant, then writes its prices, filtered by the option's revision.
 * If it read the tenant before (1), it read the option before (2): its write has happened before
 * (2), and (3) finds it, or it loses. If it read the tenant after (1), it waited for (4) and then
 * refuses, because the currency is not the one it began with.
 */
export async function setCurrency(
  deps: RecordDeps,
  request: Request,
  { defaultCurrency }: InputOf<typeof catalog.setCurrency>,
): Promise<OutputOf<typeof catalog.setCurrency>> {
  const { tenantId } = request.caller;
  const mark = { attempt: newId("cur", deps.clock()), since: new Date(deps.clock()) };
  const marked = await markChanging(deps, request, { mark, defaultCurrency });
  if (marked.changing?.attempt !== mark.attempt) {
    // The process that changed it may have crashed before it invalidated.
    await invalidateCaches(deps.broker, request, [tenantId]);
    return currencyRecord(marked);
  }
  try {
    await deps.options.bumpVersions(tenantId);
    if (await deps.options.hasPriced(tenantId)) throw refuse("CURRENCY_IN_USE");
    const changed = await change(deps, request, { mark, defaultCurrency });
    await invalidateCaches(deps.broker, request, [tenantId]);
    return currencyRecord(changed);
  } catch (error) {
    // After an outage the change may stand: then there is no mark to take away.
    await reopenCurrency(deps, tenantId, mark).catch(() => undefined);
    throw error;
  }
}

/** The tenant with our mark; without it when the currency already is the one asked for. */
async function markChanging(
  deps: RecordDeps,
  request: Request,
  { mark, defaultCurrency }: { mark: CurrencyMark; defaultCurrency: string },
): Promise<TenantDocument> {
  const { tenantId } = request.caller;
  for (;;) {
    await waitForCurrency(deps, request);
    const tenant = await deps.tenants.change(tenantId, tenantId, deps.clock(), (current) => {
      if (current.changing || current.defaultCurrency === defaultCurrency) return null;
      return { set: { changing: mark }, unseen: true };
    });
    const isOurs = tenant.changing?.attempt === mark.attempt;
    if (isOurs || tenant.defaultCurrency === defaultCurrency) return tenant;
  }
}

/** Only the mark that still stands changes the currency: one that was taken away was looked past. */
function change(
  deps: RecordDeps,
  request: Request,
  { mark, defaultCurrency }: { mark: CurrencyMark; defaultCurrency: string },
): Promise<TenantDocument> {
  const { tenantId } = request.caller;
  return deps.tenants.change(tenantId, tenantId, deps.clock(), (tenant, at) => {
    if (tenant.changing?.attempt !== mark.attempt) throw refuse("VERSION_CONFLICT");
    const event = eventOf(request.caller, at.getTime(), {
      type: "tenant.updated",
      entityId: tenantId,
      before: { id: tenantId, defaultCurrency: tenant.defaultCurrency },
      after: { id: tenantId, defaultCurrency },
    });
    return { set: { defaultCurrency, changing: null }, event };
  });
}
