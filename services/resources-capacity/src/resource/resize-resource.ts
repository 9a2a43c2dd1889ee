import { type Request, refuse } from "@slipway/broker";
import { eventOf, laterThan } from "@slipway/store";
import type { LedgerAddress } from "../ledger/day.ts";
import { fitsNumbers } from "../ledger/ledger.ts";
import type { Deps } from "../deps.ts";
import { markResource, unmarkResource } from "./mark-resource.ts";
import { type Resizing, type Resource, resourceRecord } from "./resource.ts";
import type { ResourceChange } from "./resource-store.ts";

type Marked = Resource & { resizing: Resizing };

const ledgersAtOnce = 8;

/**
 * Changes a resource's numbers, and what else the request changes, by capacity.md section 5: mark,
 * look at every ledger that is not over and make its views fall, then set the numbers or unmark.
 * After it no claim is decided on the old numbers; after a refusal nothing has changed. Refuses
 * INVALID_STATE beside another resize, CAPACITY_BELOW_RESERVED, and SERVICE_UNAVAILABLE where it
 * took so long that somebody removed its mark.
 */
export async function resizeResource(
  deps: Deps,
  request: Request,
  { resource: { id }, set }: { resource: Resource; set: ResourceChange },
): Promise<Resource> {
  const marked = await markResource(deps, request, {
    id,
    numbersOf: (resource) => ({
      quantity: set.quantity ?? resource.quantity,
      capacityPerResource: set.capacityPerResource ?? resource.capacityPerResource,
      isDeletion: false,
    }),
  });
  if (!(await fitsEverywhere(deps, request, marked))) {
    await unmarkResource(deps, marked);
    throw refuse("CAPACITY_BELOW_RESERVED");
  }
  return finish(deps, request, { marked, set });
}

async function fitsEverywhere(deps: Deps, request: Request, marked: Marked): Promise<boolean> {
  const { tenantId, supplierId } = marked;
  const left = await deps.ledgers.listOpen(tenantId, supplierId, deps.clock());
  let fits = true;
  const look = async (): Promise<void> => {
    for (let address = left.pop(); address && fits; address = left.pop())
      fits = (await fitsAt(deps, request, { address, marked })) && fits;
  };
  await Promise.all(Array.from({ length: ledgersAtOnce }, look));
  return fits;
}

/**
 * Looks at one ledger and raises its revision, named there or not: a claim decided before either
 * is seen here, or finds the revision raised and the mark on its next view.
 */
async function fitsAt(
  deps: Deps,
  { deadline }: Request,
  { address, marked }: { address: LedgerAddress; marked: Marked },
): Promise<boolean> {
  const { quantity, capacityPerResource } = marked.resizing;
  while (Date.now() < deadline) {
    const now = deps.clock();
    const ledger = await deps.ledgers.read(address, now);
    if (!fitsNumbers(ledger, { id: marked.id, quantity, capacityPerResource }, now)) {
      // What is refused for has to stand.
      if (await deps.ledgers.confirm(ledger)) return false;
      continue;
    }
    // mark: raise-ledger
    if (await deps.ledgers.raise(ledger, now)) return true;
  }
  await unmarkResource(deps, marked);
  throw refuse("SERVICE_UNAVAILABLE");
}

async function finish(
  deps: Deps,
  request: Request,
  { marked, set }: { marked: Marked; set: ResourceChange },
): Promise<Resource> {
  const { attempt, quantity, capacityPerResource } = marked.resizing;
  for (;;) {
    const current = await deps.resources.getToChange(marked.tenantId, marked.id);
    if (current?.lastAttempt === attempt) {
      if (await deps.resources.isStill(current)) return current;
      continue;
    }
    // Somebody took the mark away and let claims be decided on the old numbers alone.
    // mark: own-numbers
    if (current?.resizing?.attempt !== attempt) throw refuse("SERVICE_UNAVAILABLE");
    const now = deps.clock();
    const updatedAt = laterThan(current.updatedAt, now);
    const next = { ...set, quantity, capacityPerResource };
    const event = eventOf(request.caller, now, {
      entityType: "resource",
      entityId: marked.id,
      verb: "update",
      before: resourceRecord(current),
      after: resourceRecord({ ...current, ...next, updatedAt }),
    });
    const finished = await deps.resources.save(current, {
      // mark: next-epoch
      set: { ...next, epoch: current.epoch + 1, lastAttempt: attempt },
      unmark: true,
      told: { event, updatedAt },
    });
    if (finished) return finished;
  }
}
