/** `slipway doctor --repair` on a server that goes on selling what is mended. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import mongoose from "mongoose";
import {
  type ServerProcess,
  apiKeyOf,
  runCommandLine,
  startServerProcess,
} from "@slipway/dev/server-process";
import { until } from "@slipway/dev/testing-until";
import { type Answer, type Shop, countBy, shopOf } from "@slipway/dev/shop";

interface Ledger {
  _id: string;
  supplierId: string;
  usages: Record<string, { use: Record<string, object> }>;
}
interface Stored {
  _id: string;
}
interface Doctors {
  ok: boolean;
  findings: { kind: string; id: string }[];
  repaired?: { kind: string; id: string }[];
}

const { uri, name } = testDatabase(import.meta.url);
let directory: string;
let server: ServerProcess;
let shop: Shop;
let client: mongoose.mongo.MongoClient;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-doctor-"));
  const settings = { CLAIM_CONFIRM_SECONDS: "0.5", CLAIM_SWEEP_SECONDS: "0.2" };
  const env = { MONGODB_URI: uri, DATABASE_PREFIX: name, ...settings };
  server = await startServerProcess({ directory, env });
  shop = shopOf({ urls: [server.url], key: await apiKeyOf(directory) });
  client = await new mongoose.mongo.MongoClient(uri).connect();
});
afterAll(async () => {
  await client.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const stored = <D extends Stored>(service: string, collection: string) =>
  client.db(`${name}-${service}`).collection<D>(collection);

async function doctor(...flags: string[]): Promise<{ code: number | null; record: Doctors }> {
  const { code, stdout } = await runCommandLine(directory, ["doctor", ...flags]);
  return { code, record: JSON.parse(stdout) as Doctors };
}

/** Books again and again until the test stops it; answers what was answered. */
function buyer(book: () => Promise<Answer>): () => Promise<Answer[]> {
  let isBuying = true;
  const buying = (async () => {
    const answers: Answer[] = [];
    while (isBuying) answers.push(await book());
    return answers;
  })();
  return async () => {
    isBuying = false;
    return buying;
  };
}

it("mends what differs while the same day is sold, records it, and loses and invents no place", async () => {
  const boat = await shop.aBoat(1_000_000);
  const option = await shop.anOption(boat, ["10:00", "12:00"]);
  const kept = await Promise.all([1, 2, 3].map(() => shop.book(option, "10:00")));
  const lost = await shop.book(option, "10:00");
  expect(countBy([...kept, lost])).toEqual({ "201": 4 });
  const buyers = [1, 2].map(() => buyer(() => shop.book(option, "12:00")));

  // Faults that no code here makes: places counted twice, and a booking gone from under its claim.
  const ledgers = stored<Ledger>("resources-capacity", "ledgers");
  const ledger = await ledgers.findOne({ supplierId: boat.supplierId });
  const start = Date.parse("2027-07-01T10:00:00Z");
  const line = Object.keys(ledger?.usages ?? {}).find((key) => key.includes(`:${start}:`));
  const seats = `usages.${line}.use.${boat.resourceId}.seats`;
  await ledgers.updateOne({ _id: ledger?._id ?? "" }, { $inc: { [seats]: 3, revision: 1 } });
  await stored("bookings", "bookings").deleteOne({ _id: lost.body.id });

  const found = await doctor();
  expect(found.code).toBe(1);
  // A claim that no booking names, an audit entry of no booking, and a line that is miscounted.
  const wrong = [`${lost.body.id}.0a`, lost.body.id, `${ledger?._id} ${line} ${boat.resourceId}`];
  const ids = ({ id }: { id: string }): string => id;
  expect(found.record.findings.map(ids).toSorted()).toEqual(wrong.toSorted());
  expect(await shop.vacancies(option.optionId, "10:00")).toBe(1_000_000 - 7);

  const mended = await doctor("--repair");
  expect(mended).toMatchObject({ code: 0, record: { ok: true, findings: [] } });
  expect(mended.record.repaired?.map(ids).toSorted()).toEqual(wrong.toSorted());
  expect(await shop.vacancies(option.optionId, "10:00")).toBe(1_000_000 - 3);

  const answers = (await Promise.all(buyers.map((stop) => stop()))).flat();
  expect(countBy(answers)).toEqual({ "201": answers.length });
  expect(await shop.vacancies(option.optionId, "12:00")).toBe(1_000_000 - answers.length);
  expect(await doctor()).toMatchObject({ code: 0, record: { findings: [] } });

  const asked = `/audit-logs?entityType=resource&entityId=${boat.resourceId}`;
  const log = (await shop.ask("GET", asked)).body as unknown as { action: string }[];
  const repairs = log.filter(({ action }) => action === "resource.repair");
  expect(repairs).toHaveLength(2);
  expect(repairs).toEqual([
    expect.objectContaining({ source: "cli" }),
    expect.objectContaining({ source: "cli" }),
  ]);
});

it("names a booking that cannot be read, examines all others, and lists go on without it", async () => {
  const boat = await shop.aBoat(10);
  const option = await shop.anOption(boat, ["10:00"]);
  const [sound, spoilt] = [await shop.book(option, "10:00"), await shop.book(option, "10:00")];
  const { id } = spoilt.body;
  // Once its event is delivered, it is a matter of the stored booking alone.
  await until(async () => (await doctor()).code === 0);
  const customer = "Ada, ada@example.com";
  const bookings = stored("bookings", "bookings");
  await bookings.updateOne({ _id: id }, { $set: { customer } });
  const { code, record } = await doctor();
  expect(code).toBe(1);
  expect(record.findings).toEqual([expect.objectContaining({ kind: "booking.unreadable", id })]);
  const listed = await shop.ask("GET", `/bookings?supplierId=${boat.supplierId}`);
  const ids = (listed.body as unknown as { id: string }[]).map((each) => each.id);
  expect([listed.status, ids]).toEqual([200, [sound.body.id]]);
  expect((await shop.ask("GET", `/bookings/${id}`)).status).toBe(500);
  const line = `bookings: the document ${id} cannot be read (SyntaxError)`;
  // The server writes its log a little later.
  await until(() => server.output().includes('"status":500'));
  expect(server.output().split(line)).toHaveLength(2);
  expect(server.output()).not.toContain("ada@");
  await bookings.updateOne({ _id: id }, { $set: { customer: null } });
  expect(await doctor()).toMatchObject({ code: 0, record: { findings: [] } });
});
