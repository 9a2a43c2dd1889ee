/** Every form of the list with every combination of filters, against a plain look at the stored bookings. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { type InputOf, bookings } from "@slipway/contracts";
import fc from "fast-check";
import type { BookingDocument } from "../../src/record/booking-document.ts";
import { type Bench, iso, startBench } from "../bench.ts";
import { now, startAt } from "../builders.ts";

type Input = Omit<InputOf<typeof bookings.listBookings>, "updatedSince" | "cursor">;
type Filters = Omit<Input, "sort" | "limit" | "offset" | "page">;

const statuses = bookings.bookingStatus.options;
const day = 86_400_000;
const names = ["ada", "grace", "ADALIA Zoe\u0308"];
const count = 60;

const referenceAt = (index: number) => `REF${String(index).padStart(5, "0")}`;

/** The values of each field repeat after different numbers of bookings, so that all combinations occur. */
function storedFields(tenant: string, index: number): Partial<BookingDocument> {
  const status = statuses[index % 6]!;
  return {
    _id: `${tenant}${String(index).padStart(3, "0")}`,
    status,
    // No hold runs out: the sweep would change it meanwhile.
    expiresAt: status === "ON_HOLD" ? new Date(now + 60_000) : null,
    createdAt: new Date(now - day + Math.floor(index / 2)),
    updatedAt: new Date(now - day + 1_000 + Math.floor(index / 3)),
    startAt: new Date(startAt + (index % 5) * day),
    supplierId: `sup_${index % 2}`,
    productId: `prd_${index % 3}`,
    optionId: `opt_${index % 4}`,
    source: index % 7 === 0 ? "shop" : "api/v1",
    customer: JSON.stringify({ name: names[index % 3], email: `${index}@guest.example` }),
    searchText: `${names[index % 3]?.normalize("NFC").toLowerCase()}\u0000${index}@guest.example`,
    ...(index % 2 === 0 ? { idempotencyKey: `key-${index}` } : {}),
    reference: referenceAt(index),
    externalId: [null, "E1", "E2", "E|1"][index % 4]!,
    resellerReference: index % 3 === 0 ? null : `R${index % 5}`,
    outbox: [],
  };
}

const filters: fc.Arbitrary<Filters> = fc.record({
  status: fc
    .shuffledSubarray([...statuses], { minLength: 1, maxLength: 4 })
    .map((some) => some.join(",")),
  from: fc.integer({ min: -1, max: 5 }).map((days) => iso(startAt + days * day)),
  to: fc.integer({ min: -1, max: 5 }).map((days) => iso(startAt + days * day)),
  supplierId: fc.constantFrom("sup_0", "sup_1", "none"),
  productId: fc.constantFrom("prd_0", "prd_1", "prd_2", "opt_0"),
  optionId: fc.constantFrom("opt_0", "opt_1", "opt_2", "opt_3"),
  source: fc.constantFrom("api/v1", "shop"),
  idempotencyKey: fc.constantFrom("key-0", "key-8", "key-24", "KEY-0", "none"),
  reference: fc.constantFrom(referenceAt(3), referenceAt(24), "ref0-o003 ", "REF0"),
  externalId: fc.constantFrom("E1", "E2", "E|1", "e1", "1", ".*"),
  resellerReference: fc.constantFrom("R0", "R1", "R4", "E1"),
  search: fc.constantFrom(
    "ad",
    "GRACE",
    "4@guest",
    "nobody",
    ".*",
    "a.a",
    "ada0@guest.example",
    "ada\u00000",
    "ref0",
    "Zoë",
    "zoe\u0308 ",
    referenceAt(8),
    "ref00008",
    " ref0-oo08",
  ),
});
/** Mostly few filters at once: of many nothing is left. */
const fewFilters = fc
  .tuple(filters, fc.infiniteStream(fc.integer({ min: 0, max: 2 })))
  .map(([all, draws]): Filters => {
    const kept = Object.entries(all).filter(() => draws.next().value === 0);
    return Object.fromEntries(kept);
  });

const equalFields = [
  ...(["supplierId", "productId", "optionId", "source"] as const),
  ...(["externalId", "resellerReference", "idempotencyKey"] as const),
];

