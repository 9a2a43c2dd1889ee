import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Route, pathFields } from "../src/route/route.ts";
import { routes } from "../src/routes/routes.ts";
import { type Reply, sharedClient } from "./client.ts";
import {
  type Ask,
  aSale,
  askAs,
  bookingNaming,
  expectAbsentInField,
  expectAbsentInPath,
  expectUnchanged,
  findsNothing,
  headOf,
  missing,
  missingOf,
  queries,
  seen,
  segmentsOf,
  withFields,
  withPath,
} from "./foreign-records.ts";
import { type Segment, type World, aWorld, bookedStartAt, dayOf } from "./world.ts";

/** The other supplier's, by a key of the whole tenant. */
let foreign: World;
/** The key's own supplier's, by the restricted key. */
let own: World;
let ask: Ask;

const gateway = forThisFile(() => sharedClient());
beforeAll(async () => {
  const owner = await gateway.aKey();
  foreign = await aWorld(gateway, owner);
  const world = await aWorld(gateway, owner);
  own = {
    ...world,
    session: undefined,
    key: await issue({ supplierId: world.ids.suppliers }, owner.key),
  };
  ask = askAs(gateway, own);
});

async function issue(restrictions: object, by = foreign.key): Promise<string> {
  const { body } = await gateway.send("POST /api-keys", {
    key: by,
    body: { name: "Reseller", restrictions },
  });
  return (body as { key: string }).key;
}

const refusalOf = ({ status, body }: Reply): [number, string] => [
  status,
  (body as { code: string }).code,
];
const entitiesOf = ({ body }: Reply): string[] =>
  (body as { entityId: string }[]).map(({ entityId }) => entityId);
const isTenantWide = ({ narrowing }: Route): boolean =>
  narrowing === "tenant" || narrowing === "entity";

describe("a record of another supplier", () => {
  const worlds = () => ({ foreign, own });

  it.each(
    withPath
      // No key may do it, whatever the id names.
      .filter((route) => !isTenantWide(route) && !route.path.endsWith("/unredeem"))
      .map((route) => ({ head: headOf(route), route })),
  )("is as absent as a missing one for $head", async ({ route }) => {
    await expectAbsentInPath(ask, route, worlds());
  });

  it.each(withFields.filter(({ route }) => !isTenantWide(route)))(
    "is as absent as a missing one in $field of $head",
    async ({ route, field }) => {
      expect(findsNothing(await expectAbsentInField(ask, { route, field }, worlds()))).toBe(true);
    },
  );

  it.each([
    ["unitItems", [400, "UNKNOWN_UNIT"]],
    ["retailPrices", [400, "UNKNOWN_UNIT"]],
    ["resourceItems", [404, "NOT_FOUND"]],
  ] as const)("is as absent as a missing one in %s of a booking", async (field, refusal) => {
    const answers = [foreign.ids, missingOf(foreign.ids)].map((ids) =>
      gateway.send("POST /bookings", {
        key: own.key,
        body: { ...aSale(own), [field]: bookingNaming(field, ids) },
      }),
    );
    const [there, absent] = await Promise.all(answers);
    expect(there && refusalOf(there)).toEqual(refusal);
    expect(there && seen(there)).toEqual(absent && seen(absent));
  });

  it("is absent before anything else is looked at", async () => {
    // A key of the whole tenant would get other refusals: a resource of another supplier, a booking in another
    // state.
    const linked = await gateway.send(`POST /options/${own.ids.options}/resource-requirements`, {
      key: own.key,
      body: { resourceId: foreign.ids.resources },
    });
    expect(refusalOf(linked)).toEqual([404, "NOT_FOUND"]);
    const confirmed = await gateway.send(`POST /bookings/${foreign.ids.bookings}/confirm`, {
      key: own.key,
    });
    expect(refusalOf(confirmed)).toEqual([404, "NOT_FOUND"]);
  });

  it("is as absent as a missing one in what its channel sends", async () => {
    const { options, resources } = foreign.ids;
    const whole = { ...aSale(own), externalId: "R-2" };
    const payloads = [options, missing(options)].map((optionId) => ({ ...whole, optionId }));
    const taking = [resources, missing(resources)].map((resourceId) => ({
      ...whole,
      resourceItems: [{ resourceId, quantity: 1 }],
    }));
    const ids: string[] = [];
    for (const [index, payload] of [...payloads, ...taking].entries()) {
      const event = { externalEventId: `e-${index}`, type: "BOOKING_CREATE", payload };
      const { body } = await gateway.send(`POST /channels/${own.ids.channels}/events`, {
        key: own.key,
        body: event,
      });
      ids.push((body as { id: string }).id);
    }
    for (const id of ids) expect(await endOf(id)).toEqual({ status: "FAILED", error: "NOT_FOUND" });
  });

  /** Waits until an event was carried out, and returns its status. */
  async function endOf(id: string): Promise<object> {
    for (;;) {
      await gateway.platform.settle();
      const { body } = await gateway.send(`GET /channel-events/${id}`, { key: own.key });
      const { status, error } = body as { status: string; error: string | null };
      if (status !== "RECEIVED") return { status, error };
    }
  }

  it("is not shown by its idempotency key, nor by a cursor", async () => {
    const body = { ...aSale(foreign), idempotencyKey: "theirs" };
    expect((await gateway.send("POST /bookings", { key: foreign.key, body })).status).toBe(201);
    const repeat = { ...aSale(own), idempotencyKey: "theirs" };
    const refused = await gateway.send("POST /bookings", { key: own.key, body: repeat });
    expect(refusalOf(refused)).toEqual([409, "REFERENCE_TAKEN"]);

    const feed = "GET /bookings?updatedSince=2020-01-01T00:00:00Z&limit=1";
    const { body: page } = await gateway.send(feed, { key: foreign.key });
    const { nextCursor } = page as { nextCursor: string };
    const crawled = await gateway.send(`GET /bookings?cursor=${nextCursor}`, { key: own.key });
    expect(refusalOf(crawled)).toEqual([400, "VALIDATION_FAILED"]);
  });

  it("is unchanged by all of this", async () => {
    await expectUnchanged(gateway, foreign);
  });
});

