/**
 * The rule that decides and the write that is guarded agree: after the conditional write the store holds what the pure
 * decision made, read back and decided on again. A decision on any other state writes nothing. The states are drawn
 * from a seed.
 */
import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import type { Caller } from "@slipway/contracts";
import { createRelay, makeIndexes, openCollections, openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import type { LedgerAddress } from "../src/ledger/day.ts";
import {
  type Claim,
  type Command,
  type Ledger,
  apply,
  decide,
  draftOf,
} from "../src/ledger/ledger.ts";
import { aResource } from "./made-ledgers.ts";
import { ledgerStore } from "../src/ledger/ledger-store.ts";
import { collections } from "../src/ledger/schema.ts";

type Store = ReturnType<typeof ledgerStore>;
let store: Store;
let collection: Parameters<typeof ledgerStore>[0];

const database = forThisFile(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  return openDatabase(uri, name);
});
beforeAll(async () => {
  const { connection } = database;
  await makeIndexes(connection, { ledgers: collections.ledgers });
  ({ ledgers: collection } = openCollections(connection, { ledgers: collections.ledgers }));
  const relay = createRelay({ connection, collections: [], consumers: [], warn: () => undefined });
  const claims = { listOf: () => Promise.resolve([]) };
  store = ledgerStore(collection, { relay, claims, warn: () => undefined });
});

const hour = 3_600_000;
const caller: Caller = {
  tenantId: "t",
  actorType: "SYSTEM",
  actorId: null,
  credentialId: null,
  scopes: [],
  source: "system",
  requestId: "r",
};
const resources = new Map(
  [
    aResource({ capacityPerResource: 6, needs: { tour: [1, null], cruise: [1, null] } }),
    aResource({ id: "guide", quantity: 2, capacityPerResource: 4, needs: { tour: [1, 1] } }),
  ].map((resource) => [resource.id, resource]),
);

/** Numbers in [0, 1) from a seed (mulberry32), so that a failing run can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A command on one of a few bookings, most of which make sense. */
function drawCommand(
  random: () => number,
  claims: ReadonlyMap<string, Claim>,
  now: number,
): Command {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const bookingId = pick(["one", "two", "three", "four"]);
  const own = [...claims.values()].filter((claim) => claim.bookingId === bookingId);
  const claimId = own.length > 0 && random() < 0.95 ? pick(own).id : "none";
  const until = Math.floor(now / 1000) + 1 + Math.floor(random() * 1_800);
  const drawn = random();
  if (drawn < 0.15) return { kind: "confirm", claimId };
  if (drawn < 0.3) return { kind: "extend", claimId, until };
  if (drawn < 0.5) return { kind: "release", claimId, neverNamed: random() < 0.5 };
  const from = pick([8, 8.5, 9]) * hour;
  return {
    kind: "claim",
    claimId: `${bookingId}.${claims.size}`,
    bookingId,
    window: { from, to: from + hour },
    demand: {
      optionId: pick(["tour", "cruise"]),
      pricingPer: pick(["UNIT", "UNIT", "RESOURCE"]),
      participants: 1 + Math.floor(random() * 3),
      resourceItems: [],
    },
    until: random() < 0.4 ? until : null,
    expand: random() < 0.1,
    otherDay: [],
    isLast: true,
    confirmBy: now + 60_000,
    caller,
    inPlaceOf: random() < 0.5 ? own.map(({ id }) => id) : [],
    isFresh: true,
  };
}

/** The parts of a ledger that a later decision can see. */
function visible({
  revision,
  commit,
  at,
  usages,
  rebookings,
  resources: named,
  log,
}: Ledger): object {
  return { revision, commit, at, usages, rebookings, named: [...named].toSorted(), log: [...log] };
}

