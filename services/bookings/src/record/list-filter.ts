/** The filters of lists, and the fields of a booking that they use. */
import { type InputOf, type bookings, searchable } from "@slipway/contracts";
import { type Booking, type BookingStatus, type PricingSnapshot, shownStatus } from "./booking.ts";
import { referenceIn } from "./reference.ts";

/** The instant by which a list is ordered: newest first, or the earliest start first. */
export type ListOrder = "createdAt" | "startAt";

/** A place in the order of a list. */
export interface ListPosition {
  /** The instant that the list is ordered by. */
  at: Date;
  id: string;
}

/** The fields that many bookings have in common. Product and option may change, supplier and source never. */
export interface Kind {
  supplierId: string;
  productId: string;
  optionId: string;
  source: string;
}

/** Names that others have for a booking; several bookings may have the same. */
export interface OtherNames {
  externalId: string | null;
  resellerReference: string | null;
}

/** The guests of a booking and its price, in the smallest unit of the currency. */
export interface Priced {
  guests: number;
  retail: number;
  currency: string;
}

export interface ListFilter extends Partial<Kind>, Partial<OtherNames> {
  /** One of these. */
  status?: readonly BookingStatus[];
  from?: Date;
  to?: Date;
  reference?: string;
  idempotencyKey?: string;
  search?: string;
}

/** The fields that filters use; instants in milliseconds. */
export interface Listed extends Kind, OtherNames, Priced {
  id: string;
  createdAt: number;
  updatedAt: number;
  status: Booking["status"];
  /** A hold's end, else null. */
  expiresAt: number | null;
  isOfOrder?: boolean;
  startAt: number;
  /** See searchTextOf. */
  searchText: string;
}

/** The projection of what `pricedOf` reads. */
export const pricedFields = {
  "pricingSnapshot.retail": 1,
  "pricingSnapshot.currency": 1,
  "pricingSnapshot.unitPricing.quantity": 1,
  "pricingSnapshot.unitPricing.paxCount": 1,
} as const;

/** A unit stands for `paxCount` guests; one that was priced before units had a name, for one. */
export function pricedOf({ unitPricing, retail, currency }: PricedUnits): Priced {
  const guests = unitPricing.reduce(
    (sum, { quantity, paxCount = 1 }) => sum + quantity * paxCount,
    0,
  );
  return { guests, retail, currency };
}

type PricedUnits = Pick<PricingSnapshot, "unitPricing" | "retail" | "currency">;
const kindFields = ["supplierId", "productId", "optionId", "source"] as const;
const otherNames = ["externalId", "resellerReference"] as const;
/** Each names one booking of a tenant at most; an index of the database finds it. */
export const uniqueNames = ["reference", "idempotencyKey"] as const;
const namedFields = [...kindFields, ...otherNames, ...uniqueNames] as const;
export const filterFields = [...namedFields, "status", "from", "to", "search"] as const;
type FilterFields = Pick<InputOf<typeof bookings.listBookings>, (typeof filterFields)[number]>;

export function filterOf(input: FilterFields): ListFilter {
  const { status, from, to, reference, search } = input;
  const named = namedFields.map((field) => [field, input[field]] as const);
  return {
    ...Object.fromEntries(named.filter(([, value]) => value !== undefined)),
    ...(reference === undefined ? {} : { reference: referenceIn(reference) ?? reference }),
    ...(status === undefined ? {} : { status: status.split(",") as BookingStatus[] }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
    ...(search === undefined ? {} : { search }),
  };
}

/** Whether the filter lets bookings of this kind pass. */
export function isOfKind(kind: Kind, filter: Partial<Kind>): boolean {
  return kindFields.every((field) => filter[field] === undefined || filter[field] === kind[field]);
}

/** Whether the filter lets bookings of these names pass. */
export function hasNames(names: OtherNames, filter: Partial<OtherNames>): boolean {
  return otherNames.every((field) => filter[field] === undefined || filter[field] === names[field]);
}

/** Whether a booking still matches a list's filter: it may have changed since. A hold past its expiry is EXPIRED. */
export function isStillListed(booking: Booking, filter: ListFilter, now: number): boolean {
  const { status, from, to } = filter;
  if (status !== undefined && !status.includes(shownStatus(booking, now))) return false;
  if (from !== undefined && booking.startAt < from) return false;
  if (to !== undefined && booking.startAt > to) return false;
  if (!isOfKind(booking, filter)) return false;
  return hasNames(booking, filter) && isSearched(booking, filter.search);
}

function isSearched(
  { reference, customer }: Pick<Booking, "reference" | "customer">,
  search: string | undefined,
): boolean {
  if (search === undefined || reference === referenceIn(search)) return true;
  const wanted = wantedText(search);
  if (wanted === null || customer === null) return false;
  return searchTextOf(JSON.parse(customer) as Readonly<Record<string, unknown>>).includes(wanted);
}

const searchedFields = ["name", "fullName", "email", "emailAddress"] as const;

/** The text that `search` looks through: the fields as they are compared, separated by a NUL character. */
export function searchTextOf(customer: Readonly<Record<string, unknown>> | undefined): string {
  if (!customer) return "";
  const { firstName, lastName } = customer;
  // "First Last" and "Last First" both stand in it.
  const people = searchedTexts([firstName, lastName, firstName]);
  const whole = typeof lastName === "string" ? [people.join(" ")] : searchedTexts([firstName]);
  return [...searchedTexts(searchedFields.map((field) => customer[field])), ...whole].join(
    "\u0000",
  );
}

function searchedTexts(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string").map(bounded);
}

/** Characters of a field that are searched: free JSON may have names of 64 KiB. A longer text is looked for by as many. */
const searchedMax = 200;

function bounded(text: string): string {
  // Not within a character of two code units: the database takes no half of it.
  return searchable(text)
    .slice(0, searchedMax)
    .replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * The text to look for, or null if it contains the separator, which matches nothing. Blanks around it came with pasting;
 * blanks alone are looked for.
 */
export function wantedText(search: string): string | null {
  if (search.includes("\u0000")) return null;
  const wanted = searchable(search);
  return bounded(wanted.trim() || wanted);
}
