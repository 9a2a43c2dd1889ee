/** Asks for records of others by every route: what tests of isolation share. */
import { expect } from "@jest/globals";
import { type Route, clientFields, inputPlace, pathFields } from "../src/route/route.ts";
import { routes } from "../src/routes/routes.ts";
import type { Client, Reply } from "./client.ts";
import { type Segment, type World, aPhoto, dayOf, everyDay, segments } from "./world.ts";

export const headOf = ({ method, path }: Route): string => `${method} ${path}`;

export function aSale({ ids, freeStartAt }: World): object {
  return {
    optionId: ids.options,
    startAt: freeStartAt,
    unitItems: [{ unitId: ids.units, quantity: 1 }],
  };
}
const aChange = { expectedUpdatedAt: "2051-01-01T00:00:00Z", participants: { names: [] } };

/**
 * A body that each route takes beside these fields, so that only the ids decide; ids in it are the sender's
 * own.
 */
const bodies: Record<string, (own: World, fields: readonly string[]) => object> = {
  "POST /customers/erase": () => ({}),
  "PATCH /suppliers/{id}": () => ({ name: "Taken over" }),
  "POST /api-keys": (own) => ({
    name: "Taken over",
    restrictions: { supplierId: own.ids.suppliers },
  }),
  "PATCH /users/{id}": () => ({ name: "Taken over" }),
  "POST /products": (own) => ({ supplierId: own.ids.suppliers, name: "Taken over" }),
  "PATCH /products/{id}": () => ({ name: "Taken over" }),
  "POST /products/{id}/options": () => ({ name: "Taken over", durationMinutes: 1 }),
  "PATCH /options/{id}": () => ({ name: "Taken over" }),
  "POST /options/{id}/units": () => ({ name: "Taken over", type: "ADULT" }),
  "PUT /options/{id}/unit-order": ({ ids }) => ({ unitIds: [ids.units] }),
  "PATCH /units/{id}": () => ({ name: "Taken over" }),
  "POST /options/{id}/availability-periods": () => everyDay,
  "POST /options/{id}/availability-periods/import": () => ({
    rrule: "FREQ=DAILY",
    dtstart: "2027-06-01T09:00",
  }),
  "POST /options/{id}/availability-periods/quote": () => ({ add: [everyDay] }),
  "PATCH /options/{id}/availability-periods/{periodId}": () => ({ label: "Taken over" }),
  "POST /options/{id}/pricing-periods/quote": () => ({ pricingPer: "UNIT", periods: [] }),
  "PUT /options/{id}/charges": () => ({ charges: [] }),
  "PUT /options/{id}/pricing-periods": () => ({ pricingPer: "UNIT", periods: [] }),
  "POST /resources": (own) => ({
    supplierId: own.ids.suppliers,
    name: "Taken over",
    quantity: 1,
    capacityPerResource: 1,
  }),
  "PATCH /resources/{id}": () => ({ quantity: 5 }),
  "POST /options/{id}/resource-requirements": (own) => ({ resourceId: own.ids.resources }),
  "POST /availability-blocks": (own) => ({
    productId: own.ids.products,
    startAt: "2051-01-01T00:00:00Z",
    endAt: "2051-01-02T00:00:00Z",
  }),
  "POST /departures/call-off": ({ ids, freeStartAt: startAt }) => ({
    optionId: ids.options,
    startAt,
    reason: "Taken over",
  }),
  "POST /departures/reopen": ({ ids, freeStartAt: startAt }) => ({
    optionId: ids.options,
    startAt,
  }),
  "POST /bookings": aSale,
  "POST /bookings/quote": (own, fields) => (fields.includes("bookingId") ? aChange : aSale(own)),
  "PATCH /bookings/{id}": () => aChange,
  "PUT /bookings/{id}/details": () => ({
    expectedUpdatedAt: "2051-01-01T00:00:00Z",
    notes: "Taken over",
  }),
  "POST /orders/quote": (own) => ({ items: [aSale(own)] }),
  "PATCH /orders/{id}": () => ({ expectedUpdatedAt: "2051-01-01T00:00:00Z", notes: "Taken over" }),
  "POST /orders/{id}/extend": () => ({ expirationMinutes: 5 }),
  "POST /products/{id}/photos": () => aPhoto(),
  "PUT /products/{id}/photos/{photoId}": () => aPhoto(),
  "PUT /products/{id}/photo-order": ({ ids }) => ({ photoIds: [ids.photos] }),
  "POST /bookings/{id}/extend": () => ({ expirationMinutes: 5 }),
  "POST /webhooks/subscriptions": (own) => ({
    url: "https://taken.example/over",
    supplierId: own.ids.suppliers,
  }),
  "PATCH /webhooks/subscriptions/{id}": () => ({ status: "DISABLED" }),
  "POST /channels": (own) => ({
    code: "taken-over",
    name: "Taken over",
    supplierId: own.ids.suppliers,
  }),
  "POST /calendar-feeds": (own, fields) => ({
    name: "Taken over",
    withNames: true,
    // A feed is narrowed to one record.
    ...(fields.length === 0 ? { supplierId: own.ids.suppliers } : {}),
  }),
  "PATCH /channels/{id}": () => ({ name: "Taken over" }),
  "POST /channels/{id}/keys": () => ({ name: "Taken over" }),
  "POST /channels/{id}/events": () => ({
    externalEventId: "taken-over",
    type: "BOOKING_CANCEL",
    payload: {},
  }),
};

