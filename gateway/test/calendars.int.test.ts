/** Calendar feeds: made through the interface, read as a calendar reads them. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import ICAL from "ical.js";
import { tokenText } from "@slipway/contracts";
import { testGateway } from "./testing.ts";
import { everyDay } from "./world.ts";

interface Feed {
  readonly id: string;
  readonly url: string;
}

const dayMs = 86_400_000;
const dayAhead = (days: number): string =>
  new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const [monday, tuesday] = [`${dayAhead(3)}T08:00:00.000Z`, `${dayAhead(4)}T08:00:00.000Z`];
const services: unknown[] = [];
let key: string;
let optionId: string;
let productId: string;
let supplierId: string;
let boatId: string;
let guideId: string;
let adultId: string;

async function make(head: string, body: object): Promise<Record<string, unknown> & { id: string }> {
  const reply = await gateway.send(head, { key, body });
  expect([head, reply.status, reply.text]).toEqual([head, 201, reply.text]);
  return reply.body as { id: string };
}

const gateway = forThisFile(async () => {
  const log = (...line: unknown[]): void => void services.push(line);
  return testGateway(import.meta.url, { log }, { calendarReadsPerMinute: 200 });
});
beforeAll(async () => {
  ({ key } = await gateway.aKey());
  ({ id: supplierId } = await make("POST /suppliers", { name: "Viva", timezone: "Etc/UTC" }));
  ({ id: productId } = await make("POST /products", { supplierId, name: "Sunset Cruise" }));
  const option = { name: "Evening", durationMinutes: 90 };
  ({ id: optionId } = await make(`POST /products/${productId}/options`, option));
  const options = `POST /options/${optionId}`;
  ({ id: adultId } = await make(`${options}/units`, { name: "Adult", type: "ADULT" }));
  const pool = { supplierId, quantity: 1 };
  const resource = (name: string, capacityPerResource: number) =>
    make("POST /resources", { ...pool, name, capacityPerResource });
  ({ id: boatId } = await resource("Boat", 24));
  ({ id: guideId } = await resource("Guide", 30));
  await make(`${options}/resource-requirements`, { resourceId: boatId });
  await make(`${options}/availability-periods`, everyDay);
  const periods = [{ ...everyDay, retailPrices: { [adultId]: 950 } }];
  await gateway.send(`PUT /options/${optionId}/pricing-periods`, {
    key,
    body: { pricingPer: "UNIT", periods },
  });
});

const addFeed = async (body: object = {}): Promise<Feed> =>
  (await make("POST /calendar-feeds", {
    name: "Staff",
    withNames: false,
    ...body,
  })) as unknown as Feed;

const book = (startAt: string, quantity: number, more: object = {}) =>
  make("POST /bookings", {
    optionId,
    startAt,
    unitItems: [{ unitId: adultId, quantity }],
    ...more,
  });

/** As a calendar does: by the URL alone. */
async function look(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers: { "accept-encoding": "identity", ...headers } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

interface Shown {
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly sequence: number;
  readonly status: unknown;
  readonly startAt: string;
}

async function eventsOf({ url }: Feed): Promise<Shown[]> {
  const { status, text } = await look(url);
  expect(status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const { uid, summary, description, sequence, startDate } = new ICAL.Event(component);
    const shownStatus = component.getFirstPropertyValue("status");
    const startAt = startDate.toJSDate().toISOString();
    return { uid, summary, description, sequence, status: shownStatus, startAt };
  });
}

