import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { capacityArchive, resourcesCapacity as contracts } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { until } from "@slipway/dev/testing-until";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const platform = forThisFile(() => capacityPlatform(import.meta.url));

it("finds nothing in a sound system, and every counter that differs from its recomputation", async () => {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  const examine = () => call(supplier.request(), contracts.examineCapacity, {});
  const book = async (bookingId: string, fields: object = {}) => {
    const { claims } = await supplier.claim(option, 1, { bookingId, ...fields });
    platform.others.holders.push({ bookingId, status: "CONFIRMED", claims });
    return claims;
  };
  const claims = await book("bkg_one");
  await supplier.confirm("bkg_two", await book("bkg_two", { until: "2027-07-01T12:30:00.000Z" }));
  await supplier.claim(option, 1, { bookingId: "bkg_ended", until: "2027-07-01T12:00:01.000Z" });
  platform.time.now += 2_000;
  expect(await examine()).toEqual({ ledgers: 1, claims: 2, findings: [] });

  // A claim that recovery has yet to ask about is no finding; one that is attached to nothing is.
  const orphan = await supplier.claim(option, 1, { bookingId: "bkg_orphan" });
  expect((await examine()).findings).toEqual([]);
  const claimIds = orphan.claims.map(({ claimId }) => claimId);
  await call(supplier.request(), contracts.attachClaims, { claimIds });
  await platform.settle();
  const orphanFinding = { kind: "claim-without-booking", id: "bkg_orphan.0a" };
  expect((await examine()).findings).toEqual([expect.objectContaining(orphanFinding)]);

  await book("bkg_held", { until: "2027-07-01T12:30:00.000Z" });
  const heldFinding = { kind: "booking-places", id: "bkg_held" };
  expect((await examine()).findings).toEqual([
    expect.objectContaining(heldFinding),
    expect.objectContaining(orphanFinding),
  ]);

  const ledgers = platform.database.collection<{ _id: string; usages: Record<string, object> }>(
    "ledgers",
  );
  const ledger = await ledgers.findOne({ _id: claims[0]?.ledger ?? "" });
  const [line] = Object.keys(ledger?.usages ?? {});
  await ledgers.updateOne(
    { _id: ledger?._id ?? "" },
    { $inc: { [`usages.${line}.use.${boat.id}.seats`]: 1, revision: 1 } },
  );
  expect((await examine()).findings[0]).toEqual({
    kind: "ledger-line",
    id: `${ledger?._id} ${line} ${boat.id}`,
    detail: "the ledger counts 4 places and 0 units, its claims take 3 places and 0 units",
  });
});

it("takes an ended claim for ended, though its ledger's log still has an earlier step of it", async () => {
  platform.others.holders.length = 0;
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  const { claims } = await supplier.claim(option, 1, { bookingId: "bkg_over" });
  const [claim] = claims;
  const named = { claimIds: [claim?.claimId ?? ""] };
  await call(supplier.request(), contracts.attachClaims, named);
  const ledgers = platform.database.collection<{ _id: string; log: Record<string, string> }>(
    "ledgers",
  );
  const logged = (await ledgers.findOne({ _id: claim?.ledger ?? "" }))?.log ?? {};
  const [[revision, first] = ["", ""]] = Object.entries(logged);
  await supplier.release("bkg_over", claims);
  await platform.settle();
  // Its steps were recorded in another order, and the later one has left the log already.
  await ledgers.updateOne(
    { _id: claim?.ledger ?? "" },
    { $set: { log: { [revision]: first } }, $unset: { hasLog: "" } },
  );
  platform.time.now += 61_000;
  const { findings } = await call(supplier.request(), contracts.examineCapacity, {});
  expect(findings.filter(({ id }) => id.startsWith("bkg_over"))).toEqual([]);
});

it("confirms nothing that is confirmed in its ledger's log, though its record lags behind", async () => {
  platform.others.holders.length = 0;
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  await supplier.link(option, (await supplier.aResource()).id);
  const heldUntil = "2027-07-01T13:30:00.000Z";
  const bookingId = "bkg_lagging";
  const { claims } = await supplier.claim(option, 1, { bookingId, until: heldUntil });
  platform.others.holders.push({ bookingId, status: "CONFIRMED", claims });
  const _id = claims[0]?.claimId ?? "";
  const named = { claimIds: [_id] };
  await call(supplier.request(), contracts.attachClaims, named);
  await platform.settle();
  const records = platform.database.collection<{ _id: string }>("claims");
  const held = await records.findOne({ _id });
  await supplier.confirm(bookingId, claims);
  const ledgers = platform.database.collection<{ _id: string; log: object }>("ledgers");
  const { log = {} } = (await ledgers.findOne({ _id: claims[0]?.ledger ?? "" })) ?? {};
  await platform.settle();
  // As if the copy were still on its way.
  await records.replaceOne({ _id }, { ...held });
  await ledgers.updateOne(
    { _id: claims[0]?.ledger ?? "" },
    { $set: { log, hasLog: true }, $inc: { revision: 1 } },
  );
  const findings = [{ kind: "booking-places", id: bookingId, detail: "alleged" }];
  const { repaired } = await call(supplier.request(), contracts.repairCapacity, { findings });
  expect(repaired).toEqual([]);
});

