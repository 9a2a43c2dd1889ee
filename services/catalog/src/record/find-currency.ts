import { type Request, refuse } from "@slipway/broker";
import { setTimeout as pause } from "node:timers/promises";
import { currencyLookMs } from "../constants.ts";
import type { RecordDeps } from "./deps.ts";
import { type CurrencyMark, isStale } from "./tenant.ts";

/** The currency of a tenant as it is answered now. Refuses NOT_FOUND. */
export async function findCurrency(deps: RecordDeps, tenantId: string): Promise<string> {
  const tenant = await deps.tenants.require(tenantId, tenantId);
  return tenant.defaultCurrency;
}

/**
 * The currency once nobody is changing it. A mark left behind by a process that died is taken away:
 * its owner, should it wake up, finds it gone and changes nothing. Refuses SERVICE_UNAVAILABLE when that takes too long.
 */
export async function waitForCurrency(deps: RecordDeps, request: Request): Promise<string> {
  const { tenantId } = request.caller;
  for (;;) {
    const tenant = await deps.tenants.require(tenantId, tenantId);
    if (!tenant.changing) return tenant.defaultCurrency;
    if (Date.now() > request.deadline) throw refuse("SERVICE_UNAVAILABLE");
    if (isStale(tenant.changing, deps.clock()))
      await reopenCurrency(deps, tenantId, tenant.changing);
    else await pause(currencyLookMs);
  }
}

/** Takes a mark away, if it is still this one. */
export async function reopenCurrency(
  deps: RecordDeps,
  tenantId: string,
  mark: CurrencyMark,
): Promise<void> {
  await deps.tenants.change(tenantId, tenantId, deps.clock(), (tenant) =>
    tenant.changing?.attempt === mark.attempt ? { set: { changing: null }, unseen: true } : null,
  );
}
