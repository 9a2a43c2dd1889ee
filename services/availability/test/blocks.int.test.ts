import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import type { OptionFacts } from "../src/option-facts.ts";
import { aRequirement, anOption, startAvailability } from "./availability-bench.ts";

let mine: Request;
let facts: OptionFacts;

const bench = forThisFile(() => startAvailability(import.meta.url));

const auditEntries = () => bench.entriesOf(mine);

beforeEach(() => {
  ({ mine, facts } = bench.anew());
});

function createBlock(startAt: string, endAt: string, productId = facts.productId) {
  return call(mine, availability.createBlock, { productId, startAt, endAt });
}

async function listBlocks(from: string, to: string): Promise<string[]> {
  const { items } = await call(mine, availability.listBlocks, { from, to });
  return items.map(({ startAt }) => startAt.slice(11, 16));
}

describe("creating a block", () => {
  it("answers it in UTC, records it and invalidates the product", async () => {
    const block = await createBlock("2027-07-01T10:00:00+02:00", "2027-07-01T12:00Z");
    expect(block).toEqual({
      id: expect.stringMatching(/^avb_/),
      tenantId: mine.caller.tenantId,
      productId: facts.productId,
      startAt: "2027-07-01T08:00:00.000Z",
      endAt: "2027-07-01T12:00:00.000Z",
      note: null,
      createdAt: "2027-07-01T00:00:00.000Z",
    });
    expect(bench.invalidated).toEqual([facts.productId]);
    await bench.settle();
    expect(auditEntries()).toMatchObject([
      { action: "availabilityBlock.create", entityId: block.id, before: null },
    ]);
  });

  it("keeps its note, and takes no empty one", async () => {
    const block = {
      productId: facts.productId,
      startAt: "2027-07-01T10:00Z",
      endAt: "2027-07-02T10:00Z",
    };
    const made = await call(mine, availability.createBlock, { ...block, note: "Regatta" });
    expect(made.note).toBe("Regatta");
    expect(await call(mine, availability.getBlock, { id: made.id })).toEqual(made);
    const empty = call(mine, availability.createBlock, { ...block, note: "" });
    await expect(empty).rejects.toMatchObject({ type: "VALIDATION_FAILED" });
  });

  it("refuses an unknown, a foreign and an archived product", async () => {
    bench.options.push(anOption("ten_other", { productId: "prd_foreign" }));
    const range = ["2027-07-01T10:00Z", "2027-07-01T12:00Z"] as const;
    for (const productId of ["prd_missing", "prd_foreign"])
      await expect(createBlock(...range, productId)).rejects.toMatchObject({ type: "NOT_FOUND" });
    facts.productArchived = true;
    await expect(createBlock(...range)).rejects.toMatchObject({ type: "ARCHIVED" });
  });

  it("refuses an end that is not after the start", async () => {
    for (const endAt of ["2027-07-01T10:00Z", "2027-07-01T09:00Z"])
      await expect(createBlock("2027-07-01T10:00Z", endAt)).rejects.toMatchObject({
        type: "VALIDATION_FAILED",
      });
  });
});

describe("listing blocks", () => {
  it("lists those with startAt < to and endAt > from, by startAt", async () => {
    await createBlock("2027-07-01T14:00Z", "2027-07-01T16:00Z");
    await createBlock("2027-07-01T10:00Z", "2027-07-01T12:00Z");
    await createBlock("2027-07-01T08:00Z", "2027-07-01T10:00Z");
    expect(await listBlocks("2027-07-01T00:00Z", "2027-07-02T00:00Z")).toEqual([
      "08:00",
      "10:00",
      "14:00",
    ]);
    expect(await listBlocks("2027-07-01T10:00Z", "2027-07-01T14:00Z")).toEqual(["10:00"]);
    expect(await listBlocks("2027-07-01T09:59:59.999Z", "2027-07-01T14:00:00.001Z")).toEqual([
      "08:00",
      "10:00",
      "14:00",
    ]);
    expect(await listBlocks("2027-07-01T11:00Z", "2027-07-01T11:00Z")).toEqual(["10:00"]);
  });

  it("lists all of many that begin together, in pages of the bus", async () => {
    await Promise.all(
      Array.from({ length: 300 }, () => createBlock("2027-07-01T10:00Z", "2027-07-01T12:00Z")),
    );
    const range = { from: "2027-07-01T00:00Z", to: "2027-07-02T00:00Z" };
    const first = await call(mine, availability.listBlocks, range);
    expect(first.items).toHaveLength(200);
    const page = first.next ?? "";
    const second = await call(mine, availability.listBlocks, { ...range, page });
    expect(second.next).toBeNull();
    const ids = new Set([...first.items, ...second.items].map(({ id }) => id));
    expect(ids.size).toBe(300);
  });
});

