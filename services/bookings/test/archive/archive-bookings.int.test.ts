/** Bookings that ended long ago: given out as lines, replaced by stubs, and never sold again. */
import { describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { bookingArchive, bookings, channelBookings, customers } from "@slipway/contracts";
import { codeOf } from "@slipway/dev/testing-request";
import { until } from "@slipway/dev/testing-until";
import { randomUUID } from "node:crypto";
import { iso, seatsTaken, benchForFile, tenant } from "../bench.ts";
import { startAt } from "../builders.ts";

const run = randomUUID();
const dayMs = 86_400_000;
/** The departure lasts an hour. */
const due = startAt + 3_600_000 + 60 * dayMs + 1;
const user = { actorType: "USER" } as const;

const bench = benchForFile(import.meta.url, { BOOKINGS_KEEP_DAYS: "60" });

type Page = Awaited<ReturnType<typeof list>>;
const list = (by = run) => call(bench.as("-"), bookingArchive.listEndedBookings, { run: by });
const archive = (page: Page, by = run) => {
  const versions = page.items.map(({ version }) => version);
  return call(bench.as("-"), bookingArchive.archiveBookings, { run: by, versions });
};
/** Everything that is due goes. */
async function archiveAll(at = due): Promise<Page> {
  await bench.settle();
  bench.now = at;
  const page = await list();
  await archive(page);
  await bench.settle();
  return page;
}
const recordsIn = (page: Page) =>
  page.items.map(({ line }) => (JSON.parse(line) as { record: { _id: string } }).record);

describe("a booking whose departure has ended", () => {
  it("is given out whole once the days are over, and not before", async () => {
    const customer = { name: "Ilaria", email: "ilaria@example.com" };
    const sold = await bench.create({ customer, idempotencyKey: "key" });
    const held = await bench.create({ status: "ON_HOLD" });
    await bench.settle();
    bench.now = due - 2;
    expect((await list()).items).toEqual([]);
    bench.now = due;
    // The sweep may have expired the hold meanwhile, which is a change of this day.
    const page = await list();
    expect(page).toMatchObject({ keepDays: 60, next: null });
    expect(recordsIn(page)).toEqual([
      expect.objectContaining({
        _id: sold.id,
        idempotencyKey: "key",
        customer: JSON.stringify(customer),
        claims: [{ claimId: `${sold.id}.0a`, ledger: "day" }],
      }),
    ]);
    expect(held.status).toBe("ON_HOLD");
    // The sweep is done with the hold before the next test begins, which counts releases.
    await until(() => bench.calls.includes("resourcesCapacity.releaseClaims"));
  });

  it("leaves a stub that no list, change, feed or erasure sees, and its places as they were", async () => {
    const customer = { name: "Ilaria", email: "ilaria@example.com" };
    const sold = await bench.create({ customer });
    const other = await bench.create({}, "other");
    const taken = seatsTaken(bench);
    const before = await call(bench.as(tenant), bookings.listBookings, {});
    expect(before.items.map(({ id }) => id)).toEqual([sold.id]);
    expect((await archiveAll()).items).toHaveLength(2);

    const as = bench.as(tenant, user);
    for (const search of [undefined, "ilaria", sold.reference])
      expect((await call(as, bookings.listBookings, { search })).items).toEqual([]);
    expect((await call(as, bookings.listChanges, {})).items).toEqual([]);
    for (const work of [
      call(as, bookings.getBooking, { id: sold.id }),
      call(as, bookings.cancelBooking, { id: sold.id, force: true }),
    ])
      expect(await codeOf(work)).toBe("NOT_FOUND");
    const erased = { emailAddress: "ilaria@example.com" };
    expect(await call(as, customers.eraseCustomer, erased)).toEqual({ bookings: 0 });
    const stubs = await bench.collection.find({}).toArray();
    expect(JSON.stringify(stubs)).not.toContain("laria");
    expect(stubs.map(({ _id }) => _id).toSorted()).toEqual([sold.id, other.id].toSorted());
    expect(seatsTaken(bench)).toBe(taken);
    expect(bench.calls).not.toContain("resourcesCapacity.releaseClaims");
  });

  it("is recorded in the log without the customer, whose data goes there and from channels' events", async () => {
    const customer = { name: "Ilaria", email: "ilaria@example.com" };
    const sold = await bench.create({ customer });
    await archiveAll();
    const [entry] = bench.audited.filter(({ action }) => action === "booking.archive");
    expect(entry).toMatchObject({ tenantId: tenant, entityId: sold.id, after: null });
    expect(entry?.before).not.toContain("laria");
    expect(bench.calls).toContain("audit.eraseEntries");
    expect((await call(bench.as(tenant), bookings.examineBookings, {})).findings).toEqual([]);
  });

  it("keeps its claims before doctor and recovery", async () => {
    const { id } = await bench.create();
    await archiveAll();
    const { items } = await call(bench.as("-"), bookings.listClaimHolders, {});
    expect(items).toMatchObject([{ bookingId: id, claims: [{ claimId: `${id}.0a` }] }]);
    const claims = ["0a", "1a"].map((end) => ({
      tenantId: tenant,
      bookingId: id,
      claimId: `${id}.${end}`,
    }));
    expect(await call(bench.as("-"), bookings.settleClaims, { claims })).toEqual({
      named: [`${id}.0a`],
      never: [`${id}.1a`],
      ended: [],
    });
  });
});

describe("a late repeat", () => {
  const later = { startAt: iso(startAt + 365 * dayMs) };

  it("of the request with a key is refused, also on a replica that had looked before, and takes no place", async () => {
    await bench.create({ idempotencyKey: "key" });
    await archiveAll();
    const taken = seatsTaken(bench);
    const repeat = () => codeOf(bench.create({ ...later, idempotencyKey: "key" }));
    expect(await repeat()).toBe("BOOKING_ARCHIVED");
    // Another request of the same key that found nothing, then claimed: the stub's key refuses its insert.
    const stub = await bench.collection.findOne({ idempotencyKey: "key" });
    await bench.collection.deleteMany({});
    bench.before["resourcesCapacity.claimCapacity"] = async () => {
      bench.before = {};
      await bench.collection.insertOne(stub!);
    };
    expect(await repeat()).toBe("BOOKING_ARCHIVED");
    expect(seatsTaken(bench)).toBe(taken);
    expect(await codeOf(bench.create({ ...later, idempotencyKey: "other" }))).toBe("done");
  });

  it("of a channel key's uuid is refused, named or not", async () => {
    const asKey = () =>
      bench.as(tenant, {
        source: "reseller",
        channel: { channelConnectionId: "chn" },
        restrictions: { supplierId: "sup", overrides: false },
      });
    const externalId = randomUUID();
    const wanted = { externalId, optionId: "opt", tickets: [{ unitId: "adult" }] };
    const hold = (at: object, isNamed: boolean) =>
      codeOf(
        call(asKey(), channelBookings.holdChannelBooking, {
          ...wanted,
          startAt: iso(startAt),
          ...at,
          named: isNamed,
        }),
      );
    expect(await hold({}, true)).toBe("done");
    const confirmed = { externalId, customer: { fullName: "Marta" } };
    await call(asKey(), channelBookings.confirmChannelBooking, confirmed);
    await archiveAll();
    expect(await hold(later, true)).toBe("BOOKING_ARCHIVED");
    expect(await hold(later, false)).toBe("BOOKING_ARCHIVED");
    const found = { channelConnectionId: "chn", externalId };
    const answer = await call(bench.as(tenant), bookings.findChannelBooking, found);
    expect(answer).toEqual({ booking: null });
  });
});

describe("a run", () => {
  it("leaves a booking that nobody has decided on", async () => {
    const { id } = await bench.create();
    await bench.settle();
    await bench.collection.updateOne({ _id: id }, { $set: { status: "PENDING" } });
    bench.now = due;
    expect((await list()).items).toEqual([]);
  });

  it("leaves what has changed since its file, and the next one has it", async () => {
    const { id } = await bench.create();
    await bench.settle();
    bench.now = due;
    const page = await list();
    const force = { id, force: true, reason: "never sailed" };
    await call(bench.as(tenant, user), bookings.cancelBooking, force);
    await bench.settle();
    expect(await archive(page)).toMatchObject({ archived: 0 });
    expect((await list()).items).toEqual([]);
    expect((await archiveAll(due + 61 * dayMs)).items).toMatchObject([{ version: { id } }]);
    expect(await archive(page)).toMatchObject({ archived: 0 });
  });

  it("is refused while another one goes on", async () => {
    await bench.create();
    await bench.settle();
    bench.now = due;
    expect((await list()).items).toHaveLength(1);
    const next = randomUUID();
    expect(await codeOf(list(next))).toBe("INVALID_STATE");
    const end = { versions: [], end: true };
    // The end of another run ends nothing.
    const ending = (by: string) =>
      call(bench.as("-"), bookingArchive.archiveBookings, { run: by, ...end });
    expect(await codeOf(ending(next))).toBe("INVALID_STATE");
    expect(await codeOf(list(next))).toBe("INVALID_STATE");
    expect(await ending(run)).toEqual({ archived: 0, pending: 0 });
    expect((await list(next)).items).toHaveLength(1);
    await call(bench.as("-"), bookingArchive.archiveBookings, { run: next, ...end });
  });
});
