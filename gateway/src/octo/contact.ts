/** Customers and travellers, as a reseller sends them and as answers show them. Pure. */
import { z } from "zod";
import { component } from "@slipway/contracts";

const text = (what: string) =>
  z.string().max(1000).nullish().describe(`${what}, at most 1000 characters; null removes it.`);
/** Any address that a booking of the API may have: a local part and a domain may have letters of any script. */
const email = z
  .string()
  .trim()
  .max(320)
  .regex(/^(?:.+@.+)?$/s);

export const sentContact = component(
  "OctoSentContact",
  "A customer or a traveller. What is left out stays as it is.",
  {
    fullName: text("Whole name"),
    firstName: text("First name"),
    lastName: text("Last name"),
    emailAddress: email.nullish().describe("E-mail address; null removes it."),
    phoneNumber: text("Telephone number"),
    locales: z
      .array(z.string().max(100))
      .max(20)
      .nullish()
      .describe("Languages, as BCP 47 tags; at most 20."),
    postalCode: text("Postal code"),
    country: text("Country"),
    notes: text("What else there is to say"),
    allowMarketing: z
      .boolean()
      .nullish()
      .describe("Whether the customer agrees to advertising. It is kept and not answered."),
  },
);

/** The members that a request names; an empty text says that there is none. */
export function contactOf(sent: z.output<typeof sentContact>): Record<string, unknown> {
  const named = Object.entries(sent).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named.map(([name, value]) => [name, value === "" ? null : value]));
}

/** Made once: what a schema costs to make is many times what it costs to use. */
const shownCustomer = z.object({
  emailAddress: email.min(1).nullable().catch(null),
  locales: z.array(z.string()).catch([]),
});

/** Free JSON of a booking; the supplier may have given it any form, and what has another one is left out. */
export function shownContact(free: Readonly<Record<string, unknown>> | null) {
  const member = (name: string): string | null => {
    const value = free?.[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const names = [member("firstName"), member("lastName")].filter((name) => name !== null);
  const { emailAddress, locales } = shownCustomer.parse(free ?? {});
  return {
    fullName: member("fullName") ?? (names.length > 0 ? names.join(" ") : null),
    firstName: member("firstName"),
    lastName: member("lastName"),
    emailAddress,
    phoneNumber: member("phoneNumber"),
    locales,
    postalCode: member("postalCode"),
    country: member("country"),
    notes: member("notes"),
  };
}
