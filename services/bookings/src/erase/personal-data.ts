/** A booking after the erasure of a person. Pure. */
import { customers } from "@slipway/contracts";
import { recordOf } from "../record/booking-record.ts";
import {
  type Booking,
  type BookingRecord,
  type FieldChanges,
  channelKeyOf,
} from "../record/booking.ts";

/**
 * The fields that the erasure of an e-mail address's person sets, or that of the booking's own persons (null). Undefined:
 * the booking says nothing of them. Names that clients gave stay unless they have an address.
 */
export function erasedFields(
  booking: Booking,
  emailAddress: string | null,
  erasedAt: Date,
): FieldChanges | undefined {
  const record = recordOf(booking);
  const at = erasedAt.toISOString();
  const left = (emailAddress === null
    ? customers.erasedRecord(record, at)
    : customers.withoutPerson(record, emailAddress, at)) as unknown as BookingRecord;
  if (left === record) return undefined;
  const set = {
    ...detailsLeft(booking, left),
    ...namesLeft(booking, left),
    ...(left.erasedAt === at && { erasedAt }),
  };
  // The address may stand in a field that is no person's, such as the code of a channel: it stays.
  if (Object.keys(set).length === 0) return undefined;
  // Hashes of bodies that had the person: who knows the key could try what they were.
  return { ...set, ...(booking.usedKeys && { usedKeys: [] }) };
}

/** The members that change. */
function detailsLeft(booking: Booking, left: BookingRecord): FieldChanges {
  const { customer, participants, notes, cancellationReason, metadata, tickets } = booking;
  const { metadata: kept } = recordOf(booking);
  const isKept = JSON.stringify(kept) === JSON.stringify(left.metadata);
  // A ticket keeps its code: it still opens the gate.
  const ticketsLeft = tickets.map((ticket, index) => ({
    ...ticket,
    contact: left.tickets[index]?.contact === null ? null : ticket.contact,
    resellerReference: left.tickets[index]?.resellerReference ?? null,
  }));
  return {
    ...(customer !== null && left.customer === null && { customer: null, searchText: "" }),
    ...(participants !== null && left.participants === null && { participants: null }),
    ...(notes !== null && left.notes === null && { notes: null }),
    ...(cancellationReason !== null &&
      left.cancellationReason === null && { cancellationReason: null }),
    ...(metadata !== null && !isKept && { metadata: JSON.stringify(left.metadata) }),
    ...(JSON.stringify(ticketsLeft) !== JSON.stringify(tickets) && { tickets: ticketsLeft }),
  };
}

/** Replaces each erased name that must stay unique by another one. */
function namesLeft(booking: Booking, left: BookingRecord): FieldChanges {
  const { externalId, resellerReference, idempotencyKey, sourceChannelConnectionId } = booking;
  const other = `erased ${booking._id}`;
  const isRenamed = externalId !== null && left.externalId === null;
  const channelConnectionId = booking.channelKey === undefined ? null : sourceChannelConnectionId;
  return {
    ...(isRenamed && { externalId: other }),
    ...(isRenamed &&
      channelConnectionId !== null && {
        channelKey: channelKeyOf({ channelConnectionId, externalId: other }),
      }),
    ...(idempotencyKey !== undefined && left.idempotencyKey === null && { idempotencyKey: other }),
    ...(resellerReference !== null &&
      left.resellerReference === null && { resellerReference: null }),
  };
}