describe("a caller of one supplier", () => {
  it("is shown that supplier's blocks alone, also those of an earlier release", async () => {
    const tenantId = mine.caller.tenantId;
    bench.options.push(anOption(tenantId, { productId: "prd_other", supplierId: "sup_other" }));
    const range = ["2027-07-01T10:00Z", "2027-07-01T12:00Z"] as const;
    const blocks = [await createBlock(...range), await createBlock(...range)];
    await createBlock(...range, "prd_other");
    await createBlock(...range, "prd_other");
    const { uri, name } = testDatabase(import.meta.url);
    const { connection, close } = await openDatabase(uri, `${name}-availability`);
    const stored = connection.collection("availability_blocks");
    // The first block of each supplier is as the release before has made it.
    for (const productId of [facts.productId, "prd_other"])
      await stored.updateOne({ tenantId, productId }, { $unset: { supplierId: "", note: "" } });
    await close();

    const restrictions = { supplierId: facts.supplierId, overrides: true };
    const held = { ...mine, caller: { ...mine.caller, restrictions } };
    const listed = await call(held, availability.listBlocks, {
      from: "2027-07-01T00:00Z",
      to: "2027-07-02T00:00Z",
    });
    expect(listed.items.map(({ note }) => note)).toEqual([null, null]);
    expect(listed.items.map(({ id }) => id).toSorted()).toEqual(
      blocks.map(({ id }) => id).toSorted(),
    );
    expect(await listBlocks("2027-07-01T00:00Z", "2027-07-02T00:00Z")).toHaveLength(4);
  });
});

describe("deleting a block", () => {
  it("takes it away, records it and invalidates the product; again it is not found", async () => {
    const block = await createBlock("2027-07-01T10:00Z", "2027-07-01T12:00Z");
    bench.invalidated = [];
    // A block of an archived product can be cleared.
    facts.productArchived = true;
    const { id } = block;
    expect(await call(mine, availability.deleteBlock, { id })).toEqual({ deleted: true });
    expect(bench.invalidated).toEqual([facts.productId]);
    expect(await listBlocks("2027-07-01T00:00Z", "2027-07-02T00:00Z")).toEqual([]);
    await expect(call(mine, availability.deleteBlock, { id })).rejects.toMatchObject({
      type: "NOT_FOUND",
    });
    await bench.settle();
    expect(auditEntries().at(-1)).toMatchObject({
      action: "availabilityBlock.delete",
      before: JSON.stringify(block),
      after: null,
    });
  });
});

describe("selling facts", () => {
  it("hold the product's blocks that are not over", async () => {
    const { productId } = facts;
    await createBlock("2027-06-30T10:00Z", "2027-07-01T00:00Z");
    await createBlock("2027-06-30T10:00Z", "2027-07-01T00:00:00.001Z");
    await createBlock("2028-06-30T10:00Z", "2028-07-01T00:00Z");
    const optionId = facts.option.id;
    const selling = await call(mine, availability.getSellingFacts, { optionId, productId });
    expect(selling.blocks.map(({ endAt }) => endAt)).toEqual([
      "2027-07-01T00:00:00.001Z",
      "2028-07-01T00:00:00.000Z",
    ]);
    expect(selling.periods).toEqual([]);
  });

  it("have another version once a block or a period has come or gone, of that option alone", async () => {
    const optionId = facts.option.id;
    const other = anOption(mine.caller.tenantId, { productId: "prd_other" });
    other.option.id = "opt_other";
    bench.options.push(other);
    bench.requirements = [aRequirement(facts)];
    const places = [
      { optionId, productId: facts.productId },
      { optionId: "opt_other", productId: "prd_other" },
    ];
    const versionsOf = async () => {
      const wanted = { options: places };
      const { versions } = await call(mine, availability.listSellingVersions, wanted);
      const selling = places.map((place) => call(mine, availability.getSellingFacts, place));
      expect(versions).toEqual((await Promise.all(selling)).map(({ version }) => version));
      return versions;
    };
    const daily = { startMonthDay: "01-01", endMonthDay: "12-31", weekdays: [1] };
    const seen = [await versionsOf()];
    const block = await createBlock("2027-07-02T10:00Z", "2027-07-03T00:00Z");
    seen.push(await versionsOf());
    const season = { id: optionId, ...daily, startTimes: ["09:00"] };
    const { id: periodId } = await call(mine, availability.createPeriod, season);
    seen.push(await versionsOf());
    await call(mine, availability.deleteBlock, { id: block.id });
    seen.push(await versionsOf());
    await call(mine, availability.deactivatePeriod, { id: optionId, periodId });
    seen.push(await versionsOf());
    expect(new Set(seen.slice(0, 4).map(([own]) => own)).size).toBe(4);
    expect(seen[4]).toEqual(seen[0]);
    expect(new Set(seen.map(([, others]) => others)).size).toBe(1);
  });
});
