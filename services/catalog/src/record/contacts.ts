/** The fields that a supplier hands down to its products: its zone, its language and its contacts. */
export interface Contacts {
  timezone: string;
  locale: string;
  website: string | null;
  email: string | null;
  telephone: string | null;
  address: string | null;
}

export type ContactField = keyof Contacts;

export const contactFields = [
  "timezone",
  "locale",
  "website",
  "email",
  "telephone",
  "address",
] as const satisfies readonly ContactField[];
