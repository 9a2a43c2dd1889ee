/** One of everything, made through the HTTP interface. */
import assert from "node:assert";
import { randomUUID } from "node:crypto";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { type Client, makerOf } from "./client.ts";
import { allYear } from "./octo-shop.ts";

export interface World {
  readonly key: string;
  readonly tenantId: string;
  /** A session of its user; absent: what only sessions may do is asked with the key. */
  readonly session?: string | undefined;
  /** The ids of its records by the segment of a path that they follow. */
  readonly ids: Readonly<Record<Segment, string>>;
  /** A departure on which nothing is booked yet. */
  readonly freeStartAt: string;
}

export const segments = [
  "api-keys",
  "users",
  "sessions",
  "suppliers",
  "products",
  "options",
  "units",
  "resources",
  "resource-requirements",
  "availability-periods",
  "availability-blocks",
  "bookings",
  "orders",
  "photos",
  "calendar-feeds",
  "subscriptions",
  "deliveries",
  "channels",
  "channel-events",
  "jobs",
] as const;
export type Segment = (typeof segments)[number];

/** Every day of the year at these local times, in a zone that keeps them in UTC. */
export const everyDay = { ...allYear, startTimes: ["08:00", "12:00"] };

/** A day a year from now, so that no departure of it is in the past while the tests run. */
const day = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
export const bookedStartAt = `${day}T08:00:00.000Z`;
export const dayOf = { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` };

/** The body of POST /products/{id}/photos: a picture of one dot, or these bytes. */
export function aPhoto(bytes?: Buffer): { contentType: string; data: string } {
  const dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  return { contentType: "image/png", data: bytes?.toString("base64") ?? dot };
}

type Owner = Awaited<ReturnType<Client["aKey"]>>;

/**
 * A tenant with a ferry of ten seats, one booked over HTTP and one through a channel. Of a tenant that is
 * there, it is one more supplier's.
 */
export async function aWorld(gateway: Client, owner?: Owner): Promise<World> {
  const { tenantId, id: keyId, key } = owner ?? (await gateway.aKey());
  const make = makerOf(gateway, key);
  const suppliers = await make("POST /suppliers", { name: "Lines", timezone: "Etc/UTC" });
  const products = await make("POST /products", { supplierId: suppliers, name: "Ferry" });
  const options = await make(`POST /products/${products}/options`, {
    name: "Crossing",
    durationMinutes: 40,
  });
  const units = await make(`POST /options/${options}/units`, { name: "Adult", type: "ADULT" });
  const resources = await make("POST /resources", {
    supplierId: suppliers,
    name: "Boat",
    quantity: 1,
    capacityPerResource: 10,
  });
  await make(`POST /options/${options}/resource-requirements`, { resourceId: resources });
  const periods = await make(`POST /options/${options}/availability-periods`, everyDay);
  await make(`PUT /options/${options}/pricing-periods`, {
    pricingPer: "UNIT",
    periods: [{ ...everyDay, retailPrices: { [units]: 1250 } }],
  });
  // Nobody is there: the delivery stays.
  const url = "http://127.0.0.1:9/hook";
  const subscriptions = await make("POST /webhooks/subscriptions", {
    url,
    supplierId: suppliers,
  });
  const bookings = await make("POST /bookings", {
    optionId: options,
    startAt: bookedStartAt,
    unitItems: [{ unitId: units, quantity: 1 }],
  });
  const orders = await make("POST /orders", { customer: { firstName: "Marta" } });
  const blocks = await make("POST /availability-blocks", {
    productId: products,
    startAt: "2050-01-01T00:00:00Z",
    endAt: "2050-01-02T00:00:00Z",
  });
  const channels = await make("POST /channels", {
    code: owner ? `resale-${suppliers.slice(-8)}` : "resale",
    name: "Resale",
    supplierId: suppliers,
    notificationTypes: ["BOOKING_UPDATE"],
    // Nobody is there: the job stays.
    endpointUrl: "http://127.0.0.1:9/hook",
  });
  const events = await make(`POST /channels/${channels}/events`, {
    externalEventId: "first",
    type: "BOOKING_CREATE",
    payload: {
      externalId: "R-1",
      optionId: options,
      startAt: bookedStartAt,
      unitItems: [{ unitId: units, quantity: 1 }],
    },
  });
  const feeds = await make("POST /calendar-feeds", {
    name: "Staff",
    supplierId: suppliers,
    withNames: true,
  });
  const photos = await make(`POST /products/${products}/photos`, aPhoto());
  const user = await aUser(gateway, tenantId);
  return {
    key,
    tenantId,
    session: user.session,
    freeStartAt: `${day}T12:00:00.000Z`,
    ids: {
      "api-keys": keyId,
      users: user.id,
      sessions: user.sessionId,
      suppliers,
      products,
      options,
      units,
      resources,
      "resource-requirements": resources,
      "availability-periods": periods,
      "availability-blocks": blocks,
      bookings,
      orders,
      photos,
      "calendar-feeds": feeds,
      channels,
      "channel-events": events,
      jobs: await oneOf(gateway, key, `GET /sync/jobs?channelConnectionId=${channels}`),
      subscriptions,
      deliveries: await oneOf(gateway, key, `GET /webhooks/deliveries?bookingId=${bookings}`),
    },
  };
}

async function aUser(gateway: Client, tenantId: string) {
  const email = `ada-${randomUUID()}@example.com`;
  const password = "correct horse battery";
  const scopes = ["*"];
  const given = { email, name: "Ada", password, scopes };
  const { id } = await call(gateway.platform.as(tenantId), auth.createUser, given);
  const begun = await gateway.send("POST /sessions", { body: { email, password } });
  const { token: session } = begun.body as { token: string };
  const { body } = await gateway.send("GET /users/me/sessions", { key: session });
  const [own] = body as { id: string }[];
  assert(own, begun.text);
  return { id, session, sessionId: own.id };
}

/** The first of what a booking brings about, as soon as that is made. */
async function oneOf(gateway: Client, key: string, head: string): Promise<string> {
  for (;;) {
    await gateway.platform.settle();
    const { body } = await gateway.send(head, { key });
    const [first] = (body as { items: { id: string }[] }).items;
    if (first) return first.id;
  }
}
