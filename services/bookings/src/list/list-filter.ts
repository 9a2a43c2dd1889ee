/** The filters of lists, and the fields of a booking that they use. */
import { type Booking, shownStatus } from "../booking.ts";

export interface ListFilter {
  status?: Booking["status"];
  from?: Date;
  to?: Date;
  supplierId?: string;
  source?: string;
  search?: string;
}

/** The fields that filters use; instants in milliseconds. */
export interface Listed {
  id: string;
  createdAt: number;
  updatedAt: number;
  status: Booking["status"];
  /** A hold's end, else null. */
  expiresAt: number | null;
  startAt: number;
  supplierId: string;
  source: string;
  /** See searchTextOf. */
  searchText: string;
}

/**
 * Whether a booking still matches the filter of a list that has found it. Only its status and start may
 * have changed since. A hold past its expiry is EXPIRED.
 */
export function isStillListed(booking: Booking, filter: ListFilter, now: number): boolean {
  const { status, from, to } = filter;
  if (status !== undefined && shownStatus(booking, now) !== status) return false;
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
