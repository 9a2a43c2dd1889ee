/** The fields of a customer, who is free JSON: what a form shows of it, and what becomes of the rest. Pure. */

type FreeJson = Readonly<Record<string, unknown>>;

interface CustomerField {
  readonly key: CustomerKey;
  readonly type: "text" | "email" | "tel";
  readonly value: string;
}

const kinds = [
  { type: "text", keys: ["name", "fullName", "firstName", "lastName"] },
  { type: "email", keys: ["email", "emailAddress"] },
  { type: "tel", keys: ["phone", "phoneNumber", "telephone"] },
] as const;

export type CustomerKey = (typeof kinds)[number]["keys"][number];

/** Name, e-mail and telephone under the names that the customer has for them, or under the first of ours. */
export function customerFields(customer: FreeJson | null): CustomerField[] {
  return kinds.flatMap(({ type, keys }) => {
    const known = keys.filter((key) => typeof customer?.[key] === "string");
    const shown: readonly CustomerKey[] = known.length === 0 ? [keys[0]] : known;
    return shown.map((key) => ({ key, type, value: textOf(customer?.[key]) }));
  });
}

/** The customer with what was typed; what is left empty goes, and all else stays. Null: nothing is left. */
export function customerAfter(
  customer: FreeJson | null,
  typed: Readonly<Partial<Record<CustomerKey, string>>>,
): FreeJson | null {
  const after: Record<string, unknown> = { ...customer };
  for (const [key, text] of Object.entries(typed))
    if (text.trim() === "") delete after[key];
    else after[key] = text.trim();
  return Object.keys(after).length === 0 ? null : after;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
