/** A new booking and its event, built from a quote and its claims. */
import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, bookings, resourcesCapacity } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import type { BookingEvent } from "../record/booking-document.ts";
import {
  type Booking,
  type BookingRecord,
  type Origin,
  type PricingSnapshot,
  channelKeyOf,
  holdExpiry,
  timesOf,
} from "../record/booking.ts";
import type { Order as OpenOrder } from "../record/order.ts";
import { referenceOf } from "../record/reference.ts";
import type { FirstRequest, Ticket } from "../record/tickets.ts";
import { textOf } from "../record/details.ts";
import { searchTextOf } from "../record/list-filter.ts";
import {
  type OptionFacts,
  holdMinutesOf,
  initialStatus,
  occupiedUntil,
} from "../offer/option-policy.ts";
import { type Quote, usageSnapshotOf } from "../offer/quote.ts";

export type Sale = InputOf<typeof bookings.quoteBooking> & {
  /** Only this supplier's options may be booked. */
  supplierId?: string;
};

/** The client's input, the booking's uuid and, for a channel's booking, its origin and tickets. */
export type BookingInput = Sale &
  InputOf<typeof bookings.createBooking> & {
    uuid: string;
    origin?: Origin;
    /** Present for a channel key's booking alone. */
    channelSale?: ChannelSale;
    /** The order that the booking belongs to, as it was read; the hold ends with it. */
    openOrder?: OpenOrder;
  };

/** The fields that only a channel key's booking has. */
interface ChannelSale {
  tickets: Ticket[];
  first: FirstRequest;
  /** The length of the hold; undefined: the option's. */
  holdMinutes: number | undefined;
}

/** An accepted request. */
export interface Order<Input extends Sale = BookingInput> {
  input: Input;
  facts: OptionFacts;
  quote: Quote;
  /** Milliseconds. */
  startAt: number;
  /** The request makes a manual departure. */
  makesDeparture: boolean;
}

/** The parts of a booking that are fixed before its places are claimed. */
export type Draft = Pick<Booking, "_id" | "status" | "expiresAt" | "createdAt">;

export function draftOf(
  { input, facts }: Order<Sale & Pick<BookingInput, "channelSale" | "openOrder">>,
  now: number,
): Draft {
  const status = initialStatus(input.status, facts);
  const minutes = input.channelSale?.holdMinutes ?? holdMinutesOf(facts);
  const expiresAt =
    status === "ON_HOLD"
      ? (input.openOrder?.expiresAt ?? new Date(holdExpiry(now, minutes)))
      : null;
  return { _id: newId("bkg", now), status, expiresAt, createdAt: new Date(now) };
}

/** The claim on capacity that an order makes for its draft. */
export function claimOf(
  { input, facts, quote, startAt }: Order<Sale>,
  { _id: bookingId, expiresAt }: Draft,
): InputOf<typeof resourcesCapacity.checkClaim> {
  return {
    supplierId: facts.supplierId,
    bookingId,
    startAt: new Date(startAt).toISOString(),
    durationMinutes: facts.option.durationMinutes,
    demand: quote.demand,
    // mark: end-of-new-hold
    until: expiresAt?.toISOString() ?? null,
    expand: input.expandCapacity,
    inPlaceOf: [],
  };
}

interface Claimed {
  claimed: OutputOf<typeof resourcesCapacity.claimCapacity>;
  pricingSnapshot: PricingSnapshot;
}

const untouched = {
  confirmedAt: null,
  cancelledAt: null,
  cancellationReason: null,
  erasedAt: null,
};

/** The booking of a draft whose places are claimed. */
export function buildBooking(
  { caller }: Request,
  { input, facts, quote, startAt }: Order,
  draft: Draft,
  { claimed, pricingSnapshot }: Claimed,
): Booking {
  const { id: optionId, cancellationPolicy } = facts.option;
  return {
    ...draft,
    tenantId: caller.tenantId,
    uuid: input.uuid,
    reference: referenceOf(draft._id, 0),
    revision: 1,
    supplierId: facts.supplierId,
    productId: facts.productId,
    optionId,
    sourceChannelConnectionId: input.origin?.channelConnectionId ?? null,
    source: caller.source,
    externalId: input.origin?.externalId ?? input.externalId ?? null,
    resellerReference: input.resellerReference ?? null,
    ...(input.orderId !== undefined && { orderId: input.orderId }),
    ...(input.origin && { channelKey: channelKeyOf(input.origin) }),
    startAt: new Date(startAt),
    endAt: input.endAt === undefined ? null : new Date(input.endAt),
    occupiedUntil: new Date(occupiedUntil(facts, startAt)),
    ...untouched,
    ...timesOf(draft.status, draft.createdAt),
    ...detailsOf(input),
    ...(input.idempotencyKey === undefined ? {} : { idempotencyKey: input.idempotencyKey }),
    pricingSnapshot,
    ...(cancellationPolicy && { cancellationPolicy }),
    resourceUsageSnapshot: usageSnapshotOf(claimed.taken),
    unitItems: unitItemsOf(quote, draft),
    tickets: input.channelSale?.tickets ?? [],
    ...input.channelSale?.first,
    resourceItems: quote.demand.resourceItems,
    claims: claimed.claims,
    updatedAt: draft.createdAt,
  };
}

function detailsOf({ customer, notes, participants, metadata }: BookingInput) {
  return {
    customer: textOf(customer),
    notes: notes ?? null,
    participants: textOf(participants),
    metadata: textOf(metadata),
    searchText: searchTextOf(customer),
  };
}

function unitItemsOf({ travellers }: Quote, { createdAt }: Draft): Booking["unitItems"] {
  return travellers.unitCounts.map(({ unit, quantity }) => ({
    id: newId("itm", createdAt.getTime()),
    unitId: unit.id,
    quantity,
  }));
}

/** The event of a new booking. Effects: the manual departure of the request, and a late insert. */
export function creationOf(
  request: Request,
  { booking, record }: { booking: Booking; record: BookingRecord },
  { makesDeparture }: Pick<Order, "makesDeparture">,
): BookingEvent {
  const { _id: entityId, createdAt, optionId, productId, startAt } = booking;
  const event = eventOf(request.caller, createdAt.getTime(), {
    type: "booking.created",
    entityId,
    before: null,
    after: record,
  });
  return {
    ...event,
    ...(makesDeparture ? { departs: { optionId, productId, startAt: startAt.toISOString() } } : {}),
    redates: true,
  };
}
