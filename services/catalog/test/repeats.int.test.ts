import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import {
  aProduct,
  aSupplier,
  aUnit,
  anOption,
  refusalCode,
  startCatalog,
} from "./catalog-fixture.ts";

const fixture = forThisFile(() => startCatalog(import.meta.url));
const database = forThisFile(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  return openDatabase(uri, `${name}-catalog`);
});

const stored = (name: string) =>
  database.connection.collection<{ _id: string; revision: number }>(name);

async function aLine(request: Request) {
  const supplier = await aSupplier(request);
  const product = await aProduct(request, { supplierId: supplier.id });
  const option = await anOption(request, { id: product.id });
  return { supplier, product, option, unit: await aUnit(request, { id: option.id }) };
}

type Line = Awaited<ReturnType<typeof aLine>>;
const patchOf = ({ id, updatedAt }: { id: string; updatedAt: string }) => ({
  id,
  expectedUpdatedAt: updatedAt,
  name: "Changed",
});

/** The process that made the change may have crashed before it invalidated: then nobody else does. */
describe("a repeat invalidates what it finds changed, before it is refused:", () => {
  it.each([
    {
      what: "the archive of a unit",
      ask: (request: Request, { unit: { id } }: Line) => call(request, catalog.archiveUnit, { id }),
      key: ({ option }: Line) => option.id,
      code: "NOT_FOUND",
    },
    {
      what: "a change of a unit",
      ask: (request: Request, { unit }: Line) => call(request, catalog.updateUnit, patchOf(unit)),
      key: ({ option }: Line) => option.id,
      code: "VERSION_CONFLICT",
    },
    {
      what: "a change of an option",
      ask: (request: Request, { option }: Line) =>
        call(request, catalog.updateOption, patchOf(option)),
      key: ({ option }: Line) => option.id,
      code: "VERSION_CONFLICT",
    },
    {
      what: "a change of a product",
      ask: (request: Request, { product }: Line) =>
        call(request, catalog.updateProduct, patchOf(product)),
      key: ({ product }: Line) => product.id,
      code: "VERSION_CONFLICT",
    },
    {
      what: "a change of a supplier",
      ask: (request: Request, { supplier }: Line) =>
        call(request, catalog.updateSupplier, patchOf(supplier)),
      key: ({ supplier }: Line) => supplier.id,
      code: "VERSION_CONFLICT",
    },
    {
      what: "the currency, which is not refused",
      ask: (request: Request) => call(request, catalog.setCurrency, { defaultCurrency: "JPY" }),
      key: ({ supplier }: Line) => supplier.tenantId,
      code: undefined,
    },
  ])("$what", async ({ ask, key, code }) => {
    const request = await fixture.aCaller();
    const line = await aLine(request);
    await ask(request, line);
    fixture.neighbours.invalidated.length = 0;
    expect(await refusalCode(ask(request, line))).toBe(code);
    expect(fixture.neighbours.invalidated).toEqual([key(line)]);
  });

  it.each([
    {
      what: "the archive of a product",
      ask: (request: Request, { product: { id } }: Line) =>
        call(request, catalog.archiveProduct, { id }),
      key: ({ product }: Line) => product.id,
    },
    {
      what: "the archive of a supplier",
      ask: (request: Request, { supplier: { id } }: Line) =>
        call(request, catalog.archiveSupplier, { id }),
      key: ({ supplier }: Line) => supplier.id,
    },
  ])("$what, below which requests lose that add", async ({ ask, key }) => {
    const request = await fixture.aCaller();
    const line = await aLine(request);
    await ask(request, line);
    fixture.neighbours.invalidated.length = 0;
    const revision = async () =>
      (await stored("options").findOne({ _id: line.option.id }))?.revision ?? 0;
    const before = await revision();
    expect(await refusalCode(ask(request, line))).toBe("NOT_FOUND");
    expect(fixture.neighbours.invalidated).toEqual([key(line)]);
    expect(await revision()).toBeGreaterThan(before);
  });

  it("contacts of a supplier, which reach its products", async () => {
    const request = await fixture.aCaller();
    const { supplier, product } = await aLine(request);
    const email = "new@laguna.example";
    // As the process leaves it that ends behind its first write.
    const by = { actorType: "USER", actorId: null, source: "api/v1" };
    const copying = { attempt: "x", since: new Date(), fields: ["email"], by };
    const updatedAt = new Date(Date.parse(supplier.updatedAt) + 1);
    const set = { email, copying, updatedAt, commit: "x" };
    await stored("suppliers").updateOne({ _id: supplier.id }, { $set: set, $inc: { revision: 1 } });
    const repeat = { id: supplier.id, expectedUpdatedAt: supplier.updatedAt, email };
    expect(await refusalCode(call(request, catalog.updateSupplier, repeat))).toBe(
      "VERSION_CONFLICT",
    );
    expect(await call(request, catalog.getProduct, { id: product.id })).toMatchObject({ email });
  });
});
