import { type Request, call, isRefusal, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  bookings,
  type catalog,
  resourcesCapacity,
} from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import assert from "node:assert";
import { deletionAttemptsMax } from "../constants.ts";
import type { RecordDeps } from "../record/deps.ts";
import { type Found, findOption } from "../record/find-option.ts";
import {
  type Closing,
  closingOf,
  decideClosing,
  decideRemoval,
  removedAfter,
  reopened,
} from "../record/option-list.ts";
import { optionRecord } from "../record/option.ts";

/**
 * Deletes an option: closes it, so that nothing new is sold of it; looks for live bookings; then
 * takes it out or opens it again. Refuses NOT_FOUND, a second time too,
 * DEFAULT_OPTION_REQUIRED and HAS_LIVE_BOOKINGS. No resource is required by it once this has
 * answered. A crash in between leaves a mark that the next request shares or the sweep takes away.
 */
export async function deleteOption(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.deleteOption>,
): Promise<OutputOf<typeof catalog.deleteOption>> {
  const { tenantId } = request.caller;
  for (let attempt = 0; attempt < deletionAttemptsMax; attempt++) {
    const found = await findOption(deps, tenantId, id);
    const mark = await closeOption(deps, request, found);
    await invalidateCaches(deps.broker, request, [id, found.product._id]);
    const isFree = await look(deps, request, { found, mark });
    if (!isFree) throw refuse("HAS_LIVE_BOOKINGS");
    if (!(await takeOut(deps, request, { found, mark }))) continue;
    await deps.options.discard(tenantId, id);
    await invalidateCaches(deps.broker, request, [id, found.product._id]);
    await dropRequirements(request, id);
    return { deleted: true };
  }
  throw refuse("VERSION_CONFLICT");
}

/** The mark under which the option is closing: ours, or one that stands already. */
async function closeOption(
  deps: RecordDeps,
  request: Request,
  { option }: Found,
): Promise<Closing> {
  const now = deps.clock();
  const mark = { optionId: option._id, attempt: newId("cls", now), since: new Date(now) };
  const product = await deps.products.change(
    request.caller.tenantId,
    option.productId,
    now,
    (current) => {
      const decision = decideClosing(current, mark);
      if (!decision.ok) throw refuse(decision.refusal);
      return "closing" in decision.next ? { set: decision.next, unseen: true } : null;
    },
  );
  const standing = closingOf(product, option._id);
  assert(standing, "a closed option has its mark");
  return standing;
}

/** Whether no live booking stands in the way; the option is opened again when one does. */
async function look(
  deps: RecordDeps,
  request: Request,
  { found, mark }: { found: Found; mark: Closing },
): Promise<boolean> {
  try {
    const live = await call(request, bookings.hasLiveBookings, { optionId: found.option._id });
    if (live.found) await reopenOption(deps, request, { productId: found.product._id, mark });
    return !live.found;
  } catch (error) {
    await reopenOption(deps, request, { productId: found.product._id, mark });
    throw error;
  }
}

/** Takes a mark away and invalidates the option: bookings see it again at once. Does nothing when the mark is gone. */
export async function reopenOption(
  deps: RecordDeps,
  request: Request,
  { productId, mark }: { productId: string; mark: Closing },
): Promise<void> {
  const { tenantId } = request.caller;
  await deps.products.change(tenantId, productId, deps.clock(), (product) =>
    product.closing.some(({ attempt }) => attempt === mark.attempt)
      ? { set: reopened(product, mark.attempt), unseen: true }
      : null,
  );
  await invalidateCaches(deps.broker, request, [mark.optionId, productId]);
}

/**
 * Takes the option out of its product, if the mark still stands that stood when the caches were invalidated, before the look:
 * no booking was possible since. False: it was taken away, and everything is to be looked at again.
 */
async function takeOut(
  deps: RecordDeps,
  request: Request,
  { found: { option, product }, mark }: { found: Found; mark: Closing },
): Promise<boolean> {
  const { caller } = request;
  try {
    await deps.products.change(caller.tenantId, product._id, deps.clock(), async (current, at) => {
      const decision = decideRemoval(current, mark);
      if (!decision.ok) throw refuse(decision.refusal);
      const latest = (await deps.options.get(caller.tenantId, option._id)) ?? option;
      const event = eventOf(caller, at.getTime(), {
        type: "option.deleted",
        entityId: option._id,
        before: optionRecord(latest, current),
        after: null,
      });
      const removedAt = removedAfter(current, latest, at);
      return { set: { ...decision.next, removedAt }, unseen: true, event };
    });
    return true;
  } catch (error) {
    if (isRefusal(error, "VERSION_CONFLICT")) return false;
    // Another option was made meanwhile, so that this default may not go.
    if (isRefusal(error, "DEFAULT_OPTION_REQUIRED"))
      await reopenOption(deps, request, { productId: product._id, mark });
    throw error;
  }
}

/** The option is gone by now, and its outbox drops them too: what fails here is done a little later. */
async function dropRequirements(request: Request, optionId: string): Promise<void> {
  try {
    await call(request, resourcesCapacity.dropRequirements, { optionId });
  } catch {
    throw refuse("OUTCOME_UNKNOWN");
  }
}
