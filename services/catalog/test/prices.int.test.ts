import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { type InputOf, catalog } from "@slipway/contracts";
import {
  aPeriod,
  aUnit,
  anOption,
  refusalCode,
  refusalCodes,
  startCatalog,
} from "./catalog-fixture.ts";

type Period = ReturnType<typeof aPeriod>;

let request: Request;
let optionId: string;
let unitId: string;

const fixture = forThisFile(() => startCatalog(import.meta.url));
beforeEach(async () => {
  request = await fixture.aCaller("EUR");
  optionId = (await anOption(request)).id;
  unitId = (await aUnit(request, { id: optionId })).id;
  fixture.neighbours.invalidated.length = 0;
});

const put = (periods: Period[], pricingPer: "UNIT" | "RESOURCE" | "BOOKING" = "UNIT") =>
  call(request, catalog.setPricingPeriods, { id: optionId, pricingPer, periods });
const setCurrency = (defaultCurrency: string) =>
  call(request, catalog.setCurrency, { defaultCurrency });

describe("pricing periods", () => {
  it("have windows, which begin before they end", async () => {
    const window = { validFrom: "2028-02-29", validUntil: "2028-02-29" };
    const [period] = await put([{ ...aPeriod({ [unitId]: 1250 }), ...window }]);
    expect(period).toMatchObject(window);
    const turned = put([{ ...aPeriod({}), ...window, validUntil: "2028-02-28" }]);
    await expect(turned).rejects.toMatchObject({
      data: { errors: [{ pointer: "#/periods/0/validUntil", code: "INVALID_VALUE" }] },
    });
  });

  it("are replaced whole, in the order given, with pricingPer", async () => {
    const first = await put([aPeriod({ [unitId]: 1250 })]);
    expect(first).toEqual([
      {
        ...aPeriod({ [unitId]: 1250 }),
        id: expect.stringMatching(/^prp_/),
        tenantId: request.caller.tenantId,
        optionId,
        label: null,
        color: null,
        retailPriceTiers: null,
        createdAt: expect.any(String),
        updatedAt: first[0]?.createdAt,
      },
    ]);
    const summer = {
      ...aPeriod({ [unitId]: 1 }),
      startTimes: ["10:00", "09:00", "10:00"],
      label: "Summer",
      color: "#fa0",
      retailPriceTiers: [
        { minQuantity: 1, maxQuantity: 4, retail: 1000 },
        { minQuantity: 5, maxQuantity: 5, retail: 900 },
      ],
    };
    const second = await put([summer, aPeriod({})], "BOOKING");
    expect(second).toMatchObject([
      { ...summer, startTimes: ["09:00", "10:00"] },
      { retailPrices: {} },
    ]);
    expect(await call(request, catalog.listPricingPeriods, { id: optionId })).toEqual(second);
    expect(await call(request, catalog.getOption, { id: optionId })).toMatchObject({
      pricingPer: "BOOKING",
      pricingPeriods: second,
    });
    const facts = await call(request, catalog.getOptionFacts, { optionId });
    expect(facts).toMatchObject({ option: { pricingPer: "BOOKING" }, pricingPeriods: second });
    expect(fixture.neighbours.invalidated).toContain(optionId);
    expect((await fixture.entriesOf(request, optionId)).slice(1)).toMatchObject([
      {
        action: "option.set-pricing-periods",
        before: { pricingPer: null, pricingPeriods: [] },
        after: { pricingPer: "UNIT", pricingPeriods: first },
      },
      {
        action: "option.set-pricing-periods",
        before: { pricingPer: "UNIT", pricingPeriods: first },
        after: { pricingPer: "BOOKING", pricingPeriods: second },
      },
    ]);
  });

  it("stay as they are, ids too, when the same is put again", async () => {
    const first = await put([aPeriod({ [unitId]: 1250 })]);
    expect(await put([aPeriod({ [unitId]: 1250 })])).toEqual(first);
    expect(await fixture.entriesOf(request, optionId)).toHaveLength(2);
  });

  it("are cleared by an empty list", async () => {
    await put([aPeriod({ [unitId]: 1250 })]);
    expect(await put([], "RESOURCE")).toEqual([]);
    const option = await call(request, catalog.getOption, { id: optionId });
    expect(option).toMatchObject({ pricingPer: "RESOURCE", pricingPeriods: [] });
  });

  it("name units of their option only, archived ones among them", async () => {
    const foreign = await aUnit(request, { id: (await anOption(request)).id });
    const refused = ["unt_unknown", foreign.id].map((id) =>
      put([aPeriod(Object.fromEntries([[id, 1]]))]),
    );
    expect(await refusalCodes(refused)).toEqual(refused.map(() => "UNKNOWN_UNIT"));
    expect(await call(request, catalog.listPricingPeriods, { id: optionId })).toEqual([]);
    const first = await put([aPeriod({ [unitId]: 1250 })]);
    await call(request, catalog.archiveUnit, { id: unitId });
    expect(await put([aPeriod({ [unitId]: 1250 })])).toEqual(first);
    await put([aPeriod({ [unitId]: 1300 })]);
  });

  it.each([
    ["tiers that overlap", { retailPriceTiers: [tier(1, 5), tier(5, 6)] }],
    ["tiers that descend", { retailPriceTiers: [tier(5, 6), tier(1, 4)] }],
    ["an empty tier", { retailPriceTiers: [tier(5, 4)] }],
    ["February 30", { endMonthDay: "02-30" }],
    ["a short time", { startTimes: ["9:00"] }],
  ])("refuse %s", async (_what, change) => {
    const refused = put([{ ...aPeriod({}), ...change }]);
    expect(await refusalCode(refused)).toBe("VALIDATION_FAILED");
  });
});

