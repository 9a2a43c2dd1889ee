/** The queries of lists, as the database takes them. */
import type { mongo } from "@slipway/store";
import type { BookingDocument } from "../record/booking-document.ts";
import type { Booking } from "../record/booking.ts";
import { referenceIn } from "../record/reference.ts";
import { type ListFilter, type ListPosition, wantedText } from "../record/list-filter.ts";

type Filter = mongo.Filter<BookingDocument>;

/** The conditions that a booking of the filter meets. */
export function listed(filter: ListFilter, now: Date): Filter[] {
  const { status, from, to, search, ...equal } = filter;
  const matching: Filter[] = [equal];
  if (status) matching.push({ $or: status.map((each) => shownAs(each, now)) });
  if (from) matching.push({ startAt: { $gte: from } });
  if (to) matching.push({ startAt: { $lte: to } });
  if (search !== undefined) matching.push(searched(search));
  return matching;
}

/** A hold past its expiry is an expired booking, but for one on which a decision about its order may rest (see isLapsed). */
function shownAs(status: Booking["status"], now: Date): Filter {
  if (status === "ON_HOLD") return heldAt(now);
  if (status !== "EXPIRED") return { status };
  const orderRevision = { $exists: false };
  return { $or: [{ status }, { status: "ON_HOLD", expiresAt: { $lte: now }, orderRevision }] };
}

/** Matches the holds that have not ended. */
export function heldAt(now: Date): Filter {
  return {
    status: "ON_HOLD",
    $or: [{ expiresAt: { $gt: now } }, { orderRevision: { $exists: true } }],
  };
}

/** Matches the text literally, not as a pattern, or the whole reference. */
function searched(search: string): Filter {
  const wanted = wantedText(search);
  if (wanted === null) return { $expr: false };
  const isIn = { $expr: { $gte: [{ $indexOfCP: ["$searchText", { $literal: wanted }] }, 0] } };
  const reference = referenceIn(search);
  return reference === undefined ? isIn : { $or: [isIn, { reference }] };
}

/** The bound outside $or lets the index scan begin where the page begins. */
export function behind({ at, id }: ListPosition): Filter {
  return { createdAt: { $lte: at }, $or: [{ createdAt: { $lt: at } }, { _id: { $lt: id } }] };
}

/** As `behind`, in the order of changes. */
export function changedAfter({ updatedAt, id }: { updatedAt: Date; id: string }): Filter {
  return {
    updatedAt: { $gte: updatedAt },
    $or: [{ updatedAt: { $gt: updatedAt } }, { _id: { $gt: id } }],
  };
}