describe("a calendar feed", () => {
  it("shows departures with their parties as they change, and never an older sequence", async () => {
    const feed = await addFeed({ optionId });
    expect(feed).toEqual({
      id: expect.stringMatching(/^fed_/),
      tenantId: expect.any(String),
      name: "Staff",
      supplierId: null,
      productId: null,
      optionId,
      resourceId: null,
      withNames: false,
      lastReadAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      url: expect.stringMatching(/^http:\/\/[^/]+\/calendars\/slf_[0-9A-Za-z]{49}\.ics$/),
    });
    expect(await eventsOf(feed)).toEqual([]);
    const customer = { firstName: "Ada", lastName: "Rossi" };
    const held = await book(monday, 2, { status: "ON_HOLD", customer });
    const [first] = await eventsOf(feed);
    expect(first).toMatchObject({
      uid: `dep_${optionId}_${monday.replaceAll(/[-:]|\.\d{3}/g, "")}@slipway`,
      summary: "Sunset Cruise 2/24",
      description: "Evening\n2 Adult (on hold)",
      status: "TENTATIVE",
      startAt: monday,
    });
    await gateway.send(`POST /bookings/${held.id}/confirm`, { key });
    const other = await book(monday, 10, { customer: { name: "Club, Lido" } });
    const [second] = await eventsOf(feed);
    expect(second).toMatchObject({ summary: "Sunset Cruise 12/24", status: "CONFIRMED" });
    const body = { expectedUpdatedAt: other["updatedAt"], startAt: tuesday };
    await gateway.send(`PATCH /bookings/${other.id}`, { key, body });
    const moved = await eventsOf(feed);
    expect(moved.map(({ summary, startAt }) => [summary, startAt])).toEqual([
      ["Sunset Cruise 2/24", monday],
      ["Sunset Cruise 10/24", tuesday],
    ]);
    await gateway.send(`POST /bookings/${held.id}/cancel`, { key, body: {} });
    expect(await eventsOf(feed)).toHaveLength(1);
    const [named] = await eventsOf(await addFeed({ productId, withNames: true }));
    expect(named?.description).toBe("Evening\n10 Adult: Club, Lido");
    const sequences = [first, second, moved[0], named].map((event) => event?.sequence ?? 0);
    expect(sequences.toSorted((a, b) => a - b)).toEqual(sequences);
  });

  it("of a resource has the departures with bookings that take it", async () => {
    const [boats, guides] = [
      await addFeed({ resourceId: boatId }),
      await addFeed({ resourceId: guideId }),
    ];
    expect(await eventsOf(boats)).toHaveLength(1);
    expect(await eventsOf(guides)).toEqual([]);
    await make(`POST /options/${optionId}/resource-requirements`, { resourceId: guideId });
    await book(monday, 3);
    expect((await eventsOf(guides)).map(({ summary }) => summary)).toEqual(["Sunset Cruise 3/24"]);
    expect(await eventsOf(boats)).toHaveLength(2);
  });

  it("of another supplier has none of these", async () => {
    const { id } = await make("POST /suppliers", { name: "Other", timezone: "Etc/UTC" });
    expect(await eventsOf(await addFeed({ supplierId: id }))).toEqual([]);
    expect((await eventsOf(await addFeed({ supplierId }))).length).toBeGreaterThan(0);
    expect((await eventsOf(await addFeed())).length).toBeGreaterThan(0);
  });

  it("of a record that is missing or another tenant's is refused, and of two records too", async () => {
    const { key: theirs } = await gateway.aKey();
    const foreign = { name: "x", withNames: false, optionId };
    expect(
      (await gateway.send("POST /calendar-feeds", { key: theirs, body: foreign })).status,
    ).toBe(404);
    for (const missing of ["supplierId", "productId", "optionId", "resourceId"]) {
      const body = { name: "x", withNames: false, [missing]: "missing" };
      expect((await gateway.send("POST /calendar-feeds", { key, body })).status).toBe(404);
    }
    const both = { name: "x", withNames: false, optionId, productId };
    expect((await gateway.send("POST /calendar-feeds", { key, body: both })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ pointer: "#/optionId", code: "MUTUALLY_EXCLUSIVE" }],
    });
  });

  it("is answered again only where it has changed", async () => {
    const feed = await addFeed({ optionId });
    const first = await look(feed.url);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "private, no-cache",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      vary: "Accept-Encoding",
    });
    expect(first.headers.has("set-cookie")).toBe(false);
    const etag = first.headers.get("etag") ?? "";
    const unchanged = await look(feed.url, { "if-none-match": etag });
    expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
    await book(tuesday, 1);
    expect((await look(feed.url, { "if-none-match": etag })).status).toBe(200);
    const zipped = await fetch(feed.url, {
      headers: { "accept-encoding": "gzip" },
      method: "HEAD",
    });
    expect([zipped.status, zipped.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    expect(zipped.headers.get("etag")).toMatch(/-gzip"$/);
  });

  it("has another URL after a rotation, and none after its deletion", async () => {
    const feed = await addFeed();
    const rotated = await make(`POST /calendar-feeds/${feed.id}/rotate`, {});
    const url = String(rotated["url"]);
    expect(url).not.toBe(feed.url);
    expect([(await look(feed.url)).status, (await look(url)).status]).toEqual([404, 200]);
    const { body } = await gateway.send("GET /calendar-feeds", { key });
    const listed = (body as Record<string, unknown>[]).find(({ id }) => id === feed.id);
    expect(listed).toEqual({
      ...rotated,
      url: undefined,
      lastReadAt: expect.any(String),
    });
    const ended = await gateway.send(`DELETE /calendar-feeds/${feed.id}`, { key });
    expect(ended.body).toEqual({ deleted: true });
    expect((await look(url)).status).toBe(404);
    expect((await gateway.send(`DELETE /calendar-feeds/${feed.id}`, { key })).status).toBe(404);
    expect(
      (await gateway.send(`POST /calendar-feeds/${feed.id}/rotate`, { key, body: {} })).status,
    ).toBe(404);
  });

  it("is in the audit log without its token", async () => {
    const { id, url } = await addFeed();
    await make(`POST /calendar-feeds/${id}/rotate`, {});
    await gateway.send(`DELETE /calendar-feeds/${id}`, { key });
    await gateway.platform.settle();
    const { body, text } = await gateway.send(`GET /audit-logs?entityId=${id}`, { key });
    expect((body as { action: string }[]).map(({ action }) => action).toSorted()).toEqual([
      "calendarFeed.create",
      "calendarFeed.delete",
      "calendarFeed.rotate-token",
    ]);
    expect([text.includes("slf_"), text.includes(url)]).toEqual([false, false]);
  });
});

