/** Bookings in the words of OCTO. Pure. */
import type { OutputOf, channelBookings } from "@slipway/contracts";
import { cancellationCutoff } from "@slipway/departures";
import type { z } from "zod";
import { availabilityIdOf } from "./availability-id.ts";
import { withoutMilliseconds } from "./availability.ts";
import type { octoBooking } from "./booking-schema.ts";
import { shownContact } from "./contact.ts";
import { type Currency, octoPricing } from "./pricing.ts";
import {
  type Option,
  type Product,
  soldOf,
  shownOption,
  shownProduct,
  shownUnit,
} from "./product.ts";

export type ChannelBooking = OutputOf<typeof channelBookings.getChannelBooking>;
type OctoBooking = z.output<typeof octoBooking>;

interface Shown {
  readonly product: Product;
  /** Milliseconds. */
  readonly now: number;
  /** The currency of the product's prices, which are those of today; null: without prices. */
  readonly currency: Currency | null;
  /** Whether the request takes the status REDEEMED. */
  readonly redemption: boolean;
}

export function shownBooking(booking: ChannelBooking, shown: Shown): OctoBooking {
  const { product, now, currency, redemption } = shown;
  const option = optionOf(booking, product);
  const cutoff = cutoffOf(booking, option, product.timezone);
  const sold = currency && booking.pricingSnapshot;
  const redeemedAt = redeemedAtOf(booking);
  return {
    id: booking.id,
    uuid: booking.externalId ?? booking.uuid,
    testMode: false,
    resellerReference: booking.resellerReference,
    supplierReference: booking.reference,
    status: redemption && redeemedAt !== null ? "REDEEMED" : booking.status,
    utcCreatedAt: booking.createdAt,
    utcUpdatedAt: booking.updatedAt,
    utcExpiresAt: booking.expiresAt,
    utcRedeemedAt: redeemedAt,
    utcConfirmedAt: booking.confirmedAt,
    productId: booking.productId,
    product: shownProduct(productWith(product, option), { currency }),
    optionId: booking.optionId,
    ...(option && { option: shownOption(withTerms(option, booking), { currency }) }),
    cancellable: isCancellable(booking, cutoff, now),
    cancellation: cancellationOf(booking, cutoff),
    freesale: false,
    ...departureOf(booking, option, product.timezone),
    contact: shownContact(booking.customer),
    notes: booking.notes,
    deliveryMethods: ["VOUCHER"],
    voucher: voucherOf(booking),
    unitItems: booking.tickets.map((ticket) => unitItemOf({ booking, ticket, option }, shown)),
    ...(sold && { pricing: octoPricing(sold.retail, sold, taxesIn(sold)) }),
  };
}

/** When the last ticket of a sold booking was redeemed, once all are. */
function redeemedAtOf({ status, redeemed }: ChannelBooking): string | null {
  return status === "CONFIRMED" && redeemed?.count === redeemed?.of
    ? (redeemed?.lastAt ?? null)
    : null;
}

/** The booking's option, with its archived units; undefined once it is deleted. */
function optionOf({ optionId, startAt }: ChannelBooking, product: Product): Option | undefined {
  const option = product.options.find(({ id }) => id === optionId);
  if (!option || option.startTimes.length > 0) return option;
  // It is not sold any more, and clients of the standard take no option without a time.
  const time = availabilityIdOf(startAt, product.timezone).slice("YYYY-MM-DDT".length, -9);
  return { ...option, startTimes: [time] };
}

function taxesIn({ lines = [] }: NonNullable<ChannelBooking["pricingSnapshot"]>) {
  return lines.filter(({ kind }) => kind === "TAX");
}

/** The booking keeps the terms under which it was priced. */
function withTerms(option: Option, { cancellationPolicy }: ChannelBooking): Option {
  return { ...option, cancellationPolicy: cancellationPolicy ?? null };
}

/** The product as it is on sale, with the booking's option added if that is off sale. */
function productWith(product: Product, option: Option | undefined): Product {
  const sold = soldOf({ ...product, archived: false }) ?? { ...product, options: [] };
  const isThere = sold.options.some(({ id }) => id === option?.id);
  return option && !isThere ? { ...sold, options: [...sold.options, option] } : sold;
}

/** A deleted option has no cutoff any more: then it is the start. */
function cutoffOf(
  { startAt }: ChannelBooking,
  option: Option | undefined,
  timezone: string,
): number {
  const start = Date.parse(startAt);
  return option ? cancellationCutoff({ option, timezone }, start) : start;
}

