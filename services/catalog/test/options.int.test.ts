import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { codeOf } from "@slipway/dev/testing-request";
import { type Request, call, refuse } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import {
  aPeriod,
  aProduct,
  aUnit,
  anOption,
  refusalCode,
  refusalCodes,
  startCatalog,
} from "./catalog-fixture.ts";

let request: Request;

const fixture = forThisFile(() => startCatalog(import.meta.url));
beforeEach(async () => {
  request = await fixture.aCaller();
  fixture.neighbours.hasLiveBookings = () => false;
  fixture.neighbours.dropRequirements = () => undefined;
});

async function defaults(productId: string): Promise<[string, boolean][]> {
  const { items } = await call(request, catalog.listOptions, { id: productId });
  return items.map(({ name, isDefault }) => [name, isDefault]);
}

describe("options", () => {
  it("are answered as they were made, with defaults", async () => {
    const made = await anOption(request);
    expect(made).toEqual({
      id: expect.stringMatching(/^opt_/),
      tenantId: request.caller.tenantId,
      productId: expect.stringMatching(/^prd_/),
      name: "Single",
      reference: "single",
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
      isDefault: true,
      durationMinutes: 30,
      sortOrder: 0,
      pricingPer: null,
      cancellationCutoffAmount: 0,
      cancellationCutoffUnit: "hour",
      cancellationPolicy: null,
      bookingCutoffMinutes: 0,
      requiredContactFields: [],
      restrictions: { minUnits: null, maxUnits: null },
      metadata: {},
    });
    const whole = await call(request, catalog.getOption, { id: made.id });
    expect(whole).toEqual({ ...made, units: [], pricingPeriods: [] });
    const product = await call(request, catalog.getProduct, { id: made.productId });
    expect(product.options).toEqual([made]);
    expect(await fixture.entriesOf(request, made.id)).toMatchObject([
      { action: "option.create", before: null, after: made },
    ]);
  });

  it("are listed by sortOrder, then age, in pages that fit the bus", async () => {
    const { id } = await aProduct(request);
    const metadata = { text: "x".repeat(60_000) };
    for (const sortOrder of [3, 1, 2, 1, 0, 0, 0, 0])
      await anOption(request, { id, name: `o${sortOrder}`, sortOrder, metadata });
    const references: string[] = [];
    let page: string | undefined;
    do {
      const answer = await call(request, catalog.listOptions, { id, ...(page ? { page } : {}) });
      expect(JSON.stringify(answer).length).toBeLessThan(410_000);
      references.push(...answer.items.map(({ reference }) => reference));
      page = answer.next ?? undefined;
    } while (page);
    expect(references).toEqual(["o0", "o0-2", "o0-3", "o0-4", "o1", "o1-2", "o2", "o3"]);
  });

  it("come behind all others of the product unless their sortOrder is given", async () => {
    const { id } = await aProduct(request);
    const orders: number[] = [];
    for (const given of [undefined, 7, undefined, 3, undefined])
      orders.push((await anOption(request, { id, ...(given && { sortOrder: given }) })).sortOrder);
    expect(orders).toEqual([0, 7, 8, 3, 9]);
    const atOnce = await Promise.all([anOption(request, { id }), anOption(request, { id })]);
    expect(new Set(atOnce.map(({ sortOrder }) => sortOrder))).toEqual(new Set([10, 11]));
    const { items } = await call(request, catalog.listOptions, { id });
    expect(items.map(({ sortOrder }) => sortOrder)).toEqual([0, 3, 7, 8, 9, 10, 11]);
    const last = await anOption(request, { id, sortOrder: Number.MAX_SAFE_INTEGER });
    expect((await anOption(request, { id })).sortOrder).toBe(last.sortOrder);
  });

  it("have a reference that follows their name, unique in the product", async () => {
    const { id } = await aProduct(request);
    const first = await anOption(request, { id });
    const second = await anOption(request, { id });
    expect(second.reference).toBe("single-2");
    expect((await anOption(request, { name: "Single" })).reference).toBe("single");
    const rename = (optionId: string, name: string) =>
      call(request, catalog.updateOption, { id: optionId, name });
    expect((await rename(second.id, "SINGLE")).reference).toBe("single-2");
    expect((await rename(first.id, "Return")).reference).toBe("return");
    expect((await rename(second.id, "Return!")).reference).toBe("return-2");
    expect((await rename(first.id, "Single")).reference).toBe("single");
  });

  it("change, record it and invalidate it; restrictions are replaced whole", async () => {
    const made = await anOption(request, { restrictions: { minUnits: 1, maxUnits: 5 } });
    const change = {
      id: made.id,
      durationMinutes: 90,
      sortOrder: 2,
      cancellationCutoffAmount: 2,
      cancellationCutoffUnit: "day",
      cancellationPolicy: [
        { untilMinutes: 2_880, refundPercent: 100 },
        { untilMinutes: 0, refundPercent: 50 },
      ],
      bookingCutoffMinutes: 15,
      requiredContactFields: ["emailAddress"],
      restrictions: { maxUnits: 4 },
      metadata: { holdMinutes: 5 },
    } as const;
    const changed = await call(request, catalog.updateOption, {
      ...change,
      cancellationPolicy: [...change.cancellationPolicy],
      requiredContactFields: [...change.requiredContactFields],
    });
    const restrictions = { minUnits: null, maxUnits: 4 };
    expect(changed).toMatchObject({ ...change, restrictions, reference: made.reference });
    expect(fixture.neighbours.invalidated).toContain(made.id);
    expect((await fixture.entriesOf(request, made.id)).slice(1)).toMatchObject([
      { action: "option.update", before: made, after: changed },
    ]);
  });

  it("refuse terms that do not descend, and none but null", async () => {
    const { id } = await anOption(request);
    const step = (untilMinutes: number, refundPercent: number) => ({ untilMinutes, refundPercent });
    for (const cancellationPolicy of [
      [],
      [step(60, 50), step(60, 40)],
      [step(60, 50), step(30, 50)],
      [step(30, 50), step(60, 40)],
      [step(60, 101)],
      Array.from({ length: 11 }, (_, index) => step(60 - index, 60 - index)),
    ]) {
      const refused = call(request, catalog.updateOption, { id, cancellationPolicy });
      expect(await codeOf(refused)).toBe("VALIDATION_FAILED");
    }
  });

  it("change nothing and record nothing when a patch says what stands", async () => {
    const made = await anOption(request);
    const same = { id: made.id, name: made.name, isDefault: true, durationMinutes: 30 };
    expect(await call(request, catalog.updateOption, same)).toEqual(made);
    expect(await fixture.entriesOf(request, made.id)).toHaveLength(1);
  });
});

