/** Customers as a tenant's bookings name them: there is no record of a customer beside them. */
import { z } from "zod";
import { mutation } from "./action.ts";
import { newBooking } from "./bookings.ts";
import { count } from "./primitives.ts";
import { comparable } from "./texts.ts";

/** Removes what bookings say of one person. Places, prices and statuses stay. */
export const eraseCustomer = mutation("bookings.eraseCustomer", {
  about: {
    description:
      "Removes the personal data of one customer from all bookings of the tenant. In each booking whose customer has this `email` or `emailAddress`, in any case and any normal form of Unicode, `customer`, `notes`, `participants` and the `contact` of every ticket become null. `erasedAt` says when. Lists, searches and the change feed show it at once. The audit log follows within seconds: its entries from before lose the same members. So do the events by which a channel sent such a booking, or asked for one with this customer. Places, prices and statuses stay, and messages to receivers never carry personal data. The log keeps who erased and when, without the address. It needs `audit:read`, too, and a user session: a key gets 403.",
    repeat:
      "A repeat finds what is left and counts that alone: 0 where nothing is. After 503 or 504, repeat it.",
  },
  input: z.object({
    // Bookings keep whatever was sent as an address: any of it can be erased.
    emailAddress: z
      .string()
      .trim()
      .min(3)
      .max(320)
      .regex(/@/)
      .meta({
        description:
          "E-mail address of the customer, in any case: 3 to 320 characters with an `@`, as the booking has it.",
        examples: ["marta@example.com"],
      }),
  }),
  output: z
    .object({ bookings: count.describe("How many bookings were changed by this request.") })
    .meta({ id: "ErasedCustomer", description: "What was erased of a customer." }),
  refusals: ["SESSION_REQUIRED", "INSUFFICIENT_SCOPE"],
});

type Json = Readonly<Record<string, unknown>>;

const addressFields = ["email", "emailAddress"] as const;

/** Whether a customer, free JSON, has this e-mail address in any case. */
export function hasAddress(customer: unknown, address: string): boolean {
  if (!isJson(customer)) return false;
  return addressFields.some((field) => {
    const value = customer[field];
    return typeof value === "string" && comparable(value.trim()) === comparable(address.trim());
  });
}

const personal = ["customer", "notes", "participants"] as const;
/** A channel may send members that nobody knows: they may be personal, so they do not stay. */
const impersonal = new Set(
  [...Object.keys(newBooking.shape), "externalId", "reason"].filter(
    (name) => !(personal as readonly string[]).includes(name),
  ),
);

/** A channel's message without personal data; a second time it changes nothing. */
export function erasedPayload(payload: Json): Json {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => impersonal.has(name)));
}

/** A record of a booking or of a channel's event without personal data; a second time it changes nothing. */
export function erasedRecord(record: Json, erasedAt: string): Json {
  const { payload, tickets } = record;
  if (isJson(payload)) return { ...record, payload: erasedPayload(payload) };
  return {
    ...record,
    ...Object.fromEntries(personal.map((name) => [name, null])),
    // A record of an earlier release has no tickets.
    ...(Array.isArray(tickets) && {
      tickets: tickets.map((ticket: Json) => ({ ...ticket, contact: null })),
    }),
    erasedAt,
  };
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