describe("records of the whole tenant", () => {
  it.each(
    routes
      .filter(({ narrowing }) => narrowing === "tenant")
      .map((route) => ({ head: headOf(route), route })),
  )("are refused at $head", async ({ route }) => {
    const ids = segmentsOf(route.path).map((segment) => own.ids[segment]);
    expect(refusalOf(await ask(route, ids))).toEqual([403, "INSUFFICIENT_SCOPE"]);
  });

  it("are refused where a field that is left out would mean all suppliers", async () => {
    const refused = async (head: string, body: object) =>
      expect(refusalOf(await gateway.send(head, { key: own.key, body }))).toEqual([
        403,
        "INSUFFICIENT_SCOPE",
      ]);
    await refused("POST /webhooks/subscriptions", { url: "https://taken.example/over" });
    await refused("POST /calendar-feeds", { name: "Wide", withNames: true });
    await refused("POST /channels", { code: "wide", name: "Wide" });
    await refused(`PATCH /channels/${own.ids.channels}`, { supplierId: null });
  });

  it("are refused in the audit log, which answers for one record of its own", async () => {
    const log = (query: string) => gateway.send(`GET /audit-logs${query}`, { key: own.key });
    for (const query of ["", "?entityType=booking", `?entityId=${foreign.ids.bookings}`])
      expect(refusalOf(await log(query))).toEqual([403, "INSUFFICIENT_SCOPE"]);
    const absent = await log(`?entityId=${missing(foreign.ids.bookings)}`);
    expect(seen(await log(`?entityId=${foreign.ids.bookings}`))).toEqual(seen(absent));
    await gateway.platform.settle();
    for (const id of [own.ids.bookings, own.ids.products, own.ids["availability-blocks"]]) {
      expect(entitiesOf(await log(`?entityId=${id}`))).toContain(id);
    }
  });

  it("are refused in the audit log by ids that only paths of others name", async () => {
    await gateway.platform.settle();
    const idsOf = async ({ key, ids }: World): Promise<string[]> => {
      const { body } = await gateway.send(`GET /options/${ids.options}`, { key });
      const { resourceRequirements } = body as { resourceRequirements: { id: string }[] };
      const requirement = resourceRequirements[0]?.id ?? "";
      return [ids.photos, ids["availability-periods"], requirement];
    };
    const log = (entityId: string) =>
      gateway.send(`GET /audit-logs?entityId=${entityId}`, { key: own.key });
    for (const id of await idsOf(own)) expect(entitiesOf(await log(id))).toEqual([id]);
    for (const id of await idsOf(foreign)) {
      expect(refusalOf(await log(id))).toEqual([403, "INSUFFICIENT_SCOPE"]);
      expect(seen(await log(id))).toEqual(seen(await log(missing(id))));
    }
  });
});

