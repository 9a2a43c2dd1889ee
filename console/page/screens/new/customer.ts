/** The customer of a new booking. Pure. */

/** Fields of the form, with the most that each may have. */
export const customerFields = [
  { name: "name", type: "text", maxLength: 200 },
  { name: "email", type: "email", maxLength: 320 },
  { name: "phone", type: "tel", maxLength: 100 },
  { name: "notes", type: "text", maxLength: 1000 },
] as const;

/** The names of OCTO contain ours: lastName, emailAddress, phoneNumber. */
export function isRecommended(name: string, contactFields: readonly string[]): boolean {
  return contactFields.some((each) => each.toLowerCase().includes(name));
}

/** As the API takes them; nothing is sent of what is empty. */
export function customerIn(form: FormData): {
  customer: Readonly<Record<string, string>>;
  notes: string | undefined;
} {
  const given = customerFields.flatMap(({ name }) => {
    const value = form.get(name);
    return typeof value === "string" && value.trim() !== "" ? [[name, value] as const] : [];
  });
  const { notes, ...customer } = Object.fromEntries(given) as Record<string, string>;
  return { customer, notes };
}
