import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { until } from "@slipway/dev/testing-until";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const platform = forThisFile(() => capacityPlatform(import.meta.url, 2));

const start = Date.parse("2027-07-01T12:00:00.000Z");
beforeEach(() => {
  platform.time.now = start;
});

async function aBoat() {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  return { ...supplier, option, boat };
}

interface ClaimDocument {
  _id: string;
  state: string;
  attached: boolean;
  confirmBy?: Date;
}
interface LedgerDocument {
  _id: string;
  revision: number;
  usages: Record<string, { use: Record<string, object> }>;
  log: Record<string, string>;
}
const records = () => platform.database.collection<ClaimDocument>("claims");
const afterConfirm = start + 61_000;

describe("a claim that no booking is known to name", () => {
  it("is given back once bookings has made sure that none ever will", async () => {
    const { claim, vacancies, option } = await aBoat();
    const { claims } = await claim(option, 4, { bookingId: "bkg_never" });
    platform.others.named.set(claims[0]?.claimId ?? "", false);
    expect((await vacancies(option)).vacancies).toBe(6);
    platform.time.now = afterConfirm;
    await until(async () => (await vacancies(option)).vacancies === 10);
    await platform.settle();
    expect(await records().findOne({ _id: claims[0]?.claimId ?? "" })).toMatchObject({
      state: "RELEASED",
    });
  });

  it("stays while bookings does not say so, and once a booking turns out to name it", async () => {
    const { claim, vacancies, option } = await aBoat();
    const { claims } = await claim(option, 4, { bookingId: "bkg_named" });
    const id = claims[0]?.claimId ?? "";
    await platform.settle();
    platform.time.now = afterConfirm;
    platform.others.named.set(id, true);
    await until(async () => (await records().findOne({ _id: id }))?.attached === true);
    expect(await records().findOne({ _id: id })).not.toHaveProperty("confirmBy");
    expect((await vacancies(option)).vacancies).toBe(6);
  });

  it("is not asked about once it is attached", async () => {
    const { claim, request, vacancies, option } = await aBoat();
    const { claims } = await claim(option, 4, { bookingId: "bkg_attached" });
    const id = claims[0]?.claimId ?? "";
    await call(request(), contracts.attachClaims, { claimIds: [id] });
    await platform.settle();
    expect(await records().findOne({ _id: id })).toMatchObject({ attached: true });
    platform.others.named.set(id, false);
    platform.time.now = afterConfirm;
    const other = await claim(option, 1, { bookingId: "bkg_other" });
    platform.others.named.set(other.claims[0]?.claimId ?? "", false);
    platform.time.now += 61_000;
    await until(async () => (await vacancies(option)).vacancies === 6);
  });
});

/** Writes what a process leaves that crashes before the copy: the ledger alone. */
async function commitUncopied(bookingId: string, ledgerId: string, heldUntil: number | null) {
  const ledgers = platform.database.collection<LedgerDocument>("ledgers");
  const ledger = await ledgers.findOne({ _id: ledgerId });
  const [line = "", { use = {} } = {}] = Object.entries(ledger?.usages ?? {})[0] ?? [];
  const [resourceId = ""] = Object.keys(use);
  const revision = (ledger?.revision ?? 0) + 1;
  const entry = {
    id: `${bookingId}.0a`,
    bookingId,
    line,
    use: [{ resourceId, name: "Boat", places: 4, units: null, first: true }],
    state: heldUntil === null ? "CONFIRMED" : "HELD",
    until: heldUntil,
    confirmBy: start + 60_000,
    step: 1,
    revision,
  };
  const path = `usages.${line}.use.${resourceId}`;
  await ledgers.updateOne(
    { _id: ledgerId, revision: revision - 1 },
    {
      $set: { [`log.${revision}`]: JSON.stringify([entry]), hasLog: true, revision },
      $inc: { [heldUntil === null ? `${path}.seats` : `${path}.holds.${heldUntil}.seats`]: 4 },
      ...(heldUntil === null ? {} : { $max: { [`${path}.holds.${heldUntil}.units`]: 0 } }),
    },
  );
  return [{ claimId: entry.id, ledger: ledgerId }];
}

describe("a step that a crash has left uncopied", () => {
  it("is found by the next command, and copied before it leaves the log", async () => {
    const { claim, confirm, release, vacancies, option } = await aBoat();
    const { claims } = await claim(option, 1);
    await platform.settle();
    const heldUntil = start / 1000 + 1_800;
    const left = await commitUncopied("bkg_crash", claims[0]?.ledger ?? "", heldUntil);
    expect((await vacancies(option)).vacancies).toBe(5);
    await confirm("bkg_crash", left, 1);
    await platform.settle();
    expect(await records().findOne({ _id: "bkg_crash.0a" })).toMatchObject({
      state: "CONFIRMED",
      step: 2,
    });
    await release("bkg_crash", left);
    expect((await vacancies(option)).vacancies).toBe(9);
  });

  it("is copied by a sweep, which empties the log", async () => {
    const { claim, option } = await aBoat();
    const { claims } = await claim(option, 1);
    const ledgerId = claims[0]?.ledger ?? "";
    await platform.settle();
    await commitUncopied("bkg_swept", ledgerId, null);
    platform.time.now = start + 11_000;
    const ledgers = platform.database.collection<LedgerDocument>("ledgers");
    await until(async () => {
      const ledger = await ledgers.findOne({ _id: ledgerId });
      return Object.keys(ledger?.log ?? {}).length === 0;
    });
    expect(await records().findOne({ _id: "bkg_swept.0a" })).toMatchObject({
      state: "CONFIRMED",
      step: 1,
    });
  });
});

