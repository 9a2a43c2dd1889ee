import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import {
  type CatalogFixture,
  aPeriod,
  aProduct,
  aSupplier,
  aUnit,
  anOption,
  refusalCode,
  startCatalog,
} from "./catalog-fixture.ts";

/** Two replicas on one database, which share nothing but its documents. */
let here: CatalogFixture;
let there: CatalogFixture;

beforeAll(async () => {
  here = await startCatalog(import.meta.url);
  there = await startCatalog(import.meta.url);
});
afterAll(async () => {
  await here.stop();
  await there.stop();
});

const rounds = (count: number) => Array.from({ length: count }, (_, round) => round);
const theSame = (request: Request) => there.as(request.caller.tenantId);

/** Begins the second a little later in every round, so that they meet at every step. */
async function later<Result>(turns: number, work: () => Promise<Result>): Promise<Result> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resume) => setImmediate(resume));
  return work();
}

describe("in a race", () => {
  it("prices and another currency never both succeed", async () => {
    const outcomes = new Set<string>();
    for (const round of rounds(50)) {
      const request = await here.aCaller("EUR");
      const { id } = await anOption(request);
      const unit = await aUnit(request, { id });
      const periods = [aPeriod({ [unit.id]: 1250 })];
      const [put, change] = await Promise.all([
        refusalCode(call(request, catalog.setPricingPeriods, { id, pricingPer: "UNIT", periods })),
        later(round % 20, () =>
          refusalCode(call(theSame(request), catalog.setCurrency, { defaultCurrency: "JPY" })),
        ),
      ]);
      const { currency, pricingPeriods } = await call(request, catalog.getOptionFacts, {
        optionId: id,
      });
      outcomes.add(`${put ?? "prices"}, ${change ?? "currency"}`);
      expect([put, change]).not.toEqual([undefined, undefined]);
      expect(pricingPeriods).toHaveLength(put === undefined ? 1 : 0);
      expect(currency).toBe(change === undefined ? "JPY" : "EUR");
    }
    const allowed = ["prices, CURRENCY_IN_USE", "VERSION_CONFLICT, currency"];
    expect(allowed).toEqual(expect.arrayContaining([...outcomes]));
  });

  it("nothing is added below a supplier whose archiving has answered", async () => {
    for (const round of rounds(15)) {
      const request = await here.aCaller();
      const { id: supplierId } = await aSupplier(request);
      const product = await aProduct(request, { supplierId });
      const option = await anOption(request, { id: product.id });
      const unit = await aUnit(request, { id: option.id });
      const periods = [aPeriod({ [unit.id]: 1 })];
      const adding = [
        () => aProduct(request, { supplierId }),
        () => anOption(request, { id: product.id }),
        () => aUnit(request, { id: option.id }),
        () =>
          call(request, catalog.setPricingPeriods, { id: option.id, pricingPer: "UNIT", periods }),
      ];
      const archived = later(round % 20, async () => {
        await call(theSame(request), catalog.archiveSupplier, { id: supplierId });
        return below(request, supplierId);
      });
      const codes = await Promise.all(adding.map((add) => refusalCode(add())));
      const atAnswer = await archived;
      expect(await below(request, supplierId)).toEqual(atAnswer);
      for (const code of codes) expect([undefined, "ARCHIVED"]).toContain(code);
    }
  });

  it("nothing is added below a product whose archiving has answered", async () => {
    for (const round of rounds(15)) {
      const request = await here.aCaller();
      const product = await aProduct(request);
      const option = await anOption(request, { id: product.id });
      const adding = [
        () => anOption(request, { id: product.id, isDefault: true }),
        () => aUnit(request, { id: option.id }),
      ];
      const archived = later(round % 15, async () => {
        await call(theSame(request), catalog.archiveProduct, { id: product.id });
        return below(request, product.supplierId, product.id);
      });
      const codes = await Promise.all(adding.map((add) => refusalCode(add())));
      const atAnswer = await archived;
      expect(await below(request, product.supplierId, product.id)).toEqual(atAnswer);
      for (const code of codes) expect([undefined, "ARCHIVED"]).toContain(code);
    }
  });

  it("a product always has exactly one default option", async () => {
    const request = await here.aCaller();
    const { id } = await aProduct(request);
    const made = await Promise.all(
      rounds(6).map((round) => anOption(round % 2 ? request : theSame(request), { id })),
    );
    expect(made.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    const moves = made.map(({ id: optionId }, index) =>
      call(index % 2 ? request : theSame(request), catalog.updateOption, {
        id: optionId,
        isDefault: true,
      }),
    );
    const deletions = made.map(({ id: optionId }, index) =>
      later(index * 5, () =>
        refusalCode(call(theSame(request), catalog.deleteOption, { id: optionId })),
      ),
    );
    const looks = rounds(40).map((round) =>
      later(round * 2, () => call(request, catalog.getProduct, { id })),
    );
    const looked = await Promise.all(looks);
    await Promise.allSettled([...moves, ...deletions]);
    looked.push(await call(request, catalog.getProduct, { id }));
    for (const { options } of looked)
      expect(options.filter(({ isDefault }) => isDefault)).toHaveLength(options.length > 0 ? 1 : 0);
  });

  it("a reference is given once", async () => {
    const request = await here.aCaller();
    const names = rounds(24).map((round) => aSupplier(round % 2 ? request : theSame(request)));
    const references = (await Promise.all(names)).map(({ reference }) => reference);
    expect(new Set(references)).toEqual(
      new Set(rounds(24).map((n) => (n === 0 ? "laguna-ferries" : `laguna-ferries-${n + 1}`))),
    );
    const { id: supplierId } = await aSupplier(request);
    const explicit = rounds(10).map((round) =>
      refusalCode(
        aProduct(round % 2 ? request : theSame(request), { supplierId, reference: "only" }),
      ),
    );
    const codes = await Promise.all(explicit);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === "REFERENCE_TAKEN")).toHaveLength(9);
  });

  it("the contacts that a supplier has last reach all its products", async () => {
    const request = await here.aCaller();
    const { id } = await aSupplier(request);
    const products = rounds(8).map(() => aProduct(request, { supplierId: id }));
    await Promise.all(products);
    const changes = rounds(6).map((round) =>
      later(round * 3, () =>
        call(round % 2 ? request : theSame(request), catalog.updateSupplier, {
          id,
          email: `n${round}@laguna.example`,
          locale: `de-${String(round).padStart(3, "0")}`,
        }),
      ),
    );
    const more = rounds(6).map((round) =>
      later(round * 4, () => aProduct(theSame(request), { supplierId: id })),
    );
    await Promise.all([...changes, ...more]);
    const { email, locale } = await call(request, catalog.getSupplier, { id });
    const { items } = await call(request, catalog.listProducts, { supplierId: id });
    expect(items).toHaveLength(14);
    for (const item of items) expect(item).toMatchObject({ email, locale });
  });

  it("an option is deleted once", async () => {
    const request = await here.aCaller();
    const { id, productId } = await anOption(request);
    const deletions = rounds(6).map((round) =>
      refusalCode(call(round % 2 ? request : theSame(request), catalog.deleteOption, { id })),
    );
    const codes = await Promise.all(deletions);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === "NOT_FOUND")).toHaveLength(5);
    const entries = await here.entriesOf(request, id);
    expect(entries.filter(({ action }) => action === "option.delete")).toHaveLength(1);
    expect((await call(request, catalog.getProduct, { id: productId })).options).toEqual([]);
  });
});

/** All that stands below a supplier, by id. */
async function below(request: Request, supplierId: string, productId?: string) {
  const { items } = await call(request, catalog.listProducts, { supplierId });
  const ids = productId === undefined ? items.map(({ id }) => id) : [productId];
  const products = await Promise.all(ids.map((id) => call(request, catalog.getProduct, { id })));
  const options = products.flatMap((product) => product.options);
  const whole = await Promise.all(
    options.map(({ id }) => call(request, catalog.getOption, { id })),
  );
  return [
    ids,
    whole.map(({ id, units, pricingPeriods }) => [id, units.length, pricingPeriods.length]),
  ];
}
