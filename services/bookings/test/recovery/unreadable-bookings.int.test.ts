/** Stored bookings that cannot be read: work on all others goes on. */
import { hash, randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { bookingArchive, bookings, calendarFeeds, channelBookings } from "@slipway/contracts";
import { until } from "@slipway/dev/testing-until";
import { type Bench, startBench, tenant } from "../bench.ts";
import { startAt } from "../builders.ts";

const dayMs = 86_400_000;
const text = "Ada, ada@example.com";

// A tenant's bookings are found in memory, and in the database where they are too many for it.
describe.each([
  ["in memory", "100"],
  ["in the database", "0"],
])("beside bookings that cannot be read, found %s,", (_where, megabytes) => {
  const bench = forThisFile(async () => {
    const settings = { LIST_MEMORY_MB: megabytes, BOOKINGS_KEEP_DAYS: "60" };
    return startBench(`${import.meta.url}#${megabytes}`, settings);
  });
  afterEach(async () => {
    await bench.settle();
    bench.reset();
    await bench.collection.deleteMany({});
  });

  const as = () => bench.as(tenant);
  const spoil = (id: string, set: object = { customer: text }) =>
    bench.collection.updateOne({ _id: id }, { $set: set });
  async function create(input: Parameters<Bench["create"]>[0] = {}): Promise<string> {
    bench.now++;
    return (await bench.create({ customer: { name: "Ada" }, ...input })).id;
  }
  /** The newest two and one between others are spoilt: a page of one has nothing but them at first. */
  async function some(): Promise<{ sound: string[]; bad: string[] }> {
    bench.seats = 20;
    const ids: string[] = [];
    for (let made = 0; made < 6; made++) ids.unshift(await create());
    const [one = "", two = "", , three = ""] = ids;
    await bench.settle();
    await spoil(one);
    await spoil(two, { tickets: null });
    await spoil(three, { customer: "5" });
    const bad = [one, two, three];
    return { sound: ids.filter((id) => !bad.includes(id)), bad };
  }

  it.each([
    ["all", {}],
    ["pages of one", { limit: 1 }],
    ["those of a search", { search: "ada" }],
    ["those by start", { sort: "startAt" }],
  ] as const)("lists have %s", async (_what, asked) => {
    const { sound } = await some();
    const ids: string[] = [];
    for (let offset = 0; ; offset++) {
      const found: string[] = [];
      for (let page: string | undefined; ; ) {
        const paged = "limit" in asked ? { ...asked, offset } : asked;
        const input = { ...paged, ...(page === undefined ? {} : { page }) };
        const answer = await call(as(), bookings.listBookings, input);
        found.push(...answer.items.map(({ id }) => id));
        if (answer.next === null) break;
        page = answer.next;
      }
      ids.push(...found);
      if (!("limit" in asked) || offset === 6) break;
    }
    expect([...new Set(ids)].toSorted()).toEqual(sound.toSorted());
  });

  it("the change feed has all", async () => {
    const { sound } = await some();
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const input = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
      const { items, nextCursor } = await call(as(), bookings.listChanges, input);
      ids.push(...items.map(({ id }) => id));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(ids.toSorted()).toEqual(sound.toSorted());
  });

  it("the list of a channel key has all of its own", async () => {
    await some();
    const key = {
      scopes: [],
      source: "api/v1",
      channel: { channelConnectionId: "chn" },
      restrictions: { supplierId: "sup", overrides: false },
    };
    const asked = call(bench.as(tenant, key), channelBookings.listChannelBookings, {});
    expect(await asked).toMatchObject({ items: [] });
  });

  it("to get one of them fails", async () => {
    const { bad, sound } = await some();
    for (const id of bad)
      await expect(call(as(), bookings.getBooking, { id })).rejects.toBeInstanceOf(Error);
    expect(await call(as(), bookings.getBooking, { id: sound[0] ?? "" })).toHaveProperty("id");
  });

  it("one that breaks its contract alone is in no list, and doctor names it", async () => {
    const [id, sound] = [await create(), await create()];
    await bench.settle();
    await spoil(id, { notes: { name: text } });
    const { items } = await call(as(), bookings.listBookings, {});
    expect(items.map((each) => each.id)).toEqual([sound]);
    await expect(call(as(), bookings.getBooking, { id })).rejects.toBeInstanceOf(Error);
    const { findings } = await call(as(), bookings.examineBookings, {});
    expect(findings).toContainEqual(expect.objectContaining({ kind: "booking.unreadable", id }));
    expect(JSON.stringify(findings)).not.toContain("ada@");
  });

  it("doctor names each, examines all others, and repairs them", async () => {
    const { sound, bad } = await some();
    const [wrong = ""] = sound;
    await spoil(wrong, { notes: "another" });
    const { findings, bookings: count } = await call(as(), bookings.examineBookings, {});
    const found = findings.map(({ kind, id }) => `${kind} ${id}`);
    const unreadable = bad.map((id) => `booking.unreadable ${id}`);
    expect(found.toSorted()).toEqual([`booking.audit ${wrong}`, ...unreadable].toSorted());
    expect(JSON.stringify(findings)).not.toContain("ada@");
    expect(count).toBe(3);
    const { repaired } = await call(as(), bookings.repairBookings, { findings });
    expect(repaired.map(({ id }) => id)).toEqual([wrong]);
    const { items } = await call(as(), bookings.listClaimHolders, {});
    expect(items).toHaveLength(6);
  });

  it("a last audit entry that cannot be read is a finding, and its repair adds another", async () => {
    const id = await create();
    await bench.settle();
    bench.audited = bench.audited.map((fact) => ({ ...fact, after: text }));
    const { findings } = await call(as(), bookings.examineBookings, {});
    const detail = "its last audit entry, booking.create, cannot be read";
    expect(findings).toEqual([{ kind: "booking.audit", id, detail }]);
    await call(as(), bookings.repairBookings, { findings });
    await bench.settle();
    expect((await call(as(), bookings.examineBookings, {})).findings).toEqual([]);
  });

  it("the sweep expires all holds, also behind more spoilt ones than it reads at once", async () => {
    bench.seats = 5;
    const spoilt = await create({ status: "ON_HOLD" });
    await spoil(spoilt);
    const document = await bench.collection.findOne({ _id: spoilt });
    if (!document) throw new Error("the hold is there");
    const { reference: _, idempotencyKey: _key, ...rest } = document;
    const copies = Array.from({ length: 300 }, (_each, at) => ({
      ...rest,
      _id: `bkg_copy${at}`,
      reference: `COPY${at}`,
      outbox: [],
    }));
    await bench.collection.insertMany(copies);
    bench.now++;
    const held = await create({ status: "ON_HOLD" });
    bench.now += dayMs;
    await until(async () => (await bench.collection.findOne({ _id: held }))?.status === "EXPIRED");
    expect((await bench.collection.findOne({ _id: spoilt }))?.status).toBe("ON_HOLD");
  });

  it("the archive takes all others, and leaves those", async () => {
    const { sound, bad } = await some();
    bench.now = startAt + 3_600_000 + 60 * dayMs + 1;
    const run = randomUUID();
    const { items } = await call(bench.as("-"), bookingArchive.listEndedBookings, { run });
    const versions = items.map(({ version }) => version);
    expect(versions.map(({ id }) => id).toSorted()).toEqual(sound.toSorted());
    const given = bad.map((id) => ({ ...versions[0]!, id }));
    const input = { run, versions: [...versions, ...given], end: true };
    const { archived } = await call(bench.as("-"), bookingArchive.archiveBookings, input);
    expect(archived).toBe(3);
    expect(await bench.collection.countDocuments({ live: true })).toBe(3);
  });

  it("a calendar with names has all others, and those of which it reads only what is sound", async () => {
    await some();
    const wanted = { name: "Staff", withNames: true };
    const { token } = await call(as(), calendarFeeds.createCalendarFeed, wanted);
    const digest = hash("sha256", token, "base64");
    const anonymous = bench.as("-", { actorType: "SYSTEM", scopes: [] });
    const { text: calendar } = await call(anonymous, calendarFeeds.getCalendar, { digest });
    const names = calendar.replaceAll("\r\n ", "").match(/: Ada/g) ?? [calendar];
    // Three sound ones, and the one whose tickets, which no calendar shows, cannot be read.
    expect(names).toHaveLength(4);
  });
});