/** Query parameters without which a route is not looked at. */
export const queries: Record<
  string,
  (own: World, fields?: readonly string[]) => Record<string, string>
> = {
  "GET /availability": (own, fields) => ({ ...optionUnless(fields, own), ...dayOf }),
  "GET /availability/calendar": (own, fields) => ({
    ...optionUnless(fields, own),
    from: dayOf.from.slice(0, 10),
    to: dayOf.to.slice(0, 10),
  }),
  "GET /resources/{id}/usage": () => dayOf,
  "GET /stats": () => ({
    from: dayOf.from.slice(0, 10),
    to: dayOf.to.slice(0, 10),
    timezone: "UTC",
    by: "product",
  }),
  "GET /booking-counts": () => ({
    from: dayOf.from.slice(0, 10),
    to: dayOf.to.slice(0, 10),
    timezone: "UTC",
  }),
  "GET /webhooks/deliveries": ({ ids }) => ({ bookingId: ids.bookings }),
  "GET /availability-blocks": () => ({
    from: "2049-01-01T00:00:00Z",
    to: "2051-01-01T00:00:00Z",
  }),
};

/** These are asked for of an option, a product or a supplier. */
function optionUnless(fields: readonly string[] = [], { ids }: World): Record<string, string> {
  const isNamed = fields.includes("productId") || fields.includes("supplierId");
  return isNamed ? {} : { optionId: ids.options };
}

/** Where the records stand that a field names: `supplierId` names suppliers. */
const segmentOfField: Record<string, Segment> = {
  supplierId: "suppliers",
  productId: "products",
  optionId: "options",
  resourceId: "resources",
  entityId: "bookings",
  actorId: "users",
  bookingId: "bookings",
  orderId: "orders",
  channelConnectionId: "channels",
};

/** Texts that name nothing of ours. */
const ownNames = new Set(["externalEventId", "externalId"]);

/** Every route whose path names a record, and every field of a client that does. */
export const withPath = routes.filter(({ path }) => pathFields(path).length > 0);
export const withFields = routes.flatMap((route) =>
  Object.keys(clientFields(route))
    // Names of the client's own, of no record.
    .filter((name) => name.endsWith("Id") && !ownNames.has(name))
    .map((field) => ({ head: headOf(route), route, field })),
);

/** An id of the same form that was never given to anything. */
export function missing(id: string): string {
  return `${id.slice(0, -6)}000000`;
}

