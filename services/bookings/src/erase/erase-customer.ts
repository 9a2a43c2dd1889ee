import { setTimeout as pause } from "node:timers/promises";
import { type Request, call, isLate, isRefusal, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, audit, covers, customers, sync } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import { recordOf } from "../record/booking-record.ts";
import type { Booking, FieldChanges } from "../record/booking.ts";
import { applyChange, ifStill } from "../record/apply-change.ts";
import type { EraseDeps } from "./deps.ts";
import { eraseOrder } from "./erase-order.ts";
import { erasedFields } from "./personal-data.ts";

/**
 * Erases a customer from all bookings of the tenant, one write for each, or the persons of one booking. An
 * interrupted request has erased some, and a repeat goes on with the rest. The event of an erased booking makes other
 * services erase their copies. Refuses SESSION_REQUIRED, INSUFFICIENT_SCOPE and NOT_FOUND.
 */
export async function eraseCustomer(
  deps: EraseDeps,
  request: Request,
  { emailAddress, bookingId }: InputOf<typeof customers.eraseCustomer>,
): Promise<OutputOf<typeof customers.eraseCustomer>> {
  const { actorType, scopes } = request.caller;
  if (actorType === "API_KEY") throw refuse("SESSION_REQUIRED");
  if (!covers(scopes, "audit:read")) throw refuse("INSUFFICIENT_SCOPE");
  if (emailAddress !== undefined)
    return { bookings: await erasePerson(deps, request, emailAddress) };
  const set = await insistOn(request, () => eraseBooking(deps, request, bookingId ?? "", null));
  return { bookings: set ? 1 : 0 };
}

/** Answers how many bookings it has changed. */
async function erasePerson(
  deps: EraseDeps,
  request: Request,
  emailAddress: string,
): Promise<number> {
  const { orders, lists, persons } = deps;
  const { tenantId } = request.caller;
  let erased = 0;
  const whole: string[] = [];
  await orders.awaitMajority(tenantId);
  // Before the bookings are listed, because one without a customer gets that of its order when the order is confirmed.
  for await (const id of listMentioning(request, emailAddress, persons.listOrders))
    await ifThere(request, () => eraseOrder(deps, request, id, emailAddress));
  await lists.awaitMajority(tenantId);
  for await (const id of listMentioning(request, emailAddress, persons.list)) {
    const set = await ifThere(request, () => eraseBooking(deps, request, id, emailAddress));
    if (set) erased++;
    if (set?.erasedAt) whole.push(id);
  }
  // Some made no booking, so no booking's event leads to them.
  await call(request, sync.eraseEventsOf, { emailAddress });
  await eraseInLog(deps, request, emailAddress, whole);
  return erased;
}

type Look<Place> = (
  tenantId: string,
  pattern: string,
  before: Place | null,
) => Promise<{ readonly ids: readonly string[]; readonly before: Place | null }>;

/** Ids of records that were made before this request, and may say something of the person. */
async function* listMentioning<Place>(
  request: Request,
  emailAddress: string,
  look: Look<Place>,
): AsyncIterable<string> {
  const { tenantId } = request.caller;
  const pattern = customers.addressPattern(emailAddress);
  let before: Place | null = null;
  do {
    requireTime(request);
    const page = await look(tenantId, pattern, before);
    yield* page.ids;
    before = page.before;
  } while (before !== null);
}

/** Undefined also where the archive took the record since it was listed. The others are still to be erased. */
async function ifThere<Erased>(
  request: Request,
  erase: () => Promise<Erased>,
): Promise<Erased | undefined> {
  try {
    return await insistOn(request, erase);
  } catch (error) {
    if (!isRefusal(error, "NOT_FOUND")) throw error;
    return undefined;
  }
}

/** Begins again, as long as there is time, where others keep changing the record. */
async function insistOn<Erased>(request: Request, erase: () => Promise<Erased>): Promise<Erased> {
  for (;;) {
    requireTime(request);
    try {
      return await erase();
    } catch (error) {
      if (!isRefusal(error, "VERSION_CONFLICT")) throw error;
    }
  }
}

/** The fields that were set. Undefined: it says nothing of the person or, for null, has not changed since its erasure. */
async function eraseBooking(
  deps: EraseDeps,
  request: Request,
  id: string,
  emailAddress: string | null,
): Promise<FieldChanges | undefined> {
  let erased: FieldChanges | undefined;
  await applyChange(deps, request, id, async (booking) => {
    const updatedAt = laterThan(booking.updatedAt, deps.clock());
    const isDone = booking.erasedAt?.getTime() === booking.updatedAt.getTime();
    const set =
      emailAddress === null && isDone ? undefined : erasedFields(booking, emailAddress, updatedAt);
    if (!set) return ifStill(deps, booking);
    const changed = await writeErasure(deps, request, booking, { set, updatedAt });
    erased = changed && set;
    return changed;
  });
  return erased;
}

/** The version in the filter decides between this write and one that would bring the person back. */
async function writeErasure(
  deps: EraseDeps,
  request: Request,
  booking: Booking,
  { set, updatedAt }: { set: FieldChanges; updatedAt: Date },
): Promise<Booking | undefined> {
  await eraseNamedEvents(request, booking, set);
  const { updatedAt: readAt, erasedAt } = booking;
  const changed: Booking = { ...booking, ...set, updatedAt, revision: booking.revision + 1 };
  const event = eventOf(request.caller, updatedAt.getTime(), {
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

/** Once the booking has another name, nothing leads to the events that its channel sent under this one. */
export async function eraseNamedEvents(
  request: Request,
  { _id: bookingId, sourceChannelConnectionId, externalId }: Booking,
  set: FieldChanges,
): Promise<void> {
  if (set.externalId === undefined || externalId === null) return;
  if (sourceChannelConnectionId === null) return;
  const input = { channelConnectionId: sourceChannelConnectionId, externalId, bookingId };
  await call(request, sync.eraseEvents, input);
}

const waitMs = 100;

/**
 * Erases the person from entries about bookings of other customers, which had this one before or mention them. It decides a
 * race: such an entry may still be on its way to the log. So it waits until the tenant's events up to now are delivered. A
 * booking that was erased `whole` needs no wait: its own event takes it from the log once the earlier ones are there.
 */
async function eraseInLog(
  { relay, clock }: EraseDeps,
  request: Request,
  emailAddress: string,
  whole: readonly string[],
): Promise<void> {
  const { tenantId } = request.caller;
  const at = new Date(clock());
  const isLeft = (): Promise<boolean> =>
    relay.hasEarlier({ tenantId, at, without: whole }, "audit");
  while (await isLeft()) {
    requireTime(request, "older events are on their way to the audit log; repeat it");
    await pause(waitMs);
  }
  let before: string | null = null;
  do {
    requireTime(request, "the bookings are erased, not all of the audit log; repeat it");
    const erasedAt = at.toISOString();
    const seen: OutputOf<typeof audit.eraseEntriesOf> = await call(request, audit.eraseEntriesOf, {
      emailAddress,
      before,
      erasedAt,
    });
    before = seen.before;
  } while (before !== null);
}

/** Time to answer, which a request needs beside its work. */
const answerMs = 1_000;

function requireTime(request: Request, detail = "not all is erased; repeat it"): void {
  if (isLate({ ...request, deadline: request.deadline - answerMs }))
    throw refuse("SERVICE_UNAVAILABLE", { detail });
}
