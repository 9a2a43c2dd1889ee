/** The fields that every stored record of a tenant has. */
export interface Identity {
  readonly _id: string;
  readonly tenantId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Json = Record<string, unknown>;

/** Free JSON is kept as text, so that no key of a client meets the database. */
export function parseJson(text: string): Json {
  return JSON.parse(text) as Json;
}
