/** Places for a booking whose claims hold nothing, as a restored database may leave it. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { type InputOf, resourcesCapacity as contracts } from "@slipway/contracts";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

type Input = InputOf<typeof contracts.claimAnew>;
type Supplier = ReturnType<typeof aSupplier>;

const platform = forThisFile(() => capacityPlatform(import.meta.url));

let attempts = 0;

/** Ids of claims begin with the booking's, and are unique among all tenants: each test has a booking of its own. */
function restored({ supplierId }: Supplier): string {
  return `bkg_${supplierId}`;
}

function claimAnew(
  supplier: Supplier,
  { places = 1, units = null, resourceId, ...more }: Partial<Input> & Take,
): Promise<{ claims: Input["inPlaceOf"] }> {
  return call(supplier.request(), contracts.claimAnew, {
    supplierId: supplier.supplierId,
    bookingId: restored(supplier),
    attempt: `rep_${++attempts}`,
    optionId: supplier.anOption(),
    startAt: "2027-07-02T08:00:00.000Z",
    endAt: "2027-07-02T09:00:00.000Z",
    until: null,
    uses: [{ resourceId, name: "Boat", places, units, first: true }],
    inPlaceOf: [],
    ...more,
  });
}

interface Take {
  resourceId: string;
  places?: number;
  units?: number | null;
}

const full = { type: "CAPACITY_EXHAUSTED" };

it("takes what was taken before, whatever today's requirements are, and nothing without room", async () => {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id, { quantity: 3, maxQuantity: 1 });
  await supplier.claim(option, 2);
  const taken = await claimAnew(supplier, { resourceId: boat.id, places: 4, optionId: option });
  expect(taken.claims).toEqual([
    { claimId: `${restored(supplier)}.rep_${attempts}a`, ledger: expect.stringContaining(":") },
  ]);
  const again = { resourceId: boat.id, places: 1, optionId: option };
  await expect(claimAnew(supplier, again)).rejects.toMatchObject(full);
  await supplier.release(restored(supplier), taken.claims);
  // No option needs the resource any more.
  const free = { resourceId: boat.id, places: 4, bookingId: "bkg_other" };
  expect((await claimAnew(supplier, free)).claims).toHaveLength(1);
  await expect(claimAnew(supplier, again)).rejects.toMatchObject(full);
});

it("takes whole units, and nothing of a resource or a supplier that is gone", async () => {
  const supplier = aSupplier(platform);
  const gone = { resourceId: "res_gone" };
  await expect(claimAnew(supplier, gone)).rejects.toMatchObject(full);
  const boats = await supplier.aResource({ quantity: 2 });
  await expect(claimAnew(supplier, gone)).rejects.toMatchObject(full);
  const one = { resourceId: boats.id, units: 1, places: 8 };
  await claimAnew(supplier, { ...one, bookingId: "bkg_first" });
  await claimAnew(supplier, { ...one, bookingId: "bkg_second" });
  await expect(claimAnew(supplier, one)).rejects.toMatchObject(full);
});

it("leaves a booking alone whose claims hold, whether their steps are copied or not", async () => {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  const { claims } = await supplier.claim(option, 4, { bookingId: restored(supplier) });
  const own = { resourceId: boat.id, places: 4, optionId: option, inPlaceOf: claims };
  expect(await claimAnew(supplier, own)).toEqual({ claims: [] });
  await platform.settle();
  expect(await claimAnew(supplier, own)).toEqual({ claims: [] });
  await supplier.release(restored(supplier), claims);
  expect((await claimAnew(supplier, own)).claims).toHaveLength(1);
  await platform.settle();
  expect((await supplier.vacancies(option)).vacancies).toBe(6);
});

it("takes places anew on both days where one of the two is lost, and counts none twice", async () => {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  // The supplier's day begins at 04:00 in Rome.
  const night = { startAt: "2027-07-02T01:00:00.000Z", durationMinutes: 120 };
  const { claims } = await supplier.claim(option, 6, { ...night, bookingId: restored(supplier) });
  expect(claims).toHaveLength(2);
  await supplier.release(restored(supplier), claims.slice(1));
  const { claims: anew } = await claimAnew(supplier, {
    resourceId: boat.id,
    places: 6,
    optionId: option,
    startAt: night.startAt,
    endAt: "2027-07-02T03:00:00.000Z",
    inPlaceOf: claims,
  });
  expect(anew.map(({ ledger }) => ledger)).toEqual(claims.map(({ ledger }) => ledger));
  // As the booking's write does that names them.
  await supplier.release(restored(supplier), claims);
  expect((await supplier.vacancies(option, night)).vacancies).toBe(4);
  const { findings } = await call(supplier.request(), contracts.examineCapacity, {});
  expect(findings.filter(({ id }) => id.startsWith(supplier.supplierId))).toEqual([]);
});

it("finds a booking without places, with what it would take and what is missing", async () => {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  const { claims } = await supplier.claim(option, 4, { bookingId: "bkg_sold_over" });
  await supplier.release("bkg_sold_over", claims);
  await supplier.claim(option, 8);
  platform.others.holders.push({
    bookingId: "bkg_sold_over",
    status: "CONFIRMED",
    claims,
    tenantId: supplier.tenantId,
    optionId: option,
    uses: [{ resourceId: boat.id, name: "Boat", places: 4, units: null, first: true }],
  });
  const { findings } = await call(supplier.request(), contracts.examineCapacity, {});
  const detail =
    `CONFIRMED booking names claim ${claims[0]?.claimId}, which holds nothing; ` +
    `departure ${option} at 2027-07-02T08:00:00.000Z: of 4 places of Boat (${boat.id}) 2 are missing`;
  const own = findings.filter(({ id }) => id === "bkg_sold_over");
  expect(own).toEqual([{ kind: "booking-places", id: "bkg_sold_over", detail }]);
});

it("finds more sold than there is once the numbers are smaller than what is taken", async () => {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  const { claims } = await supplier.claim(option, 5);
  const { ledger = "" } = claims[0] ?? {};
  const examine = async () => {
    const { findings } = await call(supplier.request(), contracts.examineCapacity, {});
    return findings.filter(({ id }) => id.startsWith(ledger));
  };
  expect(await examine()).toEqual([]);
  // No code here does the following: it makes a number smaller than what is taken, then removes a resource in use.
  const resources = platform.database.collection<{ _id: string }>("resources");
  await resources.updateOne({ _id: boat.id }, { $set: { capacityPerResource: 3 } });
  expect(await examine()).toEqual([
    {
      kind: "resource-oversold",
      id: `${ledger} ${boat.id}`,
      detail: "5 of 3 places of Boat are taken at 2027-07-02T08:00:00.000Z",
    },
  ]);
  await resources.deleteOne({ _id: boat.id });
  expect(await examine()).toEqual([expect.objectContaining({ kind: "resource-missing" })]);
});
