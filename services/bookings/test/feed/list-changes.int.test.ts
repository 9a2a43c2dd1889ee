import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import mongoose from "mongoose";
import { type Bench, everySeat, iso, startBench } from "../bench.ts";
import { now, startAt } from "../builders.ts";

const { mongo } = mongoose;

let tenant = "";
const bench = forThisFile(() => startBench(import.meta.url));
beforeEach(() => {
  tenant = randomUUID();
  bench.seats = null;
});
afterEach(async () => {
  await bench.settle();
  bench.reset();
});

type Input = Partial<InputOf<typeof bookings.listChanges>>;
type Page = OutputOf<typeof bookings.listChanges>;

const list = (input: Input): Promise<Page> => call(bench.as(tenant), bookings.listChanges, input);
const create = async (input: Parameters<Bench["create"]>[0] = {}) =>
  (await bench.create(input, tenant)).id;
const cancel = (id: string) => call(bench.as(tenant), bookings.cancelBooking, { id });

/** All pages of the change feed; `between` runs after each. */
async function readFeed(
  begin: Input,
  between: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let input = begin; ; ) {
    const page = await list(input);
    pages.push(page);
    await between(page);
    if (page.nextCursor === null) return pages;
    input = { cursor: page.nextCursor, ...(begin.limit ? { limit: begin.limit } : {}) };
  }
}

const idsOf = (pages: readonly Page[]) => pages.flatMap(({ items }) => items.map(({ id }) => id));

describe("a feed", () => {
  it("gives every booking once, by updatedAt and then id", async () => {
    for (let index = 0; index < 7; index++) {
      if (index % 3 === 0) bench.now++;
      await create();
    }
    const pages = await readFeed({ updatedSince: iso(now), limit: 2 });
    const keys = pages.flatMap(({ items }) => items.map((one) => `${one.updatedAt} ${one.id}`));
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 2, 1]);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(keys).size).toBe(7);
  });

  it("begins at updatedSince, that instant included, and has 100 to a page", async () => {
    await create();
    bench.now += 1;
    await Promise.all(Array.from({ length: 101 }, () => create()));
    const pages = await readFeed({ updatedSince: iso(now + 1) });
    expect(pages.map(({ items }) => items.length)).toEqual([100, 1]);
    expect(idsOf(await readFeed({ updatedSince: iso(now + 2) }))).toEqual([]);
  });

  it("gives a booking again that is changed meanwhile", async () => {
    const first = await create();
    for (let index = 0; index < 3; index++) {
      bench.now++;
      await create();
    }
    let isChanged = false;
    const pages = await readFeed({ updatedSince: iso(now), limit: 2 }, async () => {
      if (isChanged) return;
      isChanged = true;
      bench.now += 1_000;
      await cancel(first);
    });
    const ids = idsOf(pages);
    expect([ids[0], ids.at(-1), ids.length]).toEqual([first, first, 5]);
    expect(pages.at(-1)?.items.at(-1)?.status).toBe("CANCELLED");
  });

  it("ends a page before it is too big for the bus", async () => {
    const customer = { note: "x".repeat(60_000) };
    await Promise.all(Array.from({ length: 8 }, () => create({ customer })));
    const pages = await readFeed({ updatedSince: iso(0) });
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(idsOf(pages)).size).toBe(8);
  });
});

describe("a cursor", () => {
  const nextCursor = async (begin: Input): Promise<string> => {
    await create();
    await create();
    return (await list({ ...begin, limit: 1 })).nextCursor ?? "";
  };

  it("may come with the values it carries, written as it likes", async () => {
    const begin = { updatedSince: iso(now), status: "CONFIRMED" } as const;
    const cursor = await nextCursor(begin);
    const updatedSince = iso(now).replace(".000Z", "+00:00");
    expect((await list({ cursor, ...begin, updatedSince })).items).toHaveLength(1);
  });

  it.each<[keyof Input, Input]>([
    ["updatedSince", { updatedSince: iso(now + 1) }],
    ["status", { status: "CANCELLED" }],
    ["from", { from: iso(now) }],
    ["search", { search: "ada" }],
  ])("with another %s is refused", async (field, other) => {
    const cursor = await nextCursor({ updatedSince: iso(now), status: "CONFIRMED" });
    await expect(list({ cursor, ...other })).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
      data: { errors: [{ in: "query", pointer: field, code: "INVALID_VALUE" }] },
    });
  });

  it.each([
    "nonsense",
    Buffer.from("{}").toString("base64url"),
    Buffer.from('{"begun":{"status":7},"updatedAt":"x","id":""}').toString("base64url"),
    Buffer.from(
      '{"begun":{"from":"soon"},"updatedAt":"2027-01-01T00:00:00.000Z","id":"a"}',
    ).toString("base64url"),
  ])("that is none is refused (%#)", async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
      data: { errors: [{ pointer: "cursor" }] },
    });
  });
});

describe("the watermark", () => {
  it("stays behind what may still be written, and before what a page has not given", async () => {
    await create();
    bench.now += 60_000;
    await create();
    const [first, last] = await readFeed({ updatedSince: iso(now), limit: 1 });
    expect(first?.watermark).toBe(iso(now));
    expect(last?.watermark).toBe(iso(now + 50_000));
  });

  it("of an empty feed moves on all the same", async () => {
    expect((await list({ updatedSince: iso(now) })).watermark).toBe(iso(now - 10_000));
  });
});

