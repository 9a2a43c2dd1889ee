/** The fields of a booking beside its places and price: the customer, notes, names and metadata. Pure. */
import type { InputOf, bookings } from "@slipway/contracts";
import type { Booking, Decision, FieldChanges } from "./booking.ts";
import { searchTextOf } from "./list-filter.ts";

type Late = Omit<InputOf<typeof bookings.confirmBooking>, "id">;
type Replaced = Omit<InputOf<typeof bookings.updateDetails>, "id" | "expectedUpdatedAt">;

/** Adds to a confirmation the details that the booking lacks. The same may be repeated; another value refuses it. */
export function withDetails(
  decision: Decision,
  booking: Pick<Booking, "customer" | "notes" | "resellerReference">,
  { customer, notes, resellerReference }: Late,
): Decision {
  if (!decision.ok) return decision;
  const missing = missingDetails(booking, { customer, notes, resellerReference });
  if (!missing) return { ok: false, refusal: "DETAILS_ALREADY_SET" };
  return { ok: true, set: { ...decision.set, ...missing } };
}

type Details = Pick<Booking, "customer" | "notes" | "resellerReference" | "metadata">;

/** The stored fields of the details that a record does not have yet. Undefined: it has another value of one. */
export function missingDetails(
  record: Omit<Details, "metadata"> & Partial<Pick<Details, "metadata">>,
  { customer, notes, resellerReference, metadata }: Late & Pick<Replaced, "metadata">,
): Partial<Details & Pick<Booking, "searchText">> | undefined {
  const present = jsonOf(record.customer);
  const data = jsonOf(record.metadata ?? null);
  // mark: details-differ
  const isRefused =
    differs(present, customer) ||
    differs(record.notes, notes) ||
    differs(record.resellerReference, resellerReference) ||
    differs(data, metadata);
  if (isRefused) return undefined;
  return fieldsOfDetails({
    ...(present === null && customer && { customer }),
    ...(record.notes === null && notes !== undefined && { notes }),
    ...(record.resellerReference === null &&
      resellerReference !== undefined && { resellerReference }),
    ...(data === null && metadata && { metadata }),
  });
}

function jsonOf(text: string | null): unknown {
  return text === null ? null : (JSON.parse(text) as unknown);
}

/** The stored fields of the details that are named; null clears. */
export function fieldsOfDetails({ customer, metadata, ...others }: Replaced): FieldChanges {
  return {
    ...others,
    ...(customer !== undefined && {
      customer: textOf(customer),
      searchText: searchTextOf(customer ?? undefined),
    }),
    ...(metadata !== undefined && { metadata: textOf(metadata) }),
  } as FieldChanges;
}

/** Free JSON is stored as the text that the client sent. */
export function textOf(json: Readonly<Record<string, unknown>> | null | undefined): string | null {
  return json === null || json === undefined ? null : JSON.stringify(json);
}

/** Whether another value is there already. */
function differs(present: unknown, wanted: unknown): boolean {
  if (present === null || wanted === undefined) return false;
  return JSON.stringify(sorted(present)) !== JSON.stringify(sorted(wanted));
}

/** The same JSON with the members of every object in one order. */
function sorted(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(sorted);
  const members = Object.entries(json).map(([name, value]) => [name, sorted(value)] as const);
  // fromEntries makes a member of `__proto__`, too.
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