/** The segments that the parameters of a path follow, in their order. */
export function segmentsOf(path: string): Segment[] {
  const found = [...path.matchAll(/\/([\w-]+)\/\{/g)].map((match) => match[1] ?? "");
  return found.map((name) => {
    expect(segments).toContain(name);
    return name as Segment;
  });
}

/** The credential for a route: a session for operations that refuse keys, else the key. */
export function credentialFor({ path }: Route, { key, session = key }: World): string {
  return /^\/(users|customers)\b|\/unredeem$/.test(path) ? session : key;
}

/** Sends a route with these ids in its path and these fields in place of the sender's own. */
export type Ask = (
  route: Route,
  pathIds: string[],
  inserted?: Record<string, string>,
) => Promise<Reply>;

/** Asks as the owner of a world, with bodies and parameters that name its own records. */
export function askAs(gateway: Client, own: World): Ask {
  return async (route, pathIds, inserted = {}) => {
    const rest = [...pathIds];
    const path = route.path.replaceAll(/\{\w+\}/g, () => rest.shift() ?? "");
    const query = { ...queries[headOf(route)]?.(own, Object.keys(inserted)) };
    const body = bodies[headOf(route)]?.(own, Object.keys(inserted));
    if (inputPlace(route) === "query") Object.assign(query, inserted);
    const search = new URLSearchParams(query).toString();
    return gateway.send(`${route.method} ${path}${search === "" ? "" : `?${search}`}`, {
      key: credentialFor(route, own),
      ...(body ? { body: inputPlace(route) === "body" ? { ...body, ...inserted } : body } : {}),
    });
  };
}

/** Differs between any two answers, or is of the connection that an answer comes on. */
const incidental = new Set(["date", "x-request-id", "connection", "keep-alive"]);

/** All of an answer that a client sees and its request decides. */
export function seen(reply: Reply): object {
  const { status, headers, text } = reply;
  const names = [...headers].filter(([name]) => !incidental.has(name));
  // The position of a stream is the time of its answer.
  if (isStream(reply)) return { status, headers: names, text: text.replaceAll(/^id: .*$/gm, "") };
  const { requestId: _requestId, ...rest } = reply.body as { requestId?: string };
  return { status, headers: names, body: Array.isArray(reply.body) ? reply.body : rest };
}

const isStream = ({ headers }: Reply): boolean =>
  headers.get("content-type") === "text/event-stream";

/** A record of others in the path is as absent as a missing one, below a record of one's own, too. */
export async function expectAbsentInPath(
  ask: Ask,
  route: Route,
  { foreign, own }: { readonly foreign: World; readonly own: World },
): Promise<void> {
  const named = segmentsOf(route.path);
  const ids = named.map((segment) => foreign.ids[segment]);
  await expectSameNotFound(await ask(route, ids), await ask(route, ids.map(missing)));
  const [first, second] = named;
  if (first === undefined || second === undefined) return;
  await expectSameNotFound(
    await ask(route, [own.ids[first], foreign.ids[second]]),
    await ask(route, [own.ids[first], missing(foreign.ids[second])]),
  );
}

async function expectSameNotFound(foreign: Reply, absent: Reply): Promise<void> {
  expect([foreign.status, (foreign.body as { code: string }).code]).toEqual([404, "NOT_FOUND"]);
  expect(seen(foreign)).toEqual(seen(absent));
}

/** A record of others in a field is as absent as a missing one; answers what was answered. */
export async function expectAbsentInField(
  ask: Ask,
  { route, field }: { readonly route: Route; readonly field: string },
  { foreign, own }: { readonly foreign: World; readonly own: World },
): Promise<Reply> {
  const segment = segmentOfField[field];
  expect(segment).toBeDefined();
  const foreignId = foreign.ids[segment ?? "suppliers"];
  const path = segmentsOf(route.path).map((name) => own.ids[name]);
  const answer = await ask(route, path, { [field]: foreignId });
  const absent = await ask(route, path, { [field]: missing(foreignId) });
  expect(seen(answer)).toEqual(seen(absent));
  return answer;
}

/** A filter finds nothing; a reference is refused. */
export function findsNothing(reply: Reply): boolean {
  const { status, text } = reply;
  if (isStream(reply)) return !/^data:/m.test(text);
  return status === 404 || (status === 200 && /^(\[\]|\{"items":\[\],.*\})$/.test(text));
}

const bookingFields = ["unitItems", "retailPrices", "resourceItems"] as const;

/** A booking's field, filled so that it names the records of these ids. */
export function bookingNaming(
  field: (typeof bookingFields)[number],
  { units, resources }: World["ids"],
): object {
  return {
    unitItems: [{ unitId: units, quantity: 1 }],
    retailPrices: { [units]: 1 },
    resourceItems: [{ resourceId: resources, quantity: 1 }],
  }[field];
}

/** The same ids of nothing. */
export function missingOf(ids: World["ids"]): World["ids"] {
  const all = Object.entries(ids).map(([segment, id]) => [segment, missing(id)] as const);
  return Object.fromEntries(all) as World["ids"];
}

/** Expects that forbidden requests have changed nothing of a world. */
export async function expectUnchanged(
  gateway: Client,
  { ids, key, session }: World,
): Promise<void> {
  const read = async (head: string) => (await gateway.send(head, { key })).body;
  expect(await read(`GET /suppliers/${ids.suppliers}`)).toMatchObject({ name: "Lines" });
  const users = await gateway.send("GET /users", { key: session });
  expect(users.body).toContainEqual(expect.objectContaining({ id: ids.users, name: "Ada" }));
  expect(await read(`GET /products/${ids.products}`)).toMatchObject({ name: "Ferry" });
  expect(await read(`GET /units/${ids.units}`)).toMatchObject({ name: "Adult" });
  expect(await read(`GET /options/${ids.options}`)).toMatchObject({
    name: "Crossing",
    units: [{ id: ids.units }],
    resourceRequirements: [{ resourceId: ids.resources }],
    availabilityPeriods: [{ id: ids["availability-periods"] }],
    pricingPeriods: [{ retailPrices: { [ids.units]: 1250 } }],
  });
  expect(await read(`GET /bookings/${ids.bookings}`)).toMatchObject({ status: "CONFIRMED" });
  expect(await read(`GET /resources/${ids.resources}`)).toMatchObject({
    quantity: 1,
    capacityPerResource: 10,
  });
  expect(await read(`GET /channels/${ids.channels}`)).toMatchObject({ name: "Resale" });
  expect(await read(`GET /webhooks/subscriptions/${ids.subscriptions}`)).toMatchObject({
    status: "ACTIVE",
  });
  expect((await gateway.send("GET /api-keys", { key })).status).toBe(200);
}