describe("late writes", () => {
  it("date a booking anew whose insert took too long", async () => {
    bench.seats = 9;
    bench.after["resourcesCapacity.claimCapacity"] = () => {
      bench.now += 5_000;
      return Promise.resolve();
    };
    const { createdAt, updatedAt } = await bench.create({}, tenant);
    expect([createdAt, updatedAt]).toEqual([iso(now), iso(now + 5_000)]);
    const { items } = await list({ updatedSince: iso(now + 5_000) });
    expect(items).toMatchObject([{ createdAt, updatedAt }]);
  });
});

describe.each([
  ["with", 9],
  ["without", null],
])("a booking %s claims, of a process that died after the insert", (_, seats) => {
  beforeEach(() => {
    bench.seats = seats;
    // The event stays in the outbox, as it was inserted: a consumer that is away takes none, and makes no dead letter.
    bench.before["audit.appendEntries"] = () => Promise.reject(refuse("SERVICE_UNAVAILABLE"));
  });

  async function deliver(): Promise<void> {
    await bench.restart();
    delete bench.before["audit.appendEntries"];
    await bench.settle();
  }

  it("is dated anew if the insert was late, once its event is delivered", async () => {
    const id = await create();
    const inserted = await bench.collection.findOneAndDelete({ _id: id });
    expect(inserted?.claims).toHaveLength(seats === null ? 0 : 1);
    bench.now += 60_000;
    const { watermark: updatedSince } = await list({ updatedSince: iso(bench.now - 1) });
    const insertedAt = new mongo.Timestamp({ t: bench.now / 1_000, i: 1 });
    await bench.collection.insertOne({ ...inserted!, insertedAt });
    await deliver();
    const found = await list({ updatedSince });
    expect(found.items).toMatchObject([{ id, createdAt: iso(now), updatedAt: iso(bench.now) }]);
  });

  it("keeps its token if only its event is late", async () => {
    const id = await create();
    bench.now += 60_000;
    await deliver();
    expect(await bench.collection.findOne({ _id: id })).toMatchObject({
      updatedAt: new Date(now),
      revision: 1,
      outbox: [],
    });
  });
});

/** A booking's state as the feed has shown it last. */
type Seen = Map<string, string>;

const writers = 4;

/**
 * Time leaps once all writers wait for it, so that no write is on its way meanwhile. The database's own clock decides whether
 * a write comes too late, and the test's clock cannot.
 */
function leapsTogether(waitersMax: number, leap: (count: number) => void): () => Promise<void> {
  let count = 0;
  let waiting: (() => void)[] = [];
  return () =>
    new Promise((resume) => {
      if (waiting.push(resume) < waitersMax) return;
      leap(++count);
      for (const each of waiting) each();
      waiting = [];
    });
}

describe("feed readers beside writers on replicas whose clocks differ", () => {
  it("lose nothing and repeat nothing that is unchanged", async () => {
    bench.seats = 1_000_000;
    const replicas = [await bench.replica(-1_500), await bench.replica(1_500)].map((request) => ({
      ...request,
      caller: { ...request.caller, tenantId: tenant },
    }));
    const replicaOf = (turn: number) => replicas[turn % 2]!;
    let writing = true;
    // Some are decided up to six seconds before they are written.
    const delayed = leapsTogether(writers, (leap) => (bench.now += (leap * 1_577) % 6_000));
    bench.after["resourcesCapacity.claimCapacity"] = delayed;
    const write = async (writer: number) => {
      for (let turn = writer; turn < 40; turn += writers) {
        const request = replicaOf(turn + writer);
        const input = { optionId: "opt", startAt: iso(startAt), unitItems: everySeat };
        const { booking } = await call(request, bookings.createBooking, input);
        bench.now += 100;
        if (turn % 3 === 0) await call(replicaOf(turn), bookings.cancelBooking, { id: booking.id });
      }
    };
    const seen: Seen = new Map();
    let since = iso(now - 20_000);
    const readOnce = async (first: number) => {
      let turn = first;
      const repeated = new Set<string>();
      let cursor: string | null | undefined;
      do {
        const input = cursor ? { cursor, limit: 3 } : { updatedSince: since, limit: 3 };
        const page = await call(replicaOf(turn++), bookings.listChanges, input);
        for (const { id, updatedAt } of page.items) {
          expect(repeated).not.toContain(`${id} ${updatedAt}`);
          repeated.add(`${id} ${updatedAt}`);
          if (updatedAt >= (seen.get(id) ?? "")) seen.set(id, updatedAt);
        }
        ({ nextCursor: cursor } = page);
        if (cursor === null) since = page.watermark;
      } while (cursor !== null);
    };
    const reading = (async () => {
      for (let turn = 0; writing; turn++) await readOnce(turn);
    })();
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).finally(
      () => (writing = false),
    );
    await reading;
    await readOnce(0);
    const stored = await bench.collection.find({ tenantId: tenant }).toArray();
    expect(stored).toHaveLength(40);
    expect(new Map(stored.map(({ _id, updatedAt }) => [_id, updatedAt.toISOString()]))).toEqual(
      seen,
    );
    // The last reading had no need to begin at the beginning.
    expect(Date.parse(since)).toBeGreaterThan(now + 10_000);
  });
});
