/**
 * A client of OCTO, the open standard for tours and activities: an endpoint, a key and `fetch`. It needs nothing of
 * Slipway, and works with any supplier that speaks the standard.
 */

export interface Unit {
  readonly id: string;
  readonly internalName: string;
}

export interface Option {
  readonly id: string;
  readonly internalName: string;
  readonly restrictions: { readonly minUnits: number };
  readonly units: readonly Unit[];
}

export interface Product {
  readonly id: string;
  readonly internalName: string;
  /** With `octo/content`: its name for customers. */
  readonly title?: string;
  readonly options: readonly Option[];
}

/** A price in minor units: 1250 is EUR 12.50 where the precision is 2. */
export interface Pricing {
  readonly retail: number;
  readonly currency: string;
  readonly currencyPrecision: number;
}

/** A departure, for the party that was asked for. */
export interface Availability {
  /** Also the local time of the start, with its offset. */
  readonly id: string;
  readonly available: boolean;
  readonly status: string;
  readonly vacancies: number | null;
  readonly pricing?: Pricing;
}

export interface Booking {
  /** Named by the reseller, so that a repeat of a lost request books nothing twice. */
  readonly uuid: string;
  readonly supplierReference: string;
  readonly status: string;
  readonly availabilityId: string;
  readonly pricing?: Pricing;
}

export interface Order {
  readonly uuid: string;
  readonly productId: string;
  readonly optionId: string;
  readonly availabilityId: string;
  readonly unitItems: readonly { readonly unitId: string }[];
}

export interface AvailabilityQuery {
  readonly productId: string;
  readonly optionId: string;
  /** YYYY-MM-DD, local to the product; both included. */
  readonly localDateStart: string;
  readonly localDateEnd: string;
  readonly units: readonly { readonly id: string; readonly quantity: number }[];
}

export interface Contact {
  readonly fullName: string;
  readonly emailAddress?: string;
}

/** The error with which a supplier refuses a request. */
export class OctoError extends Error {
  override readonly name = "OctoError";
  /** Such as UNPROCESSABLE_ENTITY. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export interface OctoClient {
  products(): Promise<Product[]>;
  availability(query: AvailabilityQuery): Promise<Availability[]>;
  /** Holds the places for a while. */
  reserve(order: Order): Promise<Booking>;
  confirm(uuid: string, details: { contact: Contact; resellerReference: string }): Promise<Booking>;
  cancel(uuid: string, reason: string): Promise<Booking>;
  booking(uuid: string): Promise<Booking>;
}

/** @param endpoint such as "https://book.example.com/octo" */
export function createOctoClient(endpoint: string, key: string): OctoClient {
  async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(endpoint + path, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        "Octo-Capabilities": "octo/pricing, octo/content",
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer as Answer;
    const { error, errorMessage } = answer as { error: string; errorMessage: string };
    throw new OctoError(error, errorMessage);
  }
  const at = (uuid: string): string => `/bookings/${encodeURIComponent(uuid)}`;
  return {
    products: () => send("GET", "/products"),
    availability: (query) => send("POST", "/availability", query),
    reserve: (order) => send("POST", "/bookings", order),
    confirm: (uuid, details) => send("POST", `${at(uuid)}/confirm`, details),
    cancel: (uuid, reason) => send("POST", `${at(uuid)}/cancel`, { reason }),
    booking: (uuid) => send("GET", at(uuid)),
  };
}