/** Which of its own records each list shows. */
const listed: Record<string, Segment> = {
  // In the restrictions of the credential.
  "GET /me": "suppliers",
  "GET /suppliers": "suppliers",
  "GET /products": "products",
  "GET /resources": "resources",
  "GET /availability": "options",
  "GET /availability/calendar": "options",
  "GET /availability-blocks": "availability-blocks",
  "GET /bookings": "bookings",
  "GET /calendar-feeds": "calendar-feeds",
  "GET /webhooks/subscriptions": "subscriptions",
  "GET /webhooks/deliveries": "deliveries",
  "GET /channels": "channels",
  "GET /channel-events": "channel-events",
  "GET /sync/jobs": "jobs",
};

describe("its own records", () => {
  const lists = routes.filter(
    (route) =>
      route.method === "GET" &&
      pathFields(route.path).length === 0 &&
      !isTenantWide(route) &&
      // The answer names no record, or there is none, or it is a stream (events.int.test.ts): see below.
      !["GET /booking-counts", "GET /stats", "GET /unscheduled-bookings", "GET /events"].includes(
        headOf(route),
      ),
  );

  it.each(lists.map((route) => ({ head: headOf(route), route })))(
    "are all that $head shows, in pages and as a whole",
    async ({ route, head }) => {
      expect(listed).toHaveProperty([head]);
      for (const form of [{}, { limit: "50" }, { updatedSince: "2020-01-01T00:00:00Z" }]) {
        const query = { ...queries[head]?.(own), ...form };
        const { text, status } = await gateway.send(
          `GET ${route.path}?${new URLSearchParams(query).toString()}`,
          { key: own.key },
        );
        expect(status).toBe(200);
        expect(text).toContain(own.ids[listed[head] ?? "suppliers"]);
        for (const id of Object.values(foreign.ids)) expect(text).not.toContain(id);
      }
    },
  );

  it("are counted without those of others", async () => {
    for (const path of ["/products", "/resources", "/suppliers"]) {
      const { body } = await gateway.send(`GET ${path}?limit=1`, { key: own.key });
      expect(body).toMatchObject({ total: 1 });
    }
    const { body } = await gateway.send("GET /bookings?limit=1", { key: own.key });
    const all = await gateway.send("GET /bookings", { key: own.key });
    expect(body).toMatchObject({ total: (all.body as object[]).length });
    const starting = (all.body as { startAt: string; status: string }[]).filter(
      ({ startAt, status }) =>
        startAt.startsWith(dayOf.from.slice(0, 10)) &&
        ["ON_HOLD", "PENDING", "CONFIRMED"].includes(status),
    );
    const query = new URLSearchParams(queries["GET /booking-counts"]?.(own)).toString();
    const counted = await gateway.send(`GET /booking-counts?${query}`, { key: own.key });
    const bookings = (counted.body as { bookings: number }[]).map((each) => each.bookings);
    expect(starting.length).toBeGreaterThan(0);
    expect(bookings.reduce((sum, each) => sum + each, 0)).toBe(starting.length);
  });

  // Whatever a route answers about its own records, it is not that they are not there. What ends them comes last.
  // A ticket is named by its code, which only its booking tells (gateway/test/tickets.int.test.ts).
  const reaching = routes.filter(
    (route) => route.scope !== null && !isTenantWide(route) && route.path !== "/tickets/redeem",
  );
  const ending = reaching.filter(({ method }) => method === "DELETE").toReversed();
  const others = reaching.filter(({ method }) => method !== "DELETE");
  const hidden = ["NOT_FOUND", "INSUFFICIENT_SCOPE", "UNAUTHENTICATED", "VALIDATION_FAILED"];

  it.each([...others, ...ending].map((route) => ({ head: headOf(route), route })))(
    "are reached by $head",
    async ({ route }) => {
      const ids = segmentsOf(route.path).map((segment) => own.ids[segment]);
      // Bytes of a photo are no JSON.
      const code = route.raw ? await codeOfBytes(route, ids) : codeOf(await ask(route, ids));
      expect(hidden).not.toContain(code);
    },
  );

  function codeOf({ body }: Reply): string | undefined {
    return (body as { code?: string }).code;
  }

  async function codeOfBytes({ path }: Route, ids: string[]): Promise<string | undefined> {
    const rest = [...ids];
    const at = path.replaceAll(/\{\w+\}/g, () => rest.shift() ?? "");
    const answer = await fetch(`${gateway.url}/api/v1${at}`, {
      headers: { authorization: `Bearer ${own.key}` },
    });
    return answer.ok ? undefined : ((await answer.json()) as { code: string }).code;
  }
});