it("mends what it has found, by writes that others cannot be overwritten by, and records it", async () => {
  platform.others.holders.length = 0;
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  // The findings that the test before has left are not this test's.
  const own = ["bkg_only_held", "bkg_nobody", supplier.supplierId];
  const mine = ({ id }: { id: string }) => own.some((name) => id.startsWith(name));
  const heldUntil = "2027-07-01T13:30:00.000Z";
  const held = await supplier.claim(option, 1, { bookingId: "bkg_only_held", until: heldUntil });
  platform.others.holders.push({
    bookingId: "bkg_only_held",
    status: "CONFIRMED",
    claims: held.claims,
  });
  const orphan = await supplier.claim(option, 2, { bookingId: "bkg_nobody" });
  const claimIds = [...held.claims, ...orphan.claims].map(({ claimId }) => claimId);
  await call(supplier.request(), contracts.attachClaims, { claimIds });
  platform.others.named.set(orphan.claims[0]?.claimId ?? "", false);
  await platform.settle();
  const ledgerId = held.claims[0]?.ledger ?? "";
  const ledgers = platform.database.collection<{
    _id: string;
    usages: Record<string, { use: Record<string, { holds: object }> }>;
  }>("ledgers");
  const [line] = Object.keys((await ledgers.findOne({ _id: ledgerId }))?.usages ?? {});
  const moving = { claim: "clm_gone", line, use: [], until: null };
  await ledgers.updateOne(
    { _id: ledgerId },
    {
      $inc: { [`usages.${line}.use.${boat.id}.seats`]: 4, revision: 1 },
      $set: { "rebookings.bkg_only_held": [moving, { ...moving, claim: "clm_too" }] } as never,
    },
  );
  const { findings } = await call(supplier.request(), contracts.examineCapacity, {});
  const kinds = findings.filter(mine).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(
    new Set(["ledger-line", "ledger-move", "booking-places", "claim-without-booking"]),
  );

  const { repaired } = await call(supplier.request(), contracts.repairCapacity, { findings });
  expect(new Set(repaired.map(({ kind }) => kind))).toEqual(new Set(kinds));
  await platform.settle();
  const left = await call(supplier.request(), contracts.examineCapacity, {});
  expect(left.findings.filter(mine)).toEqual([]);
  expect((await supplier.vacancies(option)).vacancies).toBe(9);
  const delivered = platform.delivered.filter(({ entityId }) => entityId === boat.id);
  expect(
    delivered.map(({ action }) => action).filter((action) => action.endsWith("repair")),
  ).toHaveLength(3);
  expect(new Set(delivered.map(({ tenantId }) => tenantId))).toEqual(new Set([supplier.tenantId]));
  // A second repair finds nothing to do.
  expect(await call(supplier.request(), contracts.repairCapacity, { findings })).toEqual({
    repaired: [],
  });
});

