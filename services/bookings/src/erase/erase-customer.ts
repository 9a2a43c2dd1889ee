import { type Request, call, isLate, refusalOf, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, covers, type customers, sync } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import { recordOf } from "../record/booking-record.ts";
import type { Booking } from "../record/booking.ts";
import { applyChange, ifStill } from "../record/apply-change.ts";
import type { EraseDeps } from "./deps.ts";
import { findListed } from "../list/find-listed.ts";
import type { ListRange } from "../list/list-store.ts";
import { erasedFields, isOfCustomer } from "./personal-data.ts";

type EraseCustomerInput = InputOf<typeof customers.eraseCustomer>;
type Output = OutputOf<typeof customers.eraseCustomer>;

const pageMax = 100;

/**
 * Erases a customer from all bookings of the tenant, one write for each. An interrupted request has erased some, and a
 * repeat goes on with the rest. What the audit log and channels' events say follows by the booking's event. Refuses
 * SESSION_REQUIRED and INSUFFICIENT_SCOPE.
 */
export async function eraseCustomer(
  deps: EraseDeps,
  request: Request,
  { emailAddress }: EraseCustomerInput,
): Promise<Output> {
  const { caller } = request;
  if (caller.actorType !== "USER") throw refuse("SESSION_REQUIRED");
  if (!covers(caller.scopes, "audit:read")) throw refuse("INSUFFICIENT_SCOPE");
  let erased = 0;
  for await (const id of listBookingsOf(deps, request, emailAddress)) {
    if (isLate(request))
      throw refuse("SERVICE_UNAVAILABLE", { detail: `${erased} bookings are erased; repeat it` });
    if (await eraseBooking(deps, request, { id, emailAddress })) erased++;
  }
  // Some made no booking, so no booking's event leads to them.
  await call(request, sync.eraseEventsOf, { emailAddress });
  return { bookings: erased };
}

/** The search shows every booking that was made before this request, and others too. */
async function* listBookingsOf(
  deps: EraseDeps,
  request: Request,
  emailAddress: string,
): AsyncIterable<string> {
  const filter = { search: emailAddress };
  await deps.lists.awaitMajority(request.caller.tenantId);
  let range: ListRange | undefined = { order: "createdAt", limit: pageMax };
  while (range) {
    const wanted = { filter, range, now: deps.clock(), isTotalWanted: false };
    const { page, placeOf } = await findListed(deps, request, wanted);
    for (const { booking } of page.items)
      if (isOfCustomer(booking, emailAddress)) yield booking._id;
    const last = page.items.at(-1);
    range = page.more && last ? { ...range, after: placeOf(last) } : undefined;
  }
}

/** False: it was erased or archived meanwhile, or its customer is another one by now. */
async function eraseBooking(
  deps: EraseDeps,
  request: Request,
  { id, emailAddress }: EraseCustomerInput & { readonly id: string },
): Promise<boolean> {
  let isErased = false;
  try {
    await applyChange(deps, request, id, async (booking) => {
      if (!isOfCustomer(booking, emailAddress)) return ifStill(deps, booking);
      const changed = await writeErasure(deps, request, booking);
      isErased = changed !== undefined;
      return changed;
    });
  } catch (error) {
    // The archive took it between the list and this read. The others are still to be erased.
    if (refusalOf(error)?.code !== "NOT_FOUND") throw error;
  }
  return isErased;
}

/** The version in the filter decides between this write and one that would bring the person back. */
async function writeErasure(
  deps: EraseDeps,
  { caller }: Request,
  booking: Booking,
): Promise<Booking | undefined> {
  const { updatedAt: readAt, erasedAt } = booking;
  const updatedAt = laterThan(readAt, deps.clock());
  const set = erasedFields(booking, updatedAt);
  const changed: Booking = { ...booking, ...set, updatedAt, revision: booking.revision + 1 };
  const event = eventOf(caller, updatedAt.getTime(), {
    type: "booking.erased",
    entityId: booking._id,
    // The event must not carry to the log what it removes there.
    before: recordOf({ ...changed, updatedAt: readAt, erasedAt }),
    after: recordOf(changed),
  });
  const change = { set, updatedAt, event, hold: "any" } as const;
  if (!(await deps.store.change(booking, change))) return undefined;
  deps.deliver(booking._id, event);
  return changed;
}