it.each([1, 2, 3, 4, 5])("agree on states drawn from seed %i", async (seed) => {
  const random = randomNumbers(seed);
  const address: LedgerAddress = {
    tenantId: "t",
    supplierId: `sup${seed}`,
    id: `sup${seed}:0`,
    range: { from: 0, to: 24 * hour },
  };
  const claims = new Map<string, Claim>();
  const outcomes = new Set<string>();
  let now = 5 * hour;
  for (let step = 0; step < 100; step++) {
    now += Math.floor(random() * 30_000);
    const ledger = await store.read(address, now);
    const stale = structuredClone(ledger);
    const draft = draftOf(ledger, now);
    // A batch: each command is decided on the state the earlier ones left.
    for (let place = 0; place <= random() * 3; place++) {
      const command = drawCommand(random, new Map([...claims, ...draft.steps]), now);
      const replaced =
        command.kind === "claim" ? command.inPlaceOf.flatMap((id) => claims.get(id) ?? []) : [];
      const claim = claims.get(command.claimId);
      const decision = decide(draft, command, { resources, claim, replaced });
      outcomes.add(`${command.kind} ${decision.outcome}`);
      if (decision.outcome === "write") apply(draft, decision);
    }
    const dropped = [...ledger.log.keys()].filter(() => random() < 0.7);
    const commit = await store.commit(draft, dropped);
    expect(commit).toEqual(expect.any(String));
    for (const [id, claim] of draft.steps) claims.set(id, claim);

    const written = await store.read(address, now);
    ledger.revision++;
    ledger.commit = String(commit);
    ledger.at = draft.tally.now;
    for (const revision of dropped) ledger.log.delete(revision);
    if (draft.steps.size > 0) ledger.log.set(ledger.revision, [...draft.steps.values()]);
    expect(visible(written)).toEqual(visible(ledger));

    // The same steps on the state before it: the revision keeps them out.
    const late = { ...draftOf(stale, now), steps: draft.steps, touched: draft.touched };
    expect(await store.commit(late, [])).toBe(false);
    expect(visible(await store.read(address, now))).toEqual(visible(written));
  }
  expect([...outcomes].toSorted()).toEqual(
    expect.arrayContaining([
      "claim refused",
      "claim write",
      "extend write",
      "confirm write",
      "release write",
    ]),
  );
});

it("commits ledgers of many suppliers together, each by its own revision", async () => {
  const addresses = Array.from({ length: 20 }, (_, index) => ({
    tenantId: "t",
    supplierId: `many${index}`,
    id: `many${index}:0`,
    range: { from: 0, to: 24 * hour },
  }));
  const ledgers = await Promise.all(addresses.map((address) => store.read(address, 0)));
  const behind = new Set([3, 7, 11]);
  for (const index of behind) await store.bumpVersion(ledgers[index] as Ledger, 0);
  const command = drawCommand(() => 0.6, new Map(), hour);
  if (command.kind !== "claim") throw new Error("the draw is a claim");
  const committed = await Promise.all(
    ledgers.map((ledger) => {
      const draft = draftOf(ledger, hour);
      const decision = decide(draft, command, { resources, claim: undefined });
      if (decision.outcome === "write") apply(draft, decision);
      return store.commit(draft, []);
    }),
  );
  expect(committed.map((commit) => typeof commit === "string")).toEqual(
    addresses.map((_, index) => !behind.has(index)),
  );
  const after = await Promise.all(addresses.map((address) => store.read(address, 0)));
  expect(after.map(({ log }) => log.size)).toEqual(
    addresses.map((_, index) => (behind.has(index) ? 0 : 1)),
  );
});

it("keep out what was read of a revision that a crash has undone and another write made again", async () => {
  const address = {
    tenantId: "t",
    supplierId: "again",
    id: "again:0",
    range: { from: 0, to: hour },
  };
  await store.bumpVersion(await store.read(address, 0), 0);
  const undone = await store.read(address, 0);
  expect(await store.isUnchanged(undone)).toBe(true);
  await collection.updateOne({ _id: address.id }, { $set: { commit: "another", at: new Date(1) } });
  expect(await store.isUnchanged(undone)).toBe(false);
  expect(await store.bumpVersion(undone, 0)).toBe(false);
  const draft = {
    ...draftOf(undone, hour),
    touched: new Set(["resources"]),
    steps: new Map([["c", {} as Claim]]),
  };
  expect(await store.commit(draft, [])).toBe(false);
  const { revision, log } = await store.read(address, 0);
  expect({ revision, entries: log.size }).toEqual({ revision: undone.revision, entries: 0 });
});