describe("a key without overrides", () => {
  const start = { localDate: "2050-06-01", localTime: "10:00" };

  it.each([
    ["retailPrices", { retailPrices: {} }],
    ["expandCapacity", { expandCapacity: true }],
    ["customStart", { customStart: start, startAt: undefined }],
  ])("is refused %s right after the shape", async (_field, override) => {
    const key = await issue({ overrides: false });
    const booking = { ...aSale(foreign), ...override };
    const nowhere = { ...booking, optionId: missing(foreign.ids.options) };
    const refusal = async (head: string, body: object) =>
      refusalOf(await gateway.send(head, { key, body }));
    const forbidden = [403, "OVERRIDE_FORBIDDEN"];
    expect(await refusal("POST /bookings", booking)).toEqual(forbidden);
    expect(await refusal("POST /bookings", nowhere)).toEqual(forbidden);
    expect(await refusal("POST /bookings/quote", nowhere)).toEqual(forbidden);
    const items = [aSale(foreign), booking];
    expect(await refusal("POST /orders/quote", { items })).toEqual(forbidden);
    expect(await refusal("POST /bookings", { ...booking, unitItems: [] })).toEqual([
      400,
      "VALIDATION_FAILED",
    ]);
    const event = { externalEventId: `e-${_field}`, type: "BOOKING_CREATE", payload: booking };
    const events = `POST /channels/${foreign.ids.channels}/events`;
    expect(await refusal(events, event)).toEqual(forbidden);
  });

  it("is refused them in a change, too, and may do all else", async () => {
    const key = await issue({ overrides: false });
    const path = `/bookings/${foreign.ids.bookings}`;
    const change = { expectedUpdatedAt: bookedStartAt, retailPrices: {} };
    const refused = await gateway.send(`PATCH ${path}`, { key, body: change });
    expect(refusalOf(refused)).toEqual([403, "OVERRIDE_FORBIDDEN"]);
    const body = { ...aSale(foreign), expandCapacity: false };
    expect((await gateway.send("POST /bookings", { key, body })).status).toBe(201);
    expect((await gateway.send("GET /api-keys", { key })).status).toBe(200);
  });
});

describe("the restrictions of a key", () => {
  const restrictionsOf = ({ body }: Reply) => (body as { restrictions: object }).restrictions;

  it("are shown where the key is, and are none where none were asked for", async () => {
    const { key } = foreign;
    const free = { supplierId: null, overrides: true };
    const plain = await gateway.send("POST /api-keys", { key, body: { name: "Plain" } });
    expect(restrictionsOf(plain)).toEqual(free);
    const mine = await gateway.send("GET /me", { key });
    expect(mine.body).toMatchObject({ credential: { restrictions: free } });
    const supplierId = own.ids.suppliers;
    const held = await gateway.send("GET /me", {
      key: await issue({ supplierId, overrides: false }),
    });
    expect(held.body).toMatchObject({
      credential: { restrictions: { supplierId, overrides: false } },
    });
    const { body } = await gateway.send("GET /api-keys", { key });
    expect((body as { restrictions: object }[]).map(({ restrictions }) => restrictions)).toEqual(
      expect.arrayContaining([free, { supplierId, overrides: false }]),
    );
  });

  it("name a supplier that is there", async () => {
    const restrictions = { supplierId: missing(own.ids.suppliers) };
    const body = { name: "Typing error", restrictions };
    const refused = await gateway.send("POST /api-keys", { key: foreign.key, body });
    expect(refusalOf(refused)).toEqual([404, "NOT_FOUND"]);
  });

  it("are at least those of the key that issues it", async () => {
    const supplierId = own.ids.suppliers;
    const priced = await issue({ overrides: false });
    for (const [key, restrictions] of [
      [own.key, undefined],
      [own.key, { supplierId: foreign.ids.suppliers }],
      [own.key, { supplierId: missing(supplierId) }],
      [priced, { supplierId }],
    ] as const) {
      const refused = await gateway.send("POST /api-keys", {
        key,
        body: { name: "More", restrictions },
      });
      expect(refusalOf(refused)).toEqual([403, "SCOPE_ESCALATION"]);
    }
    const narrower = await issue({ supplierId, overrides: false }, own.key);
    expect((await gateway.send("GET /me", { key: narrower })).status).toBe(200);
  });
});
