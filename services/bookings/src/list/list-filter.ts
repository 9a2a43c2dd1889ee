/** The filters of lists, and the fields of a booking that they use. */
import type { InputOf, bookings } from "@slipway/contracts";
import { type Booking, type BookingStatus, shownStatus } from "../booking.ts";

/** The instant by which a list is ordered: newest first, or the earliest start first. */
export type ListOrder = "createdAt" | "startAt";

/** What many bookings have in common. It never changes. */
export interface Kind {
  supplierId: string;
  productId: string;
  optionId: string;
  source: string;
}

export interface ListFilter extends Partial<Kind> {
  /** One of these. */
  status?: readonly BookingStatus[];
  from?: Date;
  to?: Date;
  idempotencyKey?: string;
  search?: string;
}

/** The fields that filters use; instants in milliseconds. */
export interface Listed extends Kind {
  id: string;
  createdAt: number;
  updatedAt: number;
  status: Booking["status"];
  /** A hold's end, else null. */
  expiresAt: number | null;
  startAt: number;
  /** See searchTextOf. */
  searchText: string;
}

type ListInput = InputOf<typeof bookings.listBookings>;
const namedFields = ["supplierId", "productId", "optionId", "source", "idempotencyKey"] as const;
/** The fields of a list's input that filter. */
export const filterFields = [...namedFields, "status", "from", "to", "search"] as const;
type FilterFields = Pick<ListInput, (typeof filterFields)[number]>;

/** The filters of an input that are set. */
export function filterOf(input: FilterFields): ListFilter {
  const { status, from, to, search } = input;
  const named = namedFields.map((field) => [field, input[field]] as const);
  return {
    ...Object.fromEntries(named.filter(([, value]) => value !== undefined)),
    ...(status === undefined ? {} : { status: status.split(",") as BookingStatus[] }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
    ...(search === undefined ? {} : { search }),
  };
}

/** Whether the filter lets bookings of this kind pass. */
export function isOfKind(kind: Kind, filter: Partial<Kind>): boolean {
  return (["supplierId", "productId", "optionId", "source"] as const).every(
    (field) => filter[field] === undefined || filter[field] === kind[field],
  );
}

/**
 * Whether a booking still matches the filter of a list that has found it. Only its status and start may
 * have changed since. A hold past its expiry is EXPIRED.
 */
export function isStillListed(booking: Booking, filter: ListFilter, now: number): boolean {
  const { status, from, to } = filter;
  if (status !== undefined && !status.includes(shownStatus(booking, now))) return false;
  if (from !== undefined && booking.startAt < from) return false;
  return to === undefined || booking.startAt <= to;
}

const searchedFields = [
  "name",
  "firstName",
  "lastName",
  "fullName",
  "email",
  "emailAddress",
] as const;

/** The text that `search` looks through: fields in lower case, separated by a NUL character. */
export function searchTextOf(customer: Readonly<Record<string, unknown>> | undefined): string {
  if (!customer) return "";
  return withoutCase(
    searchedFields
      .map((field) => customer[field])
      .filter((value) => typeof value === "string")
      .join("\u0000"),
  );
}

/** The text to look for, or null if it contains the separator, which matches nothing. */
export function wantedText(search: string): string | null {
  return search.includes("\u0000") ? null : withoutCase(search);
}

/** Lower-case sigma has two forms by its place in a word; a search must find both. */
function withoutCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}
