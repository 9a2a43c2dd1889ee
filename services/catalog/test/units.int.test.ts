import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { aUnit, anOption, refusalCode, refusalCodes, startCatalog } from "./catalog-fixture.ts";

describe("units", () => {
  let request: Request;
  let optionId: string;

  const fixture = forThisFile(() => startCatalog(import.meta.url));
  beforeEach(async () => {
    request = await fixture.aCaller();
    optionId = (await anOption(request)).id;
    fixture.neighbours.invalidated.length = 0;
  });

  it("are answered as they were made, with defaults, and invalidate their option", async () => {
    const made = await aUnit(request, { id: optionId, restrictions: { "a.$b": 1, paxCount: 4 } });
    expect(made).toEqual({
      id: expect.stringMatching(/^unt_/),
      tenantId: request.caller.tenantId,
      optionId,
      name: "Adult",
      reference: "adult",
      type: "ADULT",
      requiredContactFields: [],
      restrictions: { "a.$b": 1, paxCount: 4 },
      metadata: {},
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
      deletedAt: null,
    });
    expect(await call(request, catalog.getUnit, { id: made.id })).toEqual(made);
    expect((await call(request, catalog.getOption, { id: optionId })).units).toEqual([made]);
    expect(fixture.neighbours.invalidated).toEqual([optionId]);
    expect(await fixture.entriesOf(request, made.id)).toMatchObject([
      { action: "unit.create", before: null, after: made },
    ]);
  });

  it("have references of their own in the option", async () => {
    const first = await aUnit(request, { id: optionId });
    expect((await aUnit(request, { id: optionId })).reference).toBe("adult-2");
    const taken = aUnit(request, { id: optionId, reference: "adult-2" });
    expect(await refusalCode(taken)).toBe("REFERENCE_TAKEN");
    const { id } = first;
    const renamed = await call(request, catalog.updateUnit, { id, name: "Grown-up" });
    expect(renamed.reference).toBe("adult");
    const move = call(request, catalog.updateUnit, { id, reference: "adult-2" });
    expect(await refusalCode(move)).toBe("REFERENCE_TAKEN");
    const elsewhere = await aUnit(request, { id: (await anOption(request)).id });
    expect(elsewhere.reference).toBe("adult");
  });

  it("leave the option's own times alone", async () => {
    const before = await call(request, catalog.getOption, { id: optionId });
    const { id } = await aUnit(request, { id: optionId });
    await call(request, catalog.updateUnit, { id, name: "x" });
    const after = await call(request, catalog.getOption, { id: optionId });
    expect(after.updatedAt).toBe(before.updatedAt);
  });

  it("change, record it and invalidate their option; nothing when the patch says what stands", async () => {
    const made = await aUnit(request, { id: optionId, restrictions: { minQuantity: 1 } });
    const same = { id: made.id, name: made.name, restrictions: { minQuantity: 1 } };
    expect(await call(request, catalog.updateUnit, same)).toEqual(made);
    fixture.neighbours.invalidated.length = 0;
    const change = {
      id: made.id,
      type: "CHILD",
      restrictions: { paxCount: 0 },
      metadata: { a: 1 },
    };
    const changed = await call(request, catalog.updateUnit, { ...change, type: "CHILD" });
    expect(changed).toMatchObject(change);
    expect(changed.updatedAt > made.updatedAt).toBe(true);
    expect(fixture.neighbours.invalidated).toEqual([optionId]);
    expect((await fixture.entriesOf(request, made.id)).slice(1)).toMatchObject([
      { action: "unit.update", before: made, after: changed },
    ]);
  });

  it("once archived are read and named in facts, but neither listed nor changed", async () => {
    const { id } = await aUnit(request, { id: optionId });
    fixture.neighbours.invalidated.length = 0;
    expect(await call(request, catalog.archiveUnit, { id })).toEqual({ deleted: true });
    expect(fixture.neighbours.invalidated).toEqual([optionId]);
    expect(await refusalCode(call(request, catalog.archiveUnit, { id }))).toBe("NOT_FOUND");
    const change = call(request, catalog.updateUnit, { id, name: "x" });
    expect(await refusalCode(change)).toBe("ARCHIVED");
    expect((await call(request, catalog.getUnit, { id })).deletedAt).not.toBeNull();
    expect((await call(request, catalog.getOption, { id: optionId })).units).toEqual([]);
    const facts = await call(request, catalog.getOptionFacts, { optionId });
    expect(facts.units).toMatchObject([{ id, name: "Adult" }]);
    expect((await fixture.entriesOf(request, id)).at(-1)).toMatchObject({
      action: "unit.delete",
      after: null,
    });
  });

  it("are all made when many are asked for at once", async () => {
    const many = Array.from({ length: 20 }, () => aUnit(request, { id: optionId }));
    const references = (await Promise.all(many)).map(({ reference }) => reference);
    expect(new Set(references).size).toBe(20);
    expect((await call(request, catalog.getOption, { id: optionId })).units).toHaveLength(20);
  });

  it("get the order of a list, which is recorded and invalidated once; archived ones stay behind", async () => {
    const ids = [];
    for (const name of ["Adult", "Child", "Gone", "Dog"])
      ids.push((await aUnit(request, { id: optionId, name })).id);
    const [adult = "", child = "", gone = "", dog = ""] = ids;
    await call(request, catalog.archiveUnit, { id: gone });
    fixture.neighbours.invalidated.length = 0;
    const unitIds = [dog, adult, child];
    const order = (wanted: readonly string[]) =>
      call(request, catalog.setUnitOrder, { id: optionId, unitIds: [...wanted] });
    expect((await order(unitIds)).map(({ id }) => id)).toEqual(unitIds);
    expect(fixture.neighbours.invalidated).toEqual([optionId]);
    const { units } = await call(request, catalog.getOption, { id: optionId });
    expect(units.map(({ id }) => id)).toEqual(unitIds);
    await order(unitIds);
    const recorded = (await fixture.entriesOf(request, optionId)).slice(1);
    expect(recorded).toMatchObject([
      {
        action: "option.set-unit-order",
        before: { unitIds: [adult, child, dog] },
        after: { unitIds },
      },
    ]);
    const others = [
      [adult, child],
      [...unitIds, gone],
      [dog, adult, adult],
    ].map(order);
    expect(await refusalCodes(others)).toEqual(others.map(() => "VERSION_CONFLICT"));
  });
});