describe("charges", () => {
  type Charges = InputOf<typeof catalog.setCharges>["charges"];
  const set = (charges: Charges) => call(request, catalog.setCharges, { id: optionId, charges });
  const get = () => call(request, catalog.getCharges, { id: optionId });
  const vat = {
    name: "VAT",
    kind: "TAX",
    basis: "PERCENT",
    amount: 2_200,
    included: true,
  } as const;
  const port = { name: "Port", kind: "FEE", basis: "UNIT", amount: 50, included: false } as const;

  it("are none at first, replaced whole, recorded, and known to sales", async () => {
    expect(await get()).toEqual({ charges: [] });
    expect(await set([vat, port])).toEqual({ charges: [vat, port] });
    await set([vat, port]);
    expect(await get()).toEqual({ charges: [vat, port] });
    expect(fixture.neighbours.invalidated).toContain(optionId);
    const facts = await call(request, catalog.getOptionFacts, { optionId });
    expect(facts.charges).toEqual([vat, port]);
    expect(await fixture.entriesOf(request, optionId)).toMatchObject([
      { action: "option.create" },
      { action: "option.set-charges", before: { charges: [] }, after: { charges: [vat, port] } },
    ]);
  });

  it("hold the currency, as prices do, until both are cleared", async () => {
    await put([aPeriod({ [unitId]: 1250 })]);
    await set([port]);
    await put([]);
    expect(await refusalCode(setCurrency("USD"))).toBe("CURRENCY_IN_USE");
    await set([]);
    expect((await setCurrency("USD")).defaultCurrency).toBe("USD");
  });

  it("are percentages of at most all, and of an option that is there", async () => {
    await expect(set([{ ...vat, amount: 10_001 }])).rejects.toMatchObject({
      data: { errors: [{ pointer: "#/charges/0/amount", code: "TOO_BIG" }] },
    });
    await set([{ ...port, amount: 10_001 }]);
    const nowhere = call(request, catalog.setCharges, { id: "opt_none", charges: [] });
    expect(await refusalCode(nowhere)).toBe("NOT_FOUND");
  });
});

describe("the tenant's currency", () => {
  it("begins as it was given, once", async () => {
    const again = await call(request, catalog.initCurrency, { defaultCurrency: "USD" });
    expect(again.defaultCurrency).toBe("EUR");
    expect(await call(request, catalog.getCurrency, {})).toEqual(again);
    const stranger = fixture.as("ten_unknown");
    const refused = [
      call(stranger, catalog.getCurrency, {}),
      call(stranger, catalog.setCurrency, { defaultCurrency: "EUR" }),
    ];
    expect(await refusalCodes(refused)).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });

  it("changes while no price exists, is recorded and invalidated", async () => {
    const before = await call(request, catalog.getCurrency, {});
    const changed = await setCurrency("JPY");
    expect(changed.defaultCurrency).toBe("JPY");
    expect(changed.updatedAt > before.updatedAt).toBe(true);
    const facts = await call(request, catalog.getOptionFacts, { optionId });
    expect(facts.currency).toBe("JPY");
    const { tenantId } = request.caller;
    expect(fixture.neighbours.invalidated).toContain(tenantId);
    expect(await fixture.entriesOf(request, tenantId)).toMatchObject([
      {
        entityType: "tenant",
        action: "tenant.update",
        before: { defaultCurrency: "EUR" },
        after: { defaultCurrency: "JPY" },
      },
    ]);
  });

  it("stays while any price exists, unless nothing would change", async () => {
    await put([aPeriod({ [unitId]: 1 })]);
    const before = await call(request, catalog.getCurrency, {});
    expect(await setCurrency("EUR")).toEqual(before);
    expect(await refusalCode(setCurrency("USD"))).toBe("CURRENCY_IN_USE");
    expect(await call(request, catalog.getCurrency, {})).toEqual(before);
    expect(await fixture.entriesOf(request, request.caller.tenantId)).toEqual([]);
    // A refused change leaves no mark that anything waits for.
    await put([aPeriod({ [unitId]: 2 })]);
    await put([]);
    expect((await setCurrency("USD")).defaultCurrency).toBe("USD");
  });

  it("is not held by the prices of another tenant", async () => {
    await put([aPeriod({ [unitId]: 1 })]);
    const stranger = await fixture.aCaller("EUR");
    const changed = await call(stranger, catalog.setCurrency, { defaultCurrency: "USD" });
    expect(changed.defaultCurrency).toBe("USD");
  });

  it.each(["DEM", "XAU", "usd", "EURO"])("does not become %s", async (code) => {
    expect(await refusalCode(setCurrency(code))).toBe("VALIDATION_FAILED");
  });

  it("is the same for many who ask for the same at once, and recorded once", async () => {
    const answers = await Promise.all(["USD", "USD", "USD", "USD"].map(setCurrency));
    expect(new Set(answers.map(({ defaultCurrency }) => defaultCurrency))).toEqual(
      new Set(["USD"]),
    );
    expect(await fixture.entriesOf(request, request.caller.tenantId)).toHaveLength(1);
  });
});

function tier(minQuantity: number, maxQuantity: number) {
  return { minQuantity, maxQuantity, retail: 100 };
}