describe("the URL of a feed", () => {
  const unknown = `slf_${"0".repeat(49)}`;

  it("is 404 for what is no token of a feed", async () => {
    const { url } = await addFeed();
    for (const token of [unknown, "slf_short", "", "sls_x", "%00", "a/b"]) {
      const { status, text } = await look(url.replace(/slf_\w+/, token));
      expect([token, status, JSON.parse(text)]).toMatchObject([token, 404, { code: "NOT_FOUND" }]);
    }
  });

  it("is in no log, trace or metric, whatever becomes of the request", async () => {
    const { id, url } = await addFeed();
    const token = /slf_\w+/.exec(url)?.[0] ?? "";
    const seen = await look(url, { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` });
    await fetch(url, { method: "POST" });
    await gateway.send(`DELETE /calendar-feeds/${id}`, { key });
    expect((await look(url)).status).toBe(404);
    const lines = JSON.stringify([gateway.lines, services]);
    expect(lines).toContain("/calendars/{token}.ics");
    expect(lines).not.toContain(token);
    const line = gateway.lines.find(
      ({ requestId }) => requestId === seen.headers.get("x-request-id"),
    );
    expect(line).toMatchObject({ status: 200, actorId: id, tenantId: expect.any(String) });
  });
});

it("calendars are read so often and no more", async () => {
  const limited = await testGateway(
    `${import.meta.url}#limited`,
    { services: ["auth", "bookings", "catalog", "resources-capacity"] },
    { calendarReadsPerMinute: 2, failedLookupsPerMinute: 3, trustedProxies: "loopback" },
  );
  const { key: theirs } = await limited.aKey();
  const sent = { key: theirs, body: { name: "x", withNames: false } };
  const { body } = await limited.send("POST /calendar-feeds", sent);
  const { url } = body as Feed;
  const statuses = [await look(url), await look(url), await look(url)];
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(statuses[2]?.headers.get("retry-after")).toBe("30");
  // Guesses use up the failures of their address: nobody else's.
  const guess = (from: string) =>
    look(url.replace(/slf_\w+/, unknownToken()), { "x-forwarded-for": from });
  const guesses = [];
  for (let n = 0; n < 5; n++) guesses.push((await guess("192.0.2.1")).status);
  expect(guesses).toEqual([404, 404, 404, 429, 429]);
  expect((await guess("192.0.2.2")).status).toBe(404);
  await limited.stop();
});

/** A token that is well formed and nobody's. */
function unknownToken(): string {
  return tokenText("feed", String(made++).padStart(43, "0"));
}
let made = 0;