function isCancellable({ status, redeemed }: ChannelBooking, cutoff: number, now: number): boolean {
  if (status === "ON_HOLD") return true;
  if (redeemed) return false;
  return (status === "PENDING" || status === "CONFIRMED") && now <= cutoff;
}

/** A booking that an earlier release has ended does not say when: it was its last change. */
function cancellationOf(booking: ChannelBooking, cutoff: number): OctoBooking["cancellation"] {
  const { status, cancellationReason: reason, expiresAt, updatedAt } = booking;
  if (status === "EXPIRED")
    return { refund: "FULL", reason: null, utcCancelledAt: expiresAt ?? updatedAt };
  if (status !== "CANCELLED" && status !== "REJECTED") return null;
  const utcCancelledAt = booking.cancelledAt ?? updatedAt;
  // An earlier release did not keep what is paid back, nor whether it was in time: then the cutoff of today decides.
  const isInTime = booking.cancelledInTime ?? Date.parse(utcCancelledAt) <= cutoff;
  const isFull = status === "REJECTED" || isInTime;
  const percent = booking.refund?.percent ?? (isFull ? 100 : 0);
  return { refund: refundWord(percent), reason, utcCancelledAt };
}

function refundWord(percent: number): "FULL" | "PARTIAL" | "NONE" {
  if (percent === 100) return "FULL";
  return percent === 0 ? "NONE" : "PARTIAL";
}

/** A departure of a minute is one of an option without a duration. */
const noDurationMs = 60_000;

/** The departure as booked, with the length it had when it was sold. It is not live: no place is counted for it. */
function departureOf(
  { startAt, occupiedUntil }: ChannelBooking,
  option: Option | undefined,
  timezone: string,
): Pick<OctoBooking, "availabilityId" | "availability"> {
  const id = availabilityIdOf(startAt, timezone);
  const start = Date.parse(startAt);
  const isWithoutEnd = Date.parse(occupiedUntil) - start <= noDurationMs;
  const cutoff = new Date(start - (option?.bookingCutoffMinutes ?? 0) * 60_000);
  const availability = {
    id,
    localDateTimeStart: id,
    localDateTimeEnd: availabilityIdOf(isWithoutEnd ? startAt : occupiedUntil, timezone),
    utcCutoffAt: withoutMilliseconds(cutoff.toISOString()),
    allDay: false as const,
    available: false,
    status: "CLOSED" as const,
    vacancies: null,
    capacity: null,
    maxUnits: null,
    openingHours: [],
  };
  return { availabilityId: id, availability };
}

function voucherOf(booking: ChannelBooking): OctoBooking["voucher"] {
  const { status, reference } = booking;
  const whole = { redemptionMethod: "DIGITAL", utcRedeemedAt: redeemedAtOf(booking) };
  if (status === "ON_HOLD" || status === "PENDING") return { ...whole, deliveryOptions: [] };
  if (status !== "CONFIRMED") return null;
  return { ...whole, deliveryOptions: [{ deliveryFormat: "QRCODE", deliveryValue: reference }] };
}

interface BookedTicket {
  readonly booking: ChannelBooking;
  readonly ticket: ChannelBooking["tickets"][number];
  readonly option: Option | undefined;
}

function unitItemOf(
  { booking: { status, pricingSnapshot: price }, ticket, option }: BookedTicket,
  { currency, redemption }: Shown,
): OctoBooking["unitItems"][number] {
  const { uuid, unitId, resellerReference, code, contact } = ticket;
  const unit = option?.units.find(({ id }) => id === unitId);
  const line = price?.unitPricing.find((each) => each.unitId === unitId);
  const unitRetail = currency === null ? undefined : line?.unitRetail;
  return {
    uuid,
    unitId,
    ...(unit && {
      unit: shownUnit(unit, { currency: unitRetail === undefined ? null : currency }),
    }),
    resellerReference,
    supplierReference: code,
    status:
      redemption && status === "CONFIRMED" && ticket.redeemedAt !== null ? "REDEEMED" : status,
    utcRedeemedAt: ticket.redeemedAt,
    contact: shownContact(contact),
    ticket: null,
    ...(price && unitRetail !== undefined && { pricing: octoPricing(unitRetail, price) }),
  };
}