/** As people type a reference. */
const typed = (reference: string) =>
  reference.trim().toUpperCase().replace("-", "").replaceAll("O", "0");

function isWanted(one: BookingDocument, wanted: Filters): boolean {
  const { search = "", status: list } = wanted;
  const reference = wanted.reference ?? one.reference ?? "";
  const text = search.normalize("NFC").toLowerCase().trim();
  return (
    one.reference === typed(reference) &&
    equalFields.every((field) => wanted[field] === undefined || one[field] === wanted[field]) &&
    (list === undefined || list.split(",").includes(one.status)) &&
    (wanted.from === undefined || one.startAt >= new Date(wanted.from)) &&
    (wanted.to === undefined || one.startAt <= new Date(wanted.to)) &&
    (one.reference === typed(search) ||
      one.searchText.split("\u0000").some((field) => field.includes(text)))
  );
}

type Order = "createdAt" | "startAt" | "updatedAt";

/** The ids that a list must have, in its order. */
function plainly(wanted: Filters, order: Order): string[] {
  return stored
    .filter((one) => isWanted(one, wanted))
    .toSorted((a, b) => {
      const ascending = +a[order] - +b[order] || (a._id < b._id ? -1 : 1);
      return order === "createdAt" ? -ascending : ascending;
    })
    .map(({ _id }) => _id);
}

let bench: Bench;
let stored: BookingDocument[];

async function idsOf(tenant: string, input: Input): Promise<[string[], number | undefined]> {
  const answer = await call(bench.as(tenant), bookings.listBookings, input);
  expect(answer.next).toBeNull();
  return [answer.items.map(({ id }) => id), answer.total];
}

/** The ids of a whole reading of the change feed. */
async function changedIds(tenant: string, wanted: Filters): Promise<string[]> {
  const ids: string[] = [];
  let input: InputOf<typeof bookings.listChanges> = { ...wanted, updatedSince: iso(0), limit: 25 };
  for (;;) {
    const { items, nextCursor } = await call(bench.as(tenant), bookings.listChanges, input);
    ids.push(...items.map(({ id }) => id));
    if (nextCursor === null) return ids;
    input = { cursor: nextCursor, limit: 25 };
  }
}

describe.each([
  ["in memory", "100"],
  ["in the database", "0"],
])("a list found %s", (_where, megabytes) => {
  const tenant = randomUUID();
  beforeAll(async () => {
    bench = await startBench(import.meta.url, { LIST_MEMORY_MB: megabytes });
    bench.seats = null;
    const { id } = await bench.create({}, tenant);
    const one = (await bench.collection.findOne({ _id: id }))!;
    await bench.collection.deleteOne({ _id: id });
    stored = Array.from({ length: count }, (_, index) => ({
      ...one,
      ...storedFields(tenant, index),
    }));
    await bench.collection.insertMany(stored);
  });
  afterAll(() => bench.stop());

  it("has what its filters say, in each form and order", async () => {
    const orders = fc.constantFrom("createdAt" as const, "startAt" as const);
    const pages = fc.record({ limit: fc.integer({ min: 1, max: 100 }), offset: fc.nat(20) });
    const whole = { limit: 100, offset: 0 };
    const examples: [Filters, "createdAt" | "startAt", typeof whole][] = [
      [{}, "startAt", whole],
      [{ search: referenceAt(8) }, "createdAt", whole],
      [{ search: "ref00008", optionId: "opt_0" }, "startAt", whole],
    ];
    await fc.assert(
      fc.asyncProperty(fewFilters, orders, pages, async (wanted, sort, { limit, offset }) => {
        const ids = plainly(wanted, sort);
        const order = sort === "createdAt" ? {} : { sort };
        expect(await idsOf(tenant, { ...wanted, ...order })).toEqual([ids, undefined]);
        const page = [ids.slice(offset, offset + limit), ids.length];
        expect(await idsOf(tenant, { ...wanted, ...order, limit, offset })).toEqual(page);
        expect(await changedIds(tenant, wanted)).toEqual(plainly(wanted, "updatedAt"));
      }),
      { numRuns: 150, examples },
    );
  });
});
