import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import {
  aPeriod,
  aProduct,
  aSupplier,
  aUnit,
  anOption,
  refusalCode,
  refusalCodes,
  startCatalog,
} from "./catalog-fixture.ts";

describe("products", () => {
  let request: Request;

  const fixture = forThisFile(() => startCatalog(import.meta.url));
  beforeEach(async () => {
    request = await fixture.aCaller();
  });

  it("take language and contacts they are not given from their supplier, but for its zone", async () => {
    const supplier = await aSupplier(request, {
      locale: "de-DE",
      email: "a@b.example",
      address: "Q",
    });
    const made = await aProduct(request, { supplierId: supplier.id, address: null });
    expect(made).toEqual({
      id: expect.stringMatching(/^prd_/),
      tenantId: request.caller.tenantId,
      supplierId: supplier.id,
      name: "Public Line",
      reference: "public-line",
      description: null,
      timezone: null,
      locale: "de-DE",
      website: null,
      email: "a@b.example",
      telephone: null,
      address: null,
      metadata: {},
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
      deletedAt: null,
    });
    const whole = await call(request, catalog.getProduct, { id: made.id });
    expect(whole).toEqual({ ...made, options: [], photos: [] });
    expect(await fixture.entriesOf(request, made.id)).toMatchObject([
      { action: "product.create", before: null, after: made },
    ]);
  });

  it("refuse an unknown supplier and a taken reference, and leave nothing behind", async () => {
    expect(await refusalCode(aProduct(request, { supplierId: "sup_unknown" }))).toBe("NOT_FOUND");
    const { supplierId, id } = await aProduct(request, { reference: "line" });
    const taken = aProduct(request, { supplierId, reference: "line" });
    expect(await refusalCode(taken)).toBe("REFERENCE_TAKEN");
    const second = await aProduct(request, { supplierId, name: "Line" });
    expect(second.reference).toBe("line-2");
    const { items } = await call(request, catalog.listProducts, { supplierId });
    expect(items.map((item) => item.id)).toEqual([second.id, id]);
  });

  it("keep their reference when renamed, and change it only when it is given", async () => {
    const { id, supplierId } = await aProduct(request);
    await aProduct(request, { supplierId, reference: "other" });
    const renamed = await call(request, catalog.updateProduct, { id, name: "New Line" });
    expect(renamed.reference).toBe("public-line");
    const taken = call(request, catalog.updateProduct, { id, reference: "other" });
    expect(await refusalCode(taken)).toBe("REFERENCE_TAKEN");
    const moved = await call(request, catalog.updateProduct, { id, reference: "mine" });
    expect(moved.reference).toBe("mine");
  });

  it("change nothing and record nothing when a patch says what stands", async () => {
    const made = await aProduct(request, { metadata: { directBooking: false } });
    const same = { id: made.id, timezone: null, metadata: { directBooking: false } };
    expect(await call(request, catalog.updateProduct, same)).toEqual(made);
    expect(await fixture.entriesOf(request, made.id)).toHaveLength(1);
  });

  it("change, are invalidated, and give their own zone to what is below", async () => {
    const { id } = await aProduct(request);
    const option = await anOption(request, { id });
    const changed = await call(request, catalog.updateProduct, {
      id,
      timezone: "Asia/Calcutta",
      description: "Every hour",
      metadata: { directBooking: false },
    });
    expect(changed).toMatchObject({ timezone: "Asia/Calcutta", description: "Every hour" });
    expect(fixture.neighbours.invalidated).toContain(id);
    expect(await call(request, catalog.getOptionFacts, { optionId: option.id })).toMatchObject({
      timezone: "Asia/Calcutta",
      productMetadata: { directBooking: false },
    });
    const facts = await call(request, catalog.getProductFacts, { productId: id });
    expect(facts.timezone).toBe("Asia/Calcutta");
  });

  it("are listed by name, of one supplier or of all, without archived ones", async () => {
    const { id: supplierId } = await aSupplier(request);
    const make = (name: string, of = supplierId) => aProduct(request, { name, supplierId: of });
    for (const name of ["b", "A", "c"]) await make(name);
    await call(request, catalog.archiveProduct, { id: (await make("0")).id });
    await make("B", (await aSupplier(request)).id);
    const names = async (input: object) =>
      (await call(request, catalog.listProducts, input)).items.map(({ name }) => name);
    expect(await names({})).toEqual(["A", "b", "B", "c"]);
    expect(await names({ supplierId })).toEqual(["A", "b", "c"]);
    expect(await names({ supplierId: "sup_unknown" })).toEqual([]);
    const page = await call(request, catalog.listProducts, { supplierId, limit: 1, offset: 1 });
    expect(page).toMatchObject({ items: [{ name: "b" }], total: 3, next: null });
  });

  it("are listed with their options where these are asked for", async () => {
    const { id: supplierId } = await aSupplier(request);
    const cruise = await aProduct(request, { name: "Cruise", supplierId });
    const late = await anOption(request, { id: cruise.id, name: "Late", sortOrder: 2 });
    const early = await anOption(request, { id: cruise.id, name: "Early", sortOrder: 1 });
    await aProduct(request, { name: "Walk", supplierId });
    const input = { supplierId, include: "options" } as const;
    const { items } = await call(request, catalog.listProducts, input);
    const whole = await call(request, catalog.getProduct, { id: cruise.id });
    expect(items[0]?.options).toEqual(whole.options);
    expect(items[0]?.options?.map(({ id }) => id)).toEqual([early.id, late.id]);
    expect(items[1]).toMatchObject({ name: "Walk", options: [] });
    const plain = await call(request, catalog.listProducts, { supplierId });
    expect(plain.items.map(({ options }) => options)).toEqual([undefined, undefined]);
  });

  it.each([{}, { limit: 20 }])(
    "are listed with options in as many pages of the bus as these need: %j",
    async (asked) => {
      const { id: supplierId } = await aSupplier(request);
      const metadata = { text: "x".repeat(60_000) };
      const names = ["A", "B", "C", "D", "E", "F"];
      for (const name of names) {
        const { id } = await aProduct(request, { name, supplierId });
        for (let option = 0; option < 4; option++) await anOption(request, { id, metadata });
      }
      const found: string[] = [];
      const input = { supplierId, include: "options" as const, ...asked };
      const note = ({
        items,
      }: {
        items: readonly { name: string; options?: unknown[] | undefined }[];
      }) => found.push(...items.map(({ name, options }) => `${name} ${options?.length}`));
      const first = await call(request, catalog.listProducts, input);
      note(first);
      expect(first.next).not.toBeNull();
      // It comes before all of them, and shifts none.
      await aProduct(request, { name: "0", supplierId });
      for (let { next } = first; next !== null; ) {
        const page = await call(request, catalog.listProducts, { ...input, page: next });
        note(page);
        ({ next } = page);
      }
      expect(found).toEqual(names.map((name) => `${name} 4`));
    },
  );

  it("once archived are read, but neither changed nor added to; what is below still goes", async () => {
    const { id } = await aProduct(request);
    const option = await anOption(request, { id });
    const other = await anOption(request, { id });
    const unit = await aUnit(request, { id: option.id });
    const put = (periods: ReturnType<typeof aPeriod>[]) =>
      call(request, catalog.setPricingPeriods, { id: option.id, pricingPer: "UNIT", periods });
    await put([aPeriod({ [unit.id]: 100 })]);

    await call(request, catalog.archiveProduct, { id });
    expect(await refusalCode(call(request, catalog.archiveProduct, { id }))).toBe("NOT_FOUND");
    expect((await call(request, catalog.getProduct, { id })).deletedAt).not.toBeNull();
    const refused = [
      call(request, catalog.updateProduct, { id, name: "x" }),
      anOption(request, { id }),
      aUnit(request, { id: option.id }),
      put([aPeriod({ [unit.id]: 200 })]),
    ];
    expect(await refusalCodes(refused)).toEqual(refused.map(() => "ARCHIVED"));
    const facts = await call(request, catalog.getOptionFacts, { optionId: option.id });
    expect(facts).toMatchObject({ archived: true, productArchived: true });

    await call(request, catalog.updateOption, { id: other.id, isDefault: true, name: "Changed" });
    await call(request, catalog.updateUnit, { id: unit.id, name: "Changed" });
    expect(await put([])).toEqual([]);
    await call(request, catalog.archiveUnit, { id: unit.id });
    await call(request, catalog.deleteOption, { id: option.id });
    expect((await fixture.entriesOf(request, id)).at(-1)).toMatchObject({
      action: "product.delete",
      after: null,
    });
  });
});
