import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Route, clientFields, inputPlace, pathFields } from "../src/route.ts";
import { routes } from "../src/routes.ts";
import { type Client, type Reply, workerClient } from "./client.ts";
import { type Segment, type World, aPhoto, aWorld, dayOf, everyDay, segments } from "./world.ts";

let gateway: Client;
let mine: World;
let theirs: World;

beforeAll(async () => {
  gateway = await workerClient();
  mine = await aWorld(gateway);
  theirs = await aWorld(gateway);
});

const built = routes.filter(({ contract }) => contract);
const headOf = ({ method, path }: Route): string => `${method} ${path}`;

function aSale({ ids, freeStartAt }: World): object {
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
  "PATCH /suppliers/{id}": () => ({ name: "Taken over" }),
  "POST /products": (own) => ({ supplierId: own.ids.suppliers, name: "Taken over" }),
  "PATCH /products/{id}": () => ({ name: "Taken over" }),
  "POST /products/{id}/options": () => ({ name: "Taken over", durationMinutes: 1 }),
  "PATCH /options/{id}": () => ({ name: "Taken over" }),
  "POST /options/{id}/units": () => ({ name: "Taken over", type: "ADULT" }),
  "PATCH /units/{id}": () => ({ name: "Taken over" }),
  "POST /options/{id}/availability-periods": () => everyDay,
  "POST /options/{id}/availability-periods/import": () => ({
    rrule: "FREQ=DAILY",
    dtstart: "2027-06-01T09:00",
  }),
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
  "POST /bookings": aSale,
  "POST /bookings/quote": (own, fields) => (fields.includes("bookingId") ? aChange : aSale(own)),
  "PATCH /bookings/{id}": () => aChange,
  "PUT /bookings/{id}/details": () => ({ expectedUpdatedAt: "2051-01-01T00:00:00Z", notes: "No" }),
  "POST /products/{id}/photos": () => aPhoto(),
  "PUT /products/{id}/photos/{photoId}": () => aPhoto(),
  "POST /bookings/{id}/extend": () => ({ expirationMinutes: 5 }),
  "POST /webhooks/subscriptions": (own) => ({
    url: "https://taken.example/over",
    supplierId: own.ids.suppliers,
  }),
  "PATCH /webhooks/subscriptions/{id}": () => ({ status: "DISABLED" }),
  "POST /channels": () => ({ code: "taken-over", name: "Taken over" }),
  "PATCH /channels/{id}": () => ({ name: "Taken over" }),
  "POST /channels/{id}/events": () => ({
    externalEventId: "taken-over",
    type: "BOOKING_CANCEL",
    payload: {},
  }),
};

/** Query parameters without which a route is not looked at. */
const queries: Record<string, (own: World) => Record<string, string>> = {
  "GET /availability": (own) => ({ optionId: own.ids.options, ...dayOf }),
};

/** Where the records stand that a field names: `supplierId` names suppliers. */
const segmentOfField: Record<string, Segment> = {
  supplierId: "suppliers",
  productId: "products",
  optionId: "options",
  resourceId: "resources",
  entityId: "bookings",
  bookingId: "bookings",
  channelConnectionId: "channels",
};

/** An id of the same form that was never given to anything. */
function missing(id: string): string {
  return `${id.slice(0, -6)}000000`;
}

