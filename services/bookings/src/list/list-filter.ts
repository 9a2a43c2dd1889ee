/** What lists look at: the filters of a list, and what of a booking they are asked of. */
import { type Booking, shownStatus } from "../booking.ts";

export interface ListFilter {
  status?: Booking["status"];
  from?: Date;
  to?: Date;
  supplierId?: string;
  source?: string;
  search?: string;
}

/** What of a booking the filters look at; instants in milliseconds. */
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
 * Whether a booking that a list has found is still shown by it: its status and start may have changed
 * since, and nothing else that filters look at ever does. A hold past its expiry is EXPIRED.
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

/** What `search` looks through: without case, the fields kept apart by a character 0. */
export function searchTextOf(customer: Readonly<Record<string, unknown>> | undefined): string {
  if (!customer) return "";
  return withoutCase(
    searchedFields
      .map((field) => customer[field])
      .filter((value) => typeof value === "string")
      .join("\u0000"),
  );
}

/** The text that a search looks for, or null: nothing has the character that keeps fields apart. */
export function wantedText(search: string): string | null {
  return search.includes("\u0000") ? null : withoutCase(search);
}

/** A sigma has two small forms, by its place in the word: a part of a word must find either. */
function withoutCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}
