import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { until } from "@slipway/dev/testing-until";
import { type Client, sharedClient } from "./client.ts";
import { type EventReader, readEvents } from "./event-reader.ts";
import { testGateway } from "./testing.ts";
import { type World, aWorld } from "./world.ts";

let gateway: Client;
let mine: World;
let theirs: World;

beforeAll(async () => {
  gateway = await sharedClient();
  [mine, theirs] = await Promise.all([aWorld(gateway), aWorld(gateway)]);
});

async function book({ key, ids, freeStartAt }: World): Promise<string> {
  const { status, body } = await gateway.send("POST /bookings", {
    key,
    body: {
      optionId: ids.options,
      startAt: freeStartAt,
      unitItems: [{ unitId: ids.units, quantity: 1 }],
      expandCapacity: true,
    },
  });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

const follow = ({ key }: { key: string }, asked: object = {}) =>
  readEvents(gateway.url, { key, ...asked });

describe("a stream of events", () => {
  it("tells each version of a booking once, and nothing of another tenant's", async () => {
    const stream = await follow(mine, { query: { updatedSince: "2020-01-01T00:00:00Z" } });
    const others = [theirs.ids.bookings, await book(theirs)];
    const id = await book(mine);
    await until(() => stream.hasTold(id));
    const cancelled = await gateway.send(`POST /bookings/${id}/cancel`, {
      key: mine.key,
      body: {},
    });
    expect(cancelled.status).toBe(201);
    const { updatedAt } = cancelled.body as { updatedAt: string };
    const versions = () => stream.told.filter((each) => each.id === id);
    await until(() => versions().some((each) => each.updatedAt === updatedAt));
    const told = versions().map((each) => each.updatedAt);
    // An insert that a busy machine delays for seconds is dated anew, which is a version more.
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told).toEqual([...new Set(told)]);
    expect(stream.hasTold(mine.ids.bookings)).toBe(true);
    expect(others.filter((other) => stream.hasTold(other))).toEqual([]);
    stream.close();
  });

  it("misses nothing over reconnections, whatever happens meanwhile", async () => {
    const made: string[] = [];
    const told = new Set<string>();
    let lastId: string | undefined;
    for (let times = 0; times < 4; times++) {
      const stream = await follow(mine, { lastId });
      made.push(await book(mine), await book(mine));
      if (times === 3) await until(() => made.every((id) => told.has(id) || stream.hasTold(id)));
      for (const { id } of stream.told) told.add(id);
      lastId = stream.lastId();
      stream.close();
      made.push(await book(mine));
    }
    const last = await follow(mine, { lastId });
    await until(() => made.every((id) => told.has(id) || last.hasTold(id)));
    expect(made).toHaveLength(12);
    last.close();
  });

  it("has for a key of one supplier that supplier's alone", async () => {
    const owner = await gateway.aKey();
    const [one, other] = await Promise.all([aWorld(gateway, owner), aWorld(gateway, owner)]);
    const body = { name: "Reseller", restrictions: { supplierId: one.ids.suppliers } };
    const issued = await gateway.send("POST /api-keys", { key: owner.key, body });
    const query = { updatedSince: "2020-01-01T00:00:00Z" };
    const stream = await follow(issued.body as { key: string }, { query });
    const all = await follow(other, { query });
    await until(() => stream.hasTold(one.ids.bookings) && all.hasTold(other.ids.bookings));
    expect(stream.hasTold(other.ids.bookings)).toBe(false);
    for (const each of [stream, all]) each.close();
  });

  it("ends when its key is revoked", async () => {
    const till = { name: "Till", scopes: ["bookings:read"] };
    const { body } = await gateway.send("POST /api-keys", { key: mine.key, body: till });
    const { id, key } = body as { id: string; key: string };
    const stream = await readEvents(gateway.url, { key });
    await gateway.send(`DELETE /api-keys/${id}`, { key: mine.key });
    await stream.ended;
    expect((await readEvents(gateway.url, { key })).problem.code).toBe("UNAUTHENTICATED");
  });

  it("ends when its session does", async () => {
    const { session = "" } = theirs;
    const stream = await readEvents(gateway.url, { key: session });
    await gateway.send("DELETE /sessions/current", { key: session });
    await expect(stream.ended).resolves.toBeUndefined();
  });

  it("refuses an id that is none", async () => {
    const { status, problem } = await follow(mine, { lastId: "yesterday" });
    expect([status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
  });

  it("ends after one look for a client that does not ask for events by name", async () => {
    const query = "updatedSince=2020-01-01T00:00:00Z";
    const { status, text } = await gateway.send(`GET /events?${query}`, { key: theirs.key });
    expect(status).toBe(200);
    expect(text).toContain(theirs.ids.bookings);
  });
});

describe("a gateway with few places for streams", () => {
  let owners: { key: string }[];
  const open: EventReader[] = [];
  const streamOf = async (at: number): Promise<EventReader> => {
    const stream = await readEvents(small.url, { key: owners[at]?.key ?? "" });
    open.push(stream);
    return stream;
  };
  const small = forThisFile(async () => {
    const services = ["auth", "bookings", "catalog", "audit"] as const;
    const limits = { tenantEventStreamsMax: 1, eventStreamsMax: 2 };
    return testGateway(import.meta.url, { services: [...services] }, limits);
  });
  beforeAll(async () => {
    owners = [await small.aKey(), await small.aKey(), await small.aKey()];
  });
  afterAll(async () => {
    for (const each of open) each.close();
  });

  it("refuses a tenant's next one by name, and gives the place back", async () => {
    const first = await streamOf(0);
    const second = await streamOf(0);
    expect([second.status, second.problem]).toMatchObject([
      429,
      { code: "RATE_LIMITED", detail: "Too many event streams of the tenant at the same time" },
    ]);
    first.close();
    await until(async () => (await streamOf(0)).status === 200);
  });

  it("refuses what the process has no place for", async () => {
    expect((await streamOf(1)).status).toBe(200);
    const { status, problem } = await streamOf(2);
    expect([status, problem.code]).toEqual([503, "OVERLOADED"]);
  });

  it("ends all of them when it leaves, and a later one after its first look", async () => {
    const all = open.filter(({ status }) => status === 200);
    small.drain();
    // A client that has left breaks off by itself.
    await Promise.allSettled(all.map(({ ended }) => ended));
    const later = await until(async () => {
      const stream = await streamOf(2);
      return stream.status === 200 && stream;
    });
    await expect(later.ended).resolves.toBeUndefined();
  });
});
