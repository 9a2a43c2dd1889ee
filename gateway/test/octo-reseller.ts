/** Bookings as a reseller of a shop makes them over OCTO. Every answer is parsed by the standard's schemas. */
import assert from "node:assert";
import type { Client, Reply } from "./client.ts";
import { sendOcto } from "./octo-client.ts";
import { type OctoShop, dateIn } from "./octo-shop.ts";

export interface OctoBooking {
  readonly id: string;
  readonly uuid: string;
  readonly status: string;
  readonly supplierReference: string;
  readonly resellerReference: string | null;
  readonly utcExpiresAt: string | null;
  readonly utcConfirmedAt: string | null;
  readonly availabilityId: string;
  readonly productId: string;
  readonly optionId: string;
  readonly cancellable: boolean;
  readonly cancellation: { readonly refund: string; readonly reason: string | null } | null;
  readonly notes: string | null;
  readonly contact: Readonly<Record<string, unknown>>;
  readonly voucher: { readonly deliveryOptions: readonly unknown[] } | null;
  readonly unitItems: readonly {
    readonly uuid: string;
    readonly unitId: string;
    readonly supplierReference: string;
    readonly status: string;
    readonly contact: Readonly<Record<string, unknown>>;
    readonly pricing?: { readonly retail: number };
  }[];
  readonly pricing?: { readonly retail: number };
}

export interface OctoReseller {
  send(head: string, body?: object, headers?: Record<string, string>): Promise<Reply>;
  /** Reserves on the departure of day 40, else as the body says. */
  reserve(body?: object, headers?: Record<string, string>): Promise<Reply>;
  /** A reservation that succeeds. */
  held(body?: object): Promise<OctoBooking>;
  adults(count: number): { unitId: string }[];
  vacancies(day?: number): Promise<number | null>;
  /** The id of the departure of a day from today on. */
  idOf(day: number): Promise<string>;
}

interface Availability {
  readonly id: string;
  readonly vacancies: number | null;
}

export const bookingOf = ({ body }: Reply): OctoBooking => body as OctoBooking;
export const errorOf = ({ status, body }: Reply): string =>
  status === 200 ? "none" : (body as { error: string }).error;

const usualDay = 40;

export function anOctoReseller(client: Client, shop: OctoShop, key = shop.key): OctoReseller {
  const send: OctoReseller["send"] = (head, body, headers) =>
    sendOcto(client, head, { key, ...(body && { body }), ...(headers && { headers }) });
  const departure = async (day: number): Promise<Availability | undefined> => {
    const { status, text, body } = await shop.ask("POST /availability", { localDate: dateIn(day) });
    // Else a 503 would show only as the refusal of a booking that names no departure.
    assert.equal(status, 200, text);
    return (body as Availability[])[0];
  };
  const idOf = async (day: number): Promise<string> => (await departure(day))?.id ?? "";
  const adults = (count: number) =>
    Array.from({ length: count }, () => ({ unitId: shop.unitIds[0] ?? "" }));
  const reserve: OctoReseller["reserve"] = async (body = {}, headers = {}) => {
    const { productId, optionId } = shop;
    const usual = { productId, optionId, unitItems: adults(1), ...body };
    const availabilityId = "availabilityId" in usual ? undefined : await idOf(usualDay);
    return send("POST /bookings", { ...(availabilityId && { availabilityId }), ...usual }, headers);
  };
  return {
    send,
    reserve,
    async held(body) {
      const reply = await reserve(body);
      if (reply.status !== 200) throw new Error(reply.text);
      return bookingOf(reply);
    },
    adults,
    idOf,
    vacancies: async (day = usualDay) => (await departure(day))?.vacancies ?? null,
  };
}
