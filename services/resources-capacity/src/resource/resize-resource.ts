import { type Request, refuse } from "@slipway/broker";
import { eventOf } from "@slipway/events";
import { isUnchanged, laterThan, requireUnchanged } from "@slipway/store";
import type { LedgerAddress } from "../ledger/day.ts";
import { fitsNumbers } from "../ledger/fit-check.ts";
import type { ResourceDeps } from "./deps.ts";
import { lockResource, unlockResource } from "./lock-resource.ts";
import { type Resizing, type Resource, resourceRecord } from "../ledger/resource.ts";
import type { ResourceChange } from "../ledger/resource-store.ts";
import { resizedAtOnce } from "../constants.ts";

type Locked = Resource & { resizing: Resizing };

interface Resize {
  readonly resource: Resource;
  readonly set: ResourceChange;
  /** The version that the client has read; undefined: any. */
  readonly expectedUpdatedAt: string | undefined;
}

/**
 * Changes a resource's numbers and the request's other fields: locks the
 * resource, checks every open ledger and bumps its version, then sets the numbers or unlocks. After
 * success no claim is decided on the old numbers; after a refusal nothing has changed. Refuses
 * INVALID_STATE beside another resize, CAPACITY_BELOW_RESERVED, and SERVICE_UNAVAILABLE if another
 * process removed the lock as stale.
 */
export async function resizeResource(
  deps: ResourceDeps,
  request: Request,
  { resource: { id }, set, expectedUpdatedAt }: Resize,
): Promise<Resource> {
  const locked = await lockResource(deps, request, {
    id,
    numbersOf: (resource) => ({
      quantity: set.quantity ?? resource.quantity,
      capacityPerResource: set.capacityPerResource ?? resource.capacityPerResource,
      isDeletion: false,
    }),
  });
  if (!(await fitsEverywhere(deps, request, locked))) {
    await unlockResource(deps, locked);
    throw refuse("CAPACITY_BELOW_RESERVED");
  }
  return finish(deps, request, { locked, set, expectedUpdatedAt });
}

async function fitsEverywhere(
  deps: ResourceDeps,
  request: Request,
  locked: Locked,
): Promise<boolean> {
  const { tenantId, supplierId } = locked;
  const left = await deps.ledgers.listOpen(tenantId, supplierId, deps.clock());
  let fits = true;
  const checkLedgers = async (): Promise<void> => {
    for (let address = left.pop(); address && fits; address = left.pop())
      fits = (await fitsAt(deps, request, { address, locked })) && fits;
  };
  await Promise.all(Array.from({ length: resizedAtOnce }, checkLedgers));
  return fits;
}

/**
 * Checks one ledger and bumps its version, whether it names the resource or not. A claim decided
 * before either is seen here, or its write fails and its next view has the lock.
 */
async function fitsAt(
  deps: ResourceDeps,
  { deadline }: Request,
  { address, locked }: { address: LedgerAddress; locked: Locked },
): Promise<boolean> {
  const { quantity, capacityPerResource } = locked.resizing;
  while (Date.now() < deadline) {
    const now = deps.clock();
    const ledger = await deps.ledgers.read(address, now);
    if (!fitsNumbers(ledger, { id: locked.id, quantity, capacityPerResource }, now)) {
      // A fail-over must not undo the claims that the refusal is for.
      if (await deps.ledgers.confirmUnchanged(ledger)) return false;
      continue;
    }
    // mark: bump-ledger
    if (await deps.ledgers.bumpVersion(ledger, now)) return true;
  }
  await unlockResource(deps, locked);
  throw refuse("SERVICE_UNAVAILABLE");
}

async function finish(
  deps: ResourceDeps,
  request: Request,
  { locked, set, expectedUpdatedAt }: Omit<Resize, "resource"> & { locked: Locked },
): Promise<Resource> {
  const { attempt, quantity, capacityPerResource } = locked.resizing;
  for (;;) {
    const current = await deps.resources.getToChange(locked.tenantId, locked.id);
    if (current?.lastAttempt === attempt) {
      if (await deps.resources.confirmUnchanged(current)) return current;
      continue;
    }
    // Another process removed the lock: claims may have been decided on the old numbers alone.
    // mark: own-numbers
    if (current?.resizing?.attempt !== attempt) throw refuse("SERVICE_UNAVAILABLE");
    // Race: another request has changed other fields, which a lock does not keep.
    if (!isUnchanged(current, expectedUpdatedAt)) {
      if (!(await deps.resources.confirmUnchanged(current))) continue;
      await unlockResource(deps, locked);
      requireUnchanged(current, expectedUpdatedAt);
    }
    const now = deps.clock();
    const updatedAt = laterThan(current.updatedAt, now);
    const next = { ...set, quantity, capacityPerResource };
    const event = eventOf(request.caller, now, {
      type: "resource.updated",
      entityId: locked.id,
      before: resourceRecord(current),
      after: resourceRecord({ ...current, ...next, updatedAt }),
    });
    const finished = await deps.resources.save(current, {
      // mark: next-epoch
      set: { ...next, epoch: current.epoch + 1, lastAttempt: attempt },
      unlock: true,
      change: { event, updatedAt },
    });
    if (finished) return finished;
  }
}
