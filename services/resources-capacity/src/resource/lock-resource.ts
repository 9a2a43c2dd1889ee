import { type Request, refuse } from "@slipway/broker";
import { newId } from "@slipway/store";
import { addressNamed } from "../ledger/day.ts";
import type { ResourceDeps } from "./deps.ts";
import { type Resizing, type Resource, isStale, refusalOfLock } from "../ledger/resource.ts";
import { lockAttemptsMax } from "../constants.ts";

/** Locks a resource for one resize or deletion: from now on claims must fit the new numbers, too. A stale lock goes. */
export async function lockResource(
  deps: ResourceDeps,
  request: Request,
  wanted: { id: string; numbersOf: (resource: Resource) => Omit<Resizing, "attempt" | "since"> },
): Promise<Resource & { resizing: Resizing }> {
  for (let attempt = 0; attempt < lockAttemptsMax; attempt++) {
    const resource = await deps.resources.getToChange(request.caller.tenantId, wanted.id);
    if (!resource) throw refuse("NOT_FOUND");
    const now = deps.clock();
    if (resource.resizing && isStale(resource.resizing, now)) {
      await deps.resources.save(resource, { unlock: true });
      continue;
    }
    const numbers = wanted.numbersOf(resource);
    const refusal = refusalOfLock(resource, numbers.isDeletion);
    if (refusal && !(await deps.resources.confirmUnchanged(resource))) continue;
    if (refusal) throw refuse(refusal);
    const resizing = { ...numbers, attempt: newId("rsz", now), since: new Date(now) };
    const locked = await deps.resources.save(resource, { set: { resizing } });
    if (!locked) continue;
    await openLost(deps, resource);
    return { ...locked, resizing };
  }
  throw refuse("VERSION_CONFLICT");
}

/** Makes the supplier's lost ledgers again: what they count is reserved, though no list of ledgers has them. */
async function openLost(deps: ResourceDeps, { tenantId, supplierId }: Resource): Promise<void> {
  const startMinute = (await deps.days.getStartMinute(tenantId, supplierId)) ?? 0;
  const claimed = await deps.claims.listLedgers(supplierId);
  const present = await deps.ledgers.readVersions(tenantId, claimed);
  for (const id of claimed) {
    const address = addressNamed({ tenantId, supplierId, startMinute }, id);
    if (address && !present.has(id)) await deps.ledgers.read(address, deps.clock());
  }
}

/** Removes the attempt's own lock. Does nothing if another process removed it as stale. */
export async function unlockResource(
  deps: ResourceDeps,
  { tenantId, id, resizing }: Resource & { resizing: Resizing },
): Promise<void> {
  for (;;) {
    const resource = await deps.resources.getToChange(tenantId, id);
    // mark: own-lock
    if (resource?.resizing?.attempt !== resizing.attempt) return;
    if (await deps.resources.save(resource, { unlock: true })) return;
  }
}
