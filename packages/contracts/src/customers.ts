/** Customers as a tenant's bookings name them: there is no record of a customer beside them. */
import { z } from "zod";
import { component } from "./schemas.ts";
import { mutation } from "./action.ts";
import { newBooking } from "./bookings.ts";
import { count, reference } from "./primitives.ts";
import { comparable } from "./texts.ts";

export const eraseCustomer = mutation("bookings.eraseCustomer", {
  description:
    "Removes the personal data of one customer from all bookings of the tenant. In each booking whose `customer` has this e-mail address anywhere, in any case and any normal form of Unicode, `customer`, `notes`, `participants`, `cancellationReason` and the `contact` of every ticket become null. In a booking of another customer only the members that have the address do. With `bookingId` in place of the address it does so in that booking, whatever addresses it has. Names that clients gave, such as `externalId`, stay unless they have an e-mail address. `erasedAt` says when. Lists, searches and the change feed show it at once. The audit log follows within seconds: its entries from before lose the same members, also where the booking has another customer by now. So do the events by which a channel sent such a booking, or asked for one. Messages to receivers never carry personal data; an address in a name leaves those that are kept. Places, prices and statuses stay. The log keeps who erased and when, without the address. It needs `audit:read`, too, and a user session: a key gets 403.",
  repeat:
    "A repeat finds what is left and counts that alone: 0 where nothing is. After 503 or 504, repeat it.",
  input: z
    .object({
      // Bookings keep whatever was sent as an address: any of it can be erased.
      emailAddress: z
        .string()
        .trim()
        .min(3)
        .max(320)
        .regex(/@/)
        .meta({
          description:
            "E-mail address of the customer, in any case: 3 to 320 characters with an `@`, as the booking has it. Required without `bookingId`.",
          examples: ["marta@example.com"],
        })
        .optional(),
      bookingId: reference
        .describe("Id of the only booking to erase, in place of `emailAddress`.")
        .optional(),
    })
    .superRefine(({ emailAddress, bookingId }, context) => {
      if ((emailAddress === undefined) !== (bookingId === undefined)) return;
      const isNone = bookingId === undefined;
      context.addIssue({
        code: "custom",
        path: [isNone ? "emailAddress" : "bookingId"],
        message: isNone
          ? "emailAddress or bookingId is required"
          : "emailAddress and bookingId exclude each other",
        params: { fieldCode: isNone ? "REQUIRED" : "MUTUALLY_EXCLUSIVE" },
      });
    }),
  output: component("ErasedCustomer", "What was erased of a customer.", {
    bookings: count.describe("How many bookings were changed by this request."),
  }),
  refusals: ["SESSION_REQUIRED", "INSUFFICIENT_SCOPE", "NOT_FOUND"],
});

type Json = Readonly<Record<string, unknown>>;

/** Whether a text, or a text anywhere in free JSON, has this whole e-mail address in any case. */
export function mentions(value: unknown, address: string): boolean {
  if (typeof value === "string") return hasWhole(comparable(value), comparable(address));
  if (!isJson(value)) return false;
  return Object.entries(value).some(
    ([name, each]) => mentions(name, address) || mentions(each, address),
  );
}

/** Characters that make an address beside them part of a longer one. */
const longer = {
  before: /[\p{L}\p{M}\p{N}._%+-]$/u,
  after: /^(?:[\p{L}\p{M}\p{N}_]|\.[\p{L}\p{N}]|-[\p{L}\p{M}\p{N}-]*\.\p{L})/u,
};
/** The rest of a domain's label, as far as it is looked at. */
const labelMax = 64;

function hasWhole(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const end = at + address.length;
    const isPart =
      longer.before.test(text.slice(Math.max(0, at - 2), at)) ||
      longer.after.test(text.slice(end, end + labelMax));
    if (!isPart) return true;
  }
  return false;
}

/**
 * A pattern of a database, without regard to case, for JSON that may mention the address: it finds more than `mentions`,
 * which decides. Letters that have several forms stand for anything.
 */
export function addressPattern(address: string): string {
  const parts = /[^a-z0-9@._+-]+|ss|f[fil]|st|[.+-]/g;
  return comparable(address).replaceAll(parts, (part) =>
    /[.+-]/.test(part) ? `\\${part}` : `[^@]{1,${6 * part.length}}`,
  );
}

const personal = ["customer", "notes", "participants", "cancellationReason"] as const;
/** A channel may send members that nobody knows: they may be personal, so they do not stay. */
const impersonal = new Set(
  [...Object.keys(newBooking.shape), "externalId"].filter(
    (name) => !(personal as readonly string[]).includes(name),
  ),
);

/** A record of a booking or of a channel's event without persons, as readers see it who may not see customers. */
export function withoutPersons(record: Json): Json {
  const { payload, tickets } = record;
  if (isJson(payload)) {
    const kept = Object.entries(payload).filter(([name]) => impersonal.has(name));
    return withoutAddresses({ ...record, payload: Object.fromEntries(kept) });
  }
  return withoutAddresses({
    ...record,
    ...Object.fromEntries(personal.map((name) => [name, null])),
    // A record of an earlier release has no tickets.
    ...(Array.isArray(tickets) && {
      tickets: tickets.map((ticket: Json) => ({ ...ticket, contact: null })),
    }),
  });
}

/** A record once the person is erased. Erasing it again changes nothing. */
export function erasedRecord(record: Json, erasedAt: string): Json {
  const erased = withoutPersons(record);
  return isJson(record["payload"]) ? erased : { ...erased, erasedAt };
}

/** A record without the person of this address; the same object where it says nothing of them. */
export function withoutPerson(record: Json, address: string, erasedAt: string): Json {
  if (!mentions(record, address)) return record;
  if (isJson(record["payload"]) || mentions(record["customer"], address))
    return erasedRecord(record, erasedAt);
  // The customer is another person, so this erases only the fields that mention the address.
  const { tickets } = record;
  const others = personal.filter((name) => mentions(record[name], address));
  const rest = {
    ...record,
    ...Object.fromEntries(others.map((name) => [name, null])),
    ...(Array.isArray(tickets) && {
      tickets: tickets.map((ticket: Json) =>
        mentions(ticket["contact"], address) ? { ...ticket, contact: null } : ticket,
      ),
    }),
  };
  return withoutTexts(rest, (text) => mentions(text, address));
}

const anyAddress = /[^\s@]@[^\s@]+\.[^\s@]/u;

/** Free JSON with null for every text that has an e-mail address. A member whose own name has one goes. */
export function withoutAddresses(record: Json): Json {
  return withoutTexts(record, (text) => anyAddress.test(text));
}

function withoutTexts(record: Json, isTaken: (text: string) => boolean): Json {
  const replace = (_name: string, value: unknown): unknown => {
    if (typeof value === "string") return isTaken(value) ? null : value;
    if (!isJson(value) || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !isTaken(name)));
  };
  return JSON.parse(JSON.stringify(record, replace)) as Json;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