describe("the default option", () => {
  it("is the first one, whatever is asked, until another is made default, by one entry for each", async () => {
    const { id } = await aProduct(request);
    const first = await anOption(request, { id, name: "a", isDefault: false });
    const second = await anOption(request, { id, name: "b" });
    expect(await defaults(id)).toEqual([
      ["a", true],
      ["b", false],
    ]);
    const asked = { id: second.id, isDefault: true, name: "B2", durationMinutes: 45 };
    const moved = await call(request, catalog.updateOption, asked);
    expect(moved).toMatchObject({ ...asked, reference: "b2" });
    expect(await defaults(id)).toEqual([
      ["a", false],
      ["B2", true],
    ]);
    // There were two: of the flag, and of the other fields.
    expect((await fixture.entriesOf(request, second.id)).slice(1)).toEqual([
      expect.objectContaining({ action: "option.update", before: second, after: moved }),
    ]);
    expect((await fixture.entriesOf(request, first.id)).slice(1)).toMatchObject([
      { action: "option.update", before: { isDefault: true }, after: { isDefault: false } },
    ]);
  });

  it("is a change of both options: their updatedAt moves, and not where nothing does", async () => {
    const { id } = await aProduct(request);
    const first = await anOption(request, { id, name: "a" });
    const second = await anOption(request, { id, name: "b" });
    const get = (optionId: string) => call(request, catalog.getOption, { id: optionId });
    // It stayed as it was.
    const moved = await call(request, catalog.updateOption, { id: second.id, isDefault: true });
    expect(moved.updatedAt > second.updatedAt).toBe(true);
    expect(await get(second.id)).toMatchObject(moved);
    const lost = await get(first.id);
    expect(lost.updatedAt > first.updatedAt).toBe(true);
    expect((await fixture.entriesOf(request, second.id)).at(-1)).toMatchObject({ after: moved });
    const same = { id: second.id, isDefault: true, name: "b" };
    expect(await call(request, catalog.updateOption, same)).toEqual(moved);
    const back = await call(request, catalog.updateOption, { id: first.id, isDefault: true });
    expect(back.updatedAt > lost.updatedAt).toBe(true);
    const renamed = await call(request, catalog.updateOption, { id: first.id, name: "c" });
    expect(renamed.updatedAt > back.updatedAt).toBe(true);
    expect((await get(second.id)).updatedAt > moved.updatedAt).toBe(true);
  });

  it("moves to a new option that asks for it", async () => {
    const { id } = await aProduct(request);
    const first = await anOption(request, { id, name: "a" });
    const second = await anOption(request, { id, name: "b", isDefault: true });
    expect(second.isDefault).toBe(true);
    expect(await defaults(id)).toEqual([
      ["a", false],
      ["b", true],
    ]);
    expect((await fixture.entriesOf(request, first.id)).at(-1)).toMatchObject({
      action: "option.update",
      after: { isDefault: false },
    });
    expect(await fixture.entriesOf(request, second.id)).toHaveLength(1);
  });

  it("is not taken away, and what else the patch asks is not done either", async () => {
    const { id, productId } = await anOption(request);
    const other = await anOption(request, { id: productId });
    const take = call(request, catalog.updateOption, { id, isDefault: false, name: "Changed" });
    expect(await refusalCode(take)).toBe("DEFAULT_OPTION_REQUIRED");
    expect((await call(request, catalog.getOption, { id })).name).toBe("Single");
    const none = await call(request, catalog.updateOption, { id: other.id, isDefault: false });
    expect(none.isDefault).toBe(false);
  });
});

