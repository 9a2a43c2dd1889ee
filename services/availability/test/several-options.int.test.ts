/** GET /availability of several options, of a product and of a supplier. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { type InputOf, availability } from "@slipway/contracts";
import type { AvailabilityEntry } from "../src/departure/entry.ts";
import type { OptionFacts } from "../src/option-facts.ts";
import {
  aRequirement,
  allYear,
  anOption,
  everyPage,
  startAvailability,
  timesEvery,
} from "./availability-bench.ts";

type Input = InputOf<typeof availability.listAvailability>;
let mine: Request;
let options: OptionFacts[];

const bench = forThisFile(() => startAvailability(import.meta.url));

beforeEach(() => {
  ({ mine } = bench.anew());
  const { tenantId } = mine.caller;
  const [supplierId, productId] = [`sup_${tenantId}`, `prd_${tenantId}`];
  options = [
    anOption(tenantId, { supplierId, productId }),
    anOption(tenantId, { supplierId, productId, timezone: "America/New_York" }),
    anOption(tenantId, { supplierId }),
  ];
  bench.options = [...options];
  bench.requirements = options.map((facts) => aRequirement(facts));
});

const idOf = (index: number): string => options[index]?.option.id ?? "";
const july = { from: "2027-07-01T00:00Z", to: "2027-07-31T23:59Z" };

async function createPeriod(index: number, startTimes: string[]): Promise<void> {
  await call(mine, availability.createPeriod, { id: idOf(index), ...allYear, startTimes });
}

const list = (asked: Partial<Input>): Promise<AvailabilityEntry[]> =>
  everyPage((page) => call(mine, availability.listAvailability, { ...july, ...asked, ...page }));

const halfHours = timesEvery(30);

describe("several options", () => {
  it("are listed by start, then by option, each in its own zone", async () => {
    await createPeriod(0, ["14:00"]);
    await createPeriod(1, ["08:00", "09:00"]);
    const day = { from: "2027-07-01T00:00Z", to: "2027-07-01T23:00Z" };
    const found = await list({ optionId: `${idOf(1)},${idOf(0)},${idOf(1)}`, ...day });
    expect(found.map(({ optionId, localStartAt }) => [optionId, localStartAt])).toEqual([
      // Both at noon in UTC.
      [idOf(0), "2027-07-01T14:00:00+02:00"],
      [idOf(1), "2027-07-01T08:00:00-04:00"],
      [idOf(1), "2027-07-01T09:00:00-04:00"],
    ]);
  });

  it("fill pages with what each of them alone has", async () => {
    await createPeriod(0, halfHours);
    await createPeriod(1, halfHours);
    await createPeriod(2, ["05:00"]);
    const startAt = "2027-07-09T10:17:00.000Z";
    const manual = { optionId: idOf(1), productId: options[1]?.productId ?? "", startAt };
    await call(mine, availability.recordManualDeparture, manual);
    const alone = [...(await list({ optionId: idOf(0) })), ...(await list({ optionId: idOf(1) }))];
    const byStartAndOption = (entry: AvailabilityEntry): string =>
      `${entry.startAt} ${entry.optionId}`;
    const expected = alone.toSorted((one, other) =>
      byStartAndOption(one) < byStartAndOption(other) ? -1 : 1,
    );
    expect(alone).toHaveLength(31 * 96 + 1);
    expect(await list({ optionId: `${idOf(0)},${idOf(1)}` })).toEqual(expected);
    expect(await list({ productId: options[0]?.productId ?? "" })).toEqual(expected);
    expect(await list({ supplierId: options[0]?.supplierId ?? "" })).toHaveLength(31 * 97 + 1);
  });
});

describe("an option", () => {
  it("that is missing is refused where it was named, and left out elsewhere", async () => {
    await createPeriod(0, ["05:00"]);
    await expect(list({ optionId: `${idOf(0)},opt_missing` })).rejects.toMatchObject({
      type: "NOT_FOUND",
    });
    // It was deleted after its product had listed it.
    const productId = options[0]?.productId ?? "";
    bench.options.push({ ...anOption(mine.caller.tenantId, { productId }) });
    const gone = bench.options.at(-1)?.option.id;
    bench.gone = gone === undefined ? [] : [gone];
    expect(await list({ productId })).toHaveLength(31);
  });

  it("of an archived product is left out", async () => {
    await createPeriod(0, ["05:00"]);
    await createPeriod(2, ["05:00"]);
    bench.options = options.map((facts, index) => ({ ...facts, productArchived: index === 2 }));
    expect(await list({ optionId: `${idOf(0)},${idOf(2)}` })).toHaveLength(31);
    expect(await list({ optionId: idOf(2) })).toEqual([]);
  });
});

describe("is refused", () => {
  it.each<[string, Partial<Input>, object]>([
    ["without any", {}, { code: "REQUIRED", pointer: "#/optionId" }],
    [
      "a product beside an option",
      { optionId: "opt_1", productId: "prd_1" },
      { code: "MUTUALLY_EXCLUSIVE", pointer: "#/productId" },
    ],
    [
      "a supplier beside a product",
      { supplierId: "sup_1", productId: "prd_1" },
      { code: "MUTUALLY_EXCLUSIVE", pointer: "#/supplierId" },
    ],
  ])("%s", async (_, asked, error) => {
    await expect(list(asked)).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
      data: { errors: [error] },
    });
  });

  it("an unknown product or supplier", async () => {
    await expect(list({ productId: "prd_none" })).rejects.toMatchObject({ type: "NOT_FOUND" });
    await expect(list({ supplierId: "sup_none" })).rejects.toMatchObject({ type: "NOT_FOUND" });
  });

  it("a range of more than 31 days, though one of them may have 400", async () => {
    const days32 = { from: "2027-07-01T00:00:00.000Z", to: "2027-08-01T00:00:00.001Z" };
    const tooLarge = { type: "RANGE_TOO_LARGE", data: { maxDays: 31 } };
    await expect(list({ optionId: `${idOf(0)},${idOf(1)}`, ...days32 })).rejects.toMatchObject(
      tooLarge,
    );
    const productId = options[2]?.productId ?? "";
    await expect(list({ productId, ...days32 })).rejects.toMatchObject(tooLarge);
    expect(await list({ optionId: `${idOf(0)},${idOf(0)}`, ...days32 })).toEqual([]);
  });

  it("more than 50 options, however they are asked for", async () => {
    const names = (length: number): string =>
      Array.from({ length }, (_, index) => `opt_${index}`).join();
    await expect(list({ optionId: names(51) })).rejects.toMatchObject({ type: "RANGE_TOO_LARGE" });
    await expect(list({ optionId: names(50) })).rejects.toMatchObject({ type: "NOT_FOUND" });
    const { tenantId } = mine.caller;
    const productId = `prd_many_${tenantId}`;
    bench.options = Array.from({ length: 50 }, () => anOption(tenantId, { productId }));
    expect(await list({ productId })).toEqual([]);
    bench.options.push(anOption(tenantId, { productId }));
    await expect(list({ productId })).rejects.toMatchObject({ type: "RANGE_TOO_LARGE" });
  });

  it("more than 20 000 departures together, with the days that would do", async () => {
    for (const index of [0, 1, 2]) {
      await createPeriod(index, halfHours.slice(0, 24));
      const quarters = halfHours.map((time) => time.replace(":00", ":15").replace(":30", ":45"));
      for (const minute of ["1", "2", "3", "4"])
        await createPeriod(
          index,
          quarters.map((time) => time.slice(0, 4) + minute),
        );
    }
    const supplierId = options[0]?.supplierId ?? "";
    const refused = await list({ supplierId }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ type: "RANGE_TOO_LARGE" });
    const { maxDays } = (refused as { data: { maxDays: number } }).data;
    const through = (days: number) => ({
      supplierId,
      to: new Date(Date.parse(july.from) + days * 86_400_000).toISOString(),
    });
    expect((await list(through(maxDays))).length).toBeLessThanOrEqual(20_000);
    await expect(list(through(maxDays + 1))).rejects.toMatchObject({ type: "RANGE_TOO_LARGE" });
  });
});