/** The segments that the parameters of a path follow, in their order. */
function segmentsOf(path: string): Segment[] {
  const found = [...path.matchAll(/\/([\w-]+)\/\{/g)].map((match) => match[1] ?? "");
  return found.map((name) => {
    expect(segments).toContain(name);
    return name as Segment;
  });
}

/** Sends a route as the other tenant, with these ids in its path and these in place of its own. */
async function ask(
  route: Route,
  pathIds: string[],
  inserted: Record<string, string> = {},
): Promise<Reply> {
  const rest = [...pathIds];
  const path = route.path.replaceAll(/\{\w+\}/g, () => rest.shift() ?? "");
  const query = { ...queries[headOf(route)]?.(theirs) };
  const body = bodies[headOf(route)]?.(theirs, Object.keys(inserted));
  if (inputPlace(route) === "query") Object.assign(query, inserted);
  const search = new URLSearchParams(query).toString();
  return gateway.send(`${route.method} ${path}${search === "" ? "" : `?${search}`}`, {
    key: theirs.key,
    ...(body ? { body: inputPlace(route) === "body" ? { ...body, ...inserted } : body } : {}),
  });
}

/** All of an answer that a client sees, but for what differs between any two. */
function seen({ status, headers, body }: Reply): object {
  const { requestId: _requestId, ...rest } = body as { requestId?: string };
  const names = [...headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  return { status, headers: names, body: Array.isArray(body) ? body : rest };
}

async function expectSameNotFound(foreign: Reply, absent: Reply): Promise<void> {
  expect([foreign.status, (foreign.body as { code: string }).code]).toEqual([404, "NOT_FOUND"]);
  expect(seen(foreign)).toEqual(seen(absent));
}

const withPath = built.filter(({ path }) => pathFields(path).length > 0);
const withFields = built.flatMap((route) =>
  Object.keys(clientFields(route))
    // Names that a channel or a client gives are no ids of records.
    .filter((name) => name.endsWith("Id") && !name.startsWith("external"))
    .map((field) => ({ head: headOf(route), route, field })),
);

describe("a record of another tenant", () => {
  it.each(withPath.map((route) => ({ head: headOf(route), route })))(
    "is as absent as a missing one for $head",
    async ({ route }) => {
      const named = segmentsOf(route.path);
      const foreign = named.map((segment) => mine.ids[segment]);
      const absent = foreign.map(missing);
      await expectSameNotFound(await ask(route, foreign), await ask(route, absent));
      // Below a record of one's own, too.
      const [first, second] = named;
      if (first === undefined || second === undefined) return;
      const own = theirs.ids[first];
      await expectSameNotFound(
        await ask(route, [own, mine.ids[second]]),
        await ask(route, [own, missing(mine.ids[second])]),
      );
    },
  );

  it.each(withFields)(
    "is as absent as a missing one in $field of $head",
    async ({ route, field }) => {
      const segment = segmentOfField[field];
      expect(segment).toBeDefined();
      const foreignId = mine.ids[segment ?? "suppliers"];
      const path = segmentsOf(route.path).map((name) => theirs.ids[name]);
      const foreign = await ask(route, path, { [field]: foreignId });
      const absent = await ask(route, path, { [field]: missing(foreignId) });
      expect(seen(foreign)).toEqual(seen(absent));
      // A filter finds nothing; a reference is refused.
      const isFilter = foreign.status === 200 && /^(\[\]|\{"items":\[\],.*\})$/.test(foreign.text);
      expect(isFilter || foreign.status === 404).toBe(true);
    },
  );

  it.each([
    ["unitItems", 400],
    ["retailPrices", 400],
    ["resourceItems", 404],
  ])("is as absent as a missing one in %s of a booking", async (field, status) => {
    const answers = [mine.ids, mapIds(mine.ids, missing)].map(async ({ units, resources }) => {
      const own = aSale(theirs);
      const inserted = {
        unitItems: [{ unitId: units, quantity: 1 }],
        retailPrices: { [units]: 1 },
        resourceItems: [{ resourceId: resources, quantity: 1 }],
      }[field];
      return gateway.send("POST /bookings", {
        key: theirs.key,
        body: { ...own, [field]: inserted },
      });
    });
    const [foreign, absent] = await Promise.all(answers);
    expect(foreign?.status).toBe(status);
    expect(foreign && seen(foreign)).toEqual(absent && seen(absent));
  });

  it("is in no list", async () => {
    const lists = built.filter(
      (route) => route.method === "GET" && pathFields(route.path).length === 0,
    );
    for (const route of lists) {
      const query = { ...dayOf, ...queries[headOf(route)]?.(theirs) };
      const search = new URLSearchParams(query).toString();
      const { text } = await gateway.send(`GET ${route.path}?${search}`, { key: theirs.key });
      for (const id of Object.values(mine.ids)) expect(text).not.toContain(id);
    }
  });

  it("is unchanged by all of this", async () => {
    const { ids, key } = mine;
    const names = async (head: string) =>
      ((await gateway.send(head, { key })).body as { name: string }).name;
    expect(await names(`GET /suppliers/${ids.suppliers}`)).toBe("Lines");
    expect(await names(`GET /products/${ids.products}`)).toBe("Ferry");
    expect(await names(`GET /units/${ids.units}`)).toBe("Adult");
    const { body } = await gateway.send(`GET /options/${ids.options}`, { key });
    expect(body).toMatchObject({
      name: "Crossing",
      units: [{ id: ids.units }],
      resourceRequirements: [{ resourceId: ids.resources }],
      availabilityPeriods: [{ id: ids["availability-periods"] }],
      pricingPeriods: [{ retailPrices: { [ids.units]: 1250 } }],
    });
    expect((await gateway.send(`GET /bookings/${ids.bookings}`, { key })).body).toMatchObject({
      status: "CONFIRMED",
    });
    expect((await gateway.send(`GET /resources/${ids.resources}`, { key })).body).toMatchObject({
      quantity: 1,
      capacityPerResource: 10,
    });
    expect((await gateway.send("GET /api-keys", { key })).status).toBe(200);
  });
});

function mapIds(ids: World["ids"], change: (id: string) => string): Record<Segment, string> {
  return Object.fromEntries(
    Object.entries(ids).map(([segment, id]) => [segment, change(id)]),
  ) as Record<Segment, string>;
}