describe("an expansion", () => {
  /** As the audit log shows them: each of two replicas may deliver an event, the log drops repeats by id. */
  const expansions = () => [
    ...new Map(
      platform.delivered
        .filter(({ action }) => action === "resource.expand")
        .map((entry) => [entry.id, entry]),
    ).values(),
  ];

  it("is recorded once, under its maker's name, when a booking is known to name its claim", async () => {
    const { claim, request, option, boat } = await aBoat();
    const { claims } = await claim(option, 13, { bookingId: "bkg_wide", expand: true });
    await platform.settle();
    expect(expansions().filter(({ entityId }) => entityId === boat.id)).toEqual([]);
    const claimIds = claims.map(({ claimId }) => claimId);
    await call(request(), contracts.attachClaims, { claimIds });
    await call(request(1), contracts.attachClaims, { claimIds });
    await platform.settle();
    const delivered = expansions().filter(({ entityId }) => entityId === boat.id);
    expect(delivered).toEqual([
      expect.objectContaining({ entityType: "resource", actorId: "key_test", source: "api/v1" }),
    ]);
    expect(JSON.parse(delivered[0]?.after ?? "null")).toMatchObject({ placesAdded: 3 });
  });

  // 04:00 in Rome, where one day ends and another begins.
  const across = { startAt: "2027-07-02T01:30:00.000Z", expand: true };
  const dayBefore = { startAt: "2027-07-02T01:15:00.000Z", durationMinutes: 30 };
  const dayAfter = { startAt: "2027-07-02T02:00:00.000Z", durationMinutes: 30 };

  it.each<[string, number, number, number, number]>([
    ["both days lack as much", 13, 0, 0, 3],
    ["the first day alone lacks room", 10, 4, 0, 4],
    ["the second day alone lacks room", 10, 0, 6, 6],
    ["the first day lacks more", 12, 5, 1, 7],
    ["the second day lacks more", 12, 1, 5, 7],
  ])(
    "of a departure in two days is recorded once where %s",
    async (_name, seats, one, two, added) => {
      const { claim, request, release, option, boat } = await aBoat();
      if (one > 0) await claim(option, one, dayBefore);
      if (two > 0) await claim(option, two, dayAfter);
      const bookingId = `bkg_across_${one}_${two}`;
      const { claims } = await claim(option, seats, { ...across, bookingId });
      const ids = claims.map(({ claimId }) => claimId);
      expect(ids).toEqual([`${bookingId}.0a`, `${bookingId}.0b`]);
      // As recovery and a late answer may: one by one, on any replica, more than once.
      for (const [replica, claimId] of [...ids.toReversed(), ...ids].entries())
        await call(request(replica % 2), contracts.attachClaims, { claimIds: [claimId] });
      await release(bookingId, claims);
      await platform.settle();
      const delivered = expansions().filter(({ entityId }) => entityId === boat.id);
      expect(delivered.map(({ after }) => JSON.parse(after ?? "null") as object)).toEqual([
        expect.objectContaining({ bookingId, placesAdded: added }),
      ]);
    },
  );

  it("of a departure in two days goes with its claims where no booking names them", async () => {
    const { claim, release, vacancies, option, boat } = await aBoat();
    await claim(option, 6, dayAfter);
    const { claims } = await claim(option, 11, { ...across, bookingId: "bkg_gone" });
    // Both days have the expansion of the second one, which misses more.
    expect(await vacancies(option, across)).toMatchObject({ capacity: 17, vacancies: 0 });
    await release("bkg_gone", claims, { neverNamed: true });
    await platform.settle();
    expect(expansions().filter(({ entityId }) => entityId === boat.id)).toEqual([]);
    expect(await vacancies(option, across)).toMatchObject({ capacity: 10, vacancies: 4 });
  });

  it("is recorded although its booking was cancelled before that was known, and stays", async () => {
    const { claim, release, vacancies, option, boat } = await aBoat();
    const { claims } = await claim(option, 13, { bookingId: "bkg_short", expand: true });
    await release("bkg_short", claims);
    await platform.settle();
    expect(expansions().filter(({ entityId }) => entityId === boat.id)).toHaveLength(1);
    expect(await vacancies(option)).toMatchObject({ capacity: 13, vacancies: 13 });
  });

  it("of a claim that was never named goes with it, unrecorded", async () => {
    const { claim, release, vacancies, option, boat } = await aBoat();
    const { claims } = await claim(option, 13, { bookingId: "bkg_lost", expand: true });
    await release("bkg_lost", claims, { neverNamed: true });
    await platform.settle();
    expect(expansions().filter(({ entityId }) => entityId === boat.id)).toEqual([]);
    expect(await vacancies(option)).toMatchObject({ capacity: 10, vacancies: 10 });
  });
});
