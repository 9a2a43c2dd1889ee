/** The time limits of reads, at a server that says what a database says which has reached one. */
import { afterEach, expect, it } from "@jest/globals";
import { callerFor, createBroker, on, serve } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { collection } from "../src/records/collections.ts";
import {
  type Database,
  databaseFailureOf,
  openCollections,
  openDatabase,
  sweepRead,
} from "../src/index.ts";
import { readMsMax } from "../src/constants.ts";
import type { Command } from "./pretended-member.ts";
import { type PretendedSet, pretendSet } from "./pretended-set.ts";

let set: PretendedSet;
let database: Database;
afterEach(async () => {
  await database.close();
  await set.close();
});

interface Thing {
  readonly _id: string;
}
const reads = new Set(["find", "aggregate"]);
const empty = { ok: 1, cursor: { id: 0n, ns: "any.things", firstBatch: [] } };
const given = { ok: 0, code: 50, codeName: "MaxTimeMSExpired", errmsg: "operation exceeded limit" };

async function opened(answer: object) {
  const sent: Command[] = [];
  set = await pretendSet(1, (command) => {
    if (!reads.has(Object.keys(command)[0] ?? "")) return { ok: 1 };
    sent.push(command);
    return answer;
  });
  database = await openDatabase(set.uri, "any");
  const { things } = openCollections(database.connection, { things: collection<Thing>("things") });
  return { things, sent };
}

it("every read has a limit, unless no request waits for it", async () => {
  const { things, sent } = await opened(empty);
  await things.findOne({ _id: "a" });
  await things.find().toArray();
  await things.find({ _id: "a" }, { limit: 1 }).toArray();
  await things.aggregate([{ $match: {} }]).toArray();
  await things.countDocuments({});
  expect(sent.map(({ maxTimeMS }) => maxTimeMS)).toEqual(Array(5).fill(readMsMax));
  sent.length = 0;
  await things.find({}, sweepRead).toArray();
  await things.countDocuments({}, sweepRead);
  expect(sent.map(({ maxTimeMS }) => maxTimeMS)).toEqual([0, 0]);
});

it("a request whose read the database gives up is 503", async () => {
  const { things } = await opened(given);
  const broker = createBroker({ nodeId: "one", log: () => undefined });
  const contract = { ...auth.getTenantName, name: "some.work" };
  const useCase = async () => ({ name: String(await things.countDocuments({})) });
  const row = on(contract as never, useCase as never);
  serve(broker, "some", [row], { isUp: () => true, failureOf: databaseFailureOf });
  await broker.start();
  const identity = { tenantId: "ten_1", actorType: "SYSTEM", source: "system" } as const;
  const whole = { ...identity, actorId: null, credentialId: null, scopes: [] };
  const meta = { caller: callerFor(whole, "request-1") };
  const answer: unknown = await broker
    .call("some.work", {}, { meta })
    .catch((thrown: unknown) => thrown);
  await broker.stop();
  expect(answer).toMatchObject({ type: "SERVICE_UNAVAILABLE", code: 503 });
});