it("stays clean while a past day is archived, step by step, and nothing is sold there again", async () => {
  const { others, time } = platform;
  others.holders.length = 0;
  const before = time.now;
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  const keepDays = 60;
  const as = () => supplier.request();
  const book = async (bookingId: string) => {
    const { claims } = await supplier.claim(option, 3, { bookingId });
    others.holders.push({ bookingId, status: "CONFIRMED", claims });
    await call(as(), contracts.attachClaims, { claimIds: claims.map(({ claimId }) => claimId) });
    await platform.settle();
    return claims;
  };
  const [id = "", other = "", late = ""] = [1, 2, 3].map((ms) => newId("bkg", before + ms));
  const claims = await book(id);
  const kept = await book(other);
  const ledger = claims[0]?.ledger ?? "";
  const isOfIt = ({ version }: { version: { tenantId: string } }) =>
    version.tenantId === supplier.tenantId;
  const listLedgers = async () =>
    (await call(as(), capacityArchive.listEndedLedgers, { keepDays })).items.filter(isOfIt);
  const close = (items: Awaited<ReturnType<typeof listLedgers>>) => {
    const versions = items.map(({ version }) => version);
    return call(as(), capacityArchive.archiveLedgers, { keepDays, versions });
  };
  const listClaims = async () =>
    (await call(as(), capacityArchive.listEndedClaims, { keepDays })).items.filter(isOfIt);
  const examined = async () => {
    const { findings } = await call(as(), contracts.examineCapacity, {});
    return findings.filter((found) => JSON.stringify(found).includes(supplier.supplierId)).length;
  };

  expect(await listLedgers()).toEqual([]);
  time.now += 62 * 86_400_000;
  // Steps of the sale are in the ledger's log until a sweep comes.
  const listSwept = async () => {
    time.now += 11_000;
    await until(async () => (await listLedgers()).length > 0);
    return listLedgers();
  };
  const filed = await listSwept();
  expect(filed).toMatchObject([{ version: { id: ledger } }]);
  // A backdated sale after the file was written: the file's version is gone, and the next run has it.
  await book(late);
  expect(await close(filed)).toEqual({ archived: 0 });
  const again = await listSwept();
  expect(JSON.parse(again[0]?.line ?? "")).toMatchObject({
    collection: "ledgers",
    record: { _id: ledger, usages: expect.anything() },
  });
  expect(await close(again)).toEqual({ archived: 1 });
  expect(await close(again)).toEqual({ archived: 0 });
  expect(await listLedgers()).toEqual([]);
  expect(await examined()).toBe(0);

  await expect(supplier.claim(option, 1)).rejects.toMatchObject({ type: "ARCHIVED" });
  expect(await supplier.vacancies(option)).toMatchObject({ vacancies: 0 });
  // The claims stay as long as their bookings do.
  expect(await listClaims()).toEqual([]);
  for (const holder of others.holders)
    if (holder.bookingId !== other) Object.assign(holder, { archived: true });
  others.gone.add(id).add(late);
  const gone = await listClaims();
  expect(gone.map(({ version }) => version.id)).toEqual([`${id}.0a`, `${late}.0a`]);
  const versions = gone.map(({ version }) => version);
  const stale = versions.map((version) => ({ ...version, revision: version.revision + 1 }));
  expect(await call(as(), capacityArchive.archiveClaims, { versions: stale })).toEqual({
    archived: 0,
  });
  expect(await examined()).toBe(0);
  expect(await call(as(), capacityArchive.archiveClaims, { versions })).toEqual({ archived: 2 });
  expect(await call(as(), capacityArchive.archiveClaims, { versions })).toEqual({ archived: 0 });
  expect(await listClaims()).toEqual([]);

  // A booking that still names a claim there gives it back, and a late release of a removed one finds nothing.
  await supplier.release(other, kept);
  await supplier.release(id, claims);
  others.holders.length = 0;
  await platform.settle();
  expect(await examined()).toBe(0);
  // The closed day still says that the boat was booked.
  await call(as(), contracts.dropRequirements, { optionId: option });
  const deletion = call(as(), contracts.deleteResource, { id: boat.id });
  await expect(deletion).rejects.toMatchObject({ type: "RESOURCE_IN_USE" });
  time.now = before;
});

it("names a day and a claim that cannot be read, and neither recounts nor settles what rests on them", async () => {
  platform.others.holders.length = 0;
  const database = platform.database;
  const stored = (name: string) => database.collection<{ _id: string }>(name);
  for (const each of ["ledgers", "claims"]) await stored(each).deleteMany({});
  const book = async (bookingId: string) => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const boat = await supplier.aResource();
    await supplier.link(option, boat.id);
    const { claims } = await supplier.claim(option, 2, { bookingId });
    await call(supplier.request(), contracts.attachClaims, {
      claimIds: claims.map(({ claimId }) => claimId),
    });
    platform.others.holders.push({ bookingId, status: "ON_HOLD", expiresAt: null, claims });
    await platform.settle();
    return { supplier, ledger: claims[0]?.ledger ?? "", claimId: claims[0]?.claimId ?? "" };
  };
  const [ofDay, ofClaim, sound] = [await book("bkg_d"), await book("bkg_c"), await book("bkg_s")];
  await stored("ledgers").updateOne({ _id: ofDay.ledger }, { $set: { "log.1": "{ada" } });
  await stored("claims").updateOne({ _id: ofClaim.claimId }, { $set: { use: "{ada" } });
  platform.others.holders = platform.others.holders.filter(
    ({ bookingId }) => bookingId !== "bkg_s",
  );
  const { findings } = await call(sound.supplier.request(), contracts.examineCapacity, {});
  expect(findings.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    `ledger-unreadable ${ofDay.ledger}`,
    `claim-unreadable ${ofClaim.claimId}`,
    `claim-without-booking ${sound.claimId}`,
  ]);
  platform.others.named.set(sound.claimId, false);
  const { repaired } = await call(sound.supplier.request(), contracts.repairCapacity, { findings });
  expect(repaired.map(({ id }) => id)).toEqual([sound.claimId]);
});