describe("a deleted option", () => {
  it("is gone, with its units and prices, and its requirements are dropped", async () => {
    const option = await anOption(request);
    const unit = await aUnit(request, { id: option.id });
    const periods = [aPeriod({ [unit.id]: 100 })];
    const { id } = option;
    await call(request, catalog.setPricingPeriods, { id, pricingPer: "UNIT", periods });
    const last = await call(request, catalog.getOption, { id });

    expect(await call(request, catalog.deleteOption, { id })).toEqual({ deleted: true });
    const gone = [
      call(request, catalog.deleteOption, { id }),
      call(request, catalog.getOption, { id }),
      call(request, catalog.getOptionFacts, { optionId: id }),
      call(request, catalog.getUnit, { id: unit.id }),
      call(request, catalog.listPricingPeriods, { id }),
      aUnit(request, { id }),
    ];
    expect(await refusalCodes(gone)).toEqual(gone.map(() => "NOT_FOUND"));
    expect(await defaults(option.productId)).toEqual([]);
    // Its prices do not hold the currency, its name is free, and the next one is the default.
    await call(request, catalog.setCurrency, { defaultCurrency: "USD" });
    const next = await anOption(request, { id: option.productId });
    expect(next).toMatchObject({ reference: "single", isDefault: true });

    const { units: _units, pricingPeriods: _periods, ...before } = last;
    const entries = await fixture.entriesOf(request, id);
    expect(entries.map(({ action }) => action)).toEqual([
      "option.create",
      "option.set-pricing-periods",
      "option.delete",
    ]);
    expect(entries.at(-1)).toMatchObject({ before, after: null });
    expect(fixture.neighbours.dropped).toContain(id);
  });

  it("is required by nothing once this is answered, however late its outbox is", async () => {
    // The outbox alone dropped them: the resource was RESOURCE_IN_USE for a moment.
    fixture.neighbours.dropRequirements = ({ caller }) => {
      if (caller.actorType === "SYSTEM") throw refuse("SERVICE_UNAVAILABLE");
    };
    const { id } = await anOption(request);
    await call(request, catalog.deleteOption, { id });
    expect(fixture.neighbours.dropped).toContain(id);
  });

  it("is gone though its requirements cannot be dropped, which the outbox does again", async () => {
    const { id } = await anOption(request);
    fixture.neighbours.dropRequirements = ({ caller }) => {
      if (caller.actorType !== "SYSTEM") throw refuse("SERVICE_UNAVAILABLE");
    };
    const refused = call(request, catalog.deleteOption, { id });
    expect(await refusalCode(refused)).toBe("OUTCOME_UNKNOWN");
    expect(await refusalCode(call(request, catalog.getOption, { id }))).toBe("NOT_FOUND");
    await fixture.settle();
    expect(fixture.neighbours.dropped).toContain(id);
  });

  it("is refused for the default while others exist, before bookings are asked", async () => {
    const first = await anOption(request);
    const second = await anOption(request, { id: first.productId });
    fixture.neighbours.hasLiveBookings = () => {
      throw new Error("not to be asked");
    };
    const refused = call(request, catalog.deleteOption, { id: first.id });
    expect(await refusalCode(refused)).toBe("DEFAULT_OPTION_REQUIRED");
    fixture.neighbours.hasLiveBookings = () => false;
    await call(request, catalog.deleteOption, { id: second.id });
    await call(request, catalog.deleteOption, { id: first.id });
  });

  it("dates its product for those who have shown it, and leaves the product as it is answered", async () => {
    const { id, productId } = await anOption(request);
    const { updatedAt } = await call(request, catalog.updateOption, { id, name: "Changed" });
    const product = await call(request, catalog.getProduct, { id: productId });
    const changedAt = async () =>
      (await call(request, catalog.getProductFacts, { productId })).changedAt ?? "";
    expect(await changedAt()).toBe(product.updatedAt);
    await call(request, catalog.deleteOption, { id });
    expect((await changedAt()) >= updatedAt).toBe(true);
    expect(await call(request, catalog.getProduct, { id: productId })).toEqual({
      ...product,
      options: [],
    });
  });

  it("is closed while bookings are asked, and open again when they are live", async () => {
    const { id } = await anOption(request);
    const facts = () => call(request, catalog.getOptionFacts, { optionId: id });
    let seen: unknown;
    fixture.neighbours.hasLiveBookings = async (optionId) => {
      expect(optionId).toBe(id);
      // Every node that caches has dropped them by now.
      expect(fixture.neighbours.invalidated).toContain(id);
      seen = await facts();
      return true;
    };
    const refused = call(request, catalog.deleteOption, { id });
    expect(await refusalCode(refused)).toBe("HAS_LIVE_BOOKINGS");
    expect(seen).toMatchObject({ archived: true, productArchived: false });
    expect(await facts()).toMatchObject({ archived: false });
    expect(await fixture.entriesOf(request, id)).toHaveLength(1);
  });

  it("is open again when bookings cannot be asked", async () => {
    const { id } = await anOption(request);
    fixture.neighbours.hasLiveBookings = () => {
      throw refuse("SERVICE_UNAVAILABLE");
    };
    const refused = call(request, catalog.deleteOption, { id });
    expect(await refusalCode(refused)).toBe("SERVICE_UNAVAILABLE");
    const facts = await call(request, catalog.getOptionFacts, { optionId: id });
    expect(facts.archived).toBe(false);
  });

  it("stays when it has become a default that others need while bookings were asked", async () => {
    const { id, productId } = await anOption(request);
    fixture.neighbours.hasLiveBookings = async () => {
      await anOption(request, { id: productId });
      return false;
    };
    const refused = call(request, catalog.deleteOption, { id });
    expect(await refusalCode(refused)).toBe("DEFAULT_OPTION_REQUIRED");
    const facts = await call(request, catalog.getOptionFacts, { optionId: id });
    expect(facts).toMatchObject({ archived: false, option: { isDefault: true } });
  });

  it("does not become the default while it is closing", async () => {
    const { productId } = await anOption(request);
    const { id } = await anOption(request, { id: productId });
    let code: string | undefined;
    fixture.neighbours.hasLiveBookings = async () => {
      code = await refusalCode(call(request, catalog.updateOption, { id, isDefault: true }));
      return false;
    };
    await call(request, catalog.deleteOption, { id });
    expect(code).toBe("ARCHIVED");
    expect(await defaults(productId)).toEqual([["Single", true]]);
  });

  it("is looked at again when its mark was taken away during the look", async () => {
    const { id } = await anOption(request);
    const looks: boolean[] = [];
    let inner: Promise<string | undefined> | undefined;
    fixture.neighbours.hasLiveBookings = async () => {
      const isFirst = looks.push(true) === 1;
      if (!isFirst) return looks.length === 2;
      // A second request shares the mark, finds a live booking and opens the option.
      inner = refusalCode(call(request, catalog.deleteOption, { id }));
      await inner;
      return false;
    };
    await call(request, catalog.deleteOption, { id });
    expect(await inner).toBe("HAS_LIVE_BOOKINGS");
    expect(looks).toHaveLength(3);
  });
});
