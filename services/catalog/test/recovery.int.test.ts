import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { type mongo, openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { until } from "@slipway/dev/testing-until";
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

interface Stored {
  _id: string;
  [field: string]: unknown;
}

/**
 * A process that ends between two writes leaves what its first one wrote. Each test writes that, in
 * the database itself, and starts another process a minute later.
 */
describe("after a process that ended between two writes", () => {
  let before: CatalogFixture;
  let after: CatalogFixture | undefined;
  let request: Request;

  const database = forThisFile(async () => {
    const { uri, name } = testDatabase(import.meta.url);
    return openDatabase(uri, `${name}-catalog`);
  });
  beforeEach(async () => {
    before = await startCatalog(import.meta.url);
    request = await before.aCaller();
  });
  afterEach(async () => {
    await after?.stop();
    after = undefined;
  });

  const stored = (name: string): mongo.Collection<Stored> =>
    database.connection.collection<Stored>(name);

  async function write(name: string, id: string, set: object): Promise<void> {
    const update = { $set: set, $inc: { revision: 1 } } as unknown as mongo.UpdateFilter<Stored>;
    await stored(name).updateOne({ _id: id }, update);
  }

  async function restart(): Promise<Request> {
    await before.stop();
    after = await startCatalog(import.meta.url, () => Date.now() + 60_000);
    return after.as(request.caller.tenantId);
  }

  it("contacts that had not reached every product reach them, in the name of their author", async () => {
    const { id } = await aSupplier(request);
    const { id: productId } = await aProduct(request, { supplierId: id });
    const by = { actorType: "USER", actorId: "usr_7", source: "api/v1" };
    const copying = { attempt: "x", since: new Date(), fields: ["email"], by };
    await write("suppliers", id, { email: "new@laguna.example", copying });
    const later = await restart();
    await until(async () => {
      const { email } = await call(later, catalog.getProduct, { id: productId });
      return email === "new@laguna.example";
    });
    expect((await after?.entriesOf(later, productId))?.at(-1)).toMatchObject({
      action: "product.update",
      actorType: "USER",
      actorId: "usr_7",
    });
    await until(async () => (await stored("suppliers").findOne({ _id: id }))?.["copying"] === null);
  });

  it("a change of a product outlives contacts that were still on their way to it", async () => {
    const { id } = await aSupplier(request);
    const { id: productId } = await aProduct(request, { supplierId: id });
    const by = { actorType: "USER", actorId: null, source: "api/v1" };
    const copying = { attempt: "x", since: new Date(), fields: ["email"], by };
    await write("suppliers", id, { email: "new@laguna.example", copying });
    const email = "own@laguna.example";
    await call(request, catalog.updateProduct, { id: productId, email });
    const later = await restart();
    await until(async () => (await stored("suppliers").findOne({ _id: id }))?.["copying"] === null);
    expect((await call(later, catalog.getProduct, { id: productId })).email).toBe(email);
  });

  it("a default that moved with the first of two writes is delivered, and once", async () => {
    const first = await anOption(request);
    const { productId } = first;
    const second = await anOption(request, { id: productId });
    await call(request, catalog.updateOption, { id: second.id, isDefault: true });
    const entries = await before.entriesOf(request, second.id);
    const { caller } = request;
    const event = eventOf(caller, Date.now(), {
      type: "option.updated",
      entityId: second.id,
      before: second,
      after: second,
    });
    await write("products", productId, { pendingDefault: { event, since: new Date() } });
    let later = await restart();
    const isSettled = async () =>
      (await stored("products").findOne({ _id: productId }))?.["pendingDefault"] === null;
    await until(isSettled);
    const delivered = await after?.entriesOf(later, second.id);
    expect(delivered?.map(({ id }) => id)).toEqual([...entries.map(({ id }) => id), event.id]);
    await after?.stop();
    // The option's own write came through: it has delivered both.
    const own = { ...event, id: `${event.id.slice(0, -4)}0000` };
    await write("options", second.id, { toldDefault: own.id });
    await write("products", productId, { pendingDefault: { event: own, since: new Date() } });
    after = await startCatalog(import.meta.url, () => Date.now() + 60_000);
    later = after.as(caller.tenantId);
    await until(isSettled);
    expect(await after.entriesOf(later, second.id)).toHaveLength(delivered?.length ?? 0);
  });

  it("an option that was being deleted is open again", async () => {
    const { id, productId } = await anOption(request);
    await close(id, productId);
    const facts = await call(request, catalog.getOptionFacts, { optionId: id });
    expect(facts.archived).toBe(true);
    const later = await restart();
    await until(async () => {
      const { archived } = await call(later, catalog.getOptionFacts, { optionId: id });
      return !archived;
    });
  });

  it("an option that was being deleted can be deleted at once", async () => {
    const { id, productId } = await anOption(request);
    await close(id, productId);
    expect(await call(request, catalog.deleteOption, { id })).toEqual({ deleted: true });
    await before.stop();
  });

  it("a deleted option's document and requirements go", async () => {
    const { id, productId } = await anOption(request);
    await before.settle();
    const event = eventOf(request.caller, Date.now(), {
      type: "option.deleted",
      entityId: id,
      before: {} as never,
      after: null,
    });
    await write("products", productId, {
      options: [],
      defaultOptionId: null,
      outbox: [event],
    });
    expect(await refusalCode(call(request, catalog.getOption, { id }))).toBe("NOT_FOUND");
    await restart();
    await after?.settle();
    expect(after?.neighbours.dropped).toEqual([id]);
    expect(await stored("options").findOne({ _id: id })).toBeNull();
  });

  it("an option that no product lists is seen by nobody and goes, for good", async () => {
    const { id, productId } = await anOption(request);
    await write("products", productId, { options: [], defaultOptionId: null });
    await write("options", id, { making: true });
    expect(await refusalCode(call(request, catalog.getOption, { id }))).toBe("NOT_FOUND");
    await restart();
    await until(async () => (await stored("options").findOne({ _id: id })) === null);
    expect((await stored("products").findOne({ _id: productId }))?.["dropped"]).toEqual([id]);
  });

  it("an option that its product lists stays", async () => {
    const made = await anOption(request);
    await write("options", made.id, { making: true });
    const later = await restart();
    await until(
      async () => (await stored("options").findOne({ _id: made.id }))?.["making"] === false,
    );
    expect(await call(later, catalog.getOption, { id: made.id })).toMatchObject(made);
  });

  it("a product that was not finished is seen by nobody, holds no reference, and goes", async () => {
    const { id, supplierId } = await aProduct(request, { reference: "line" });
    await before.settle();
    await write("products", id, { live: false, draft: true });
    expect(await refusalCode(call(request, catalog.getProduct, { id }))).toBe("NOT_FOUND");
    expect((await call(request, catalog.listProducts, {})).items).toEqual([]);
    await aProduct(request, { supplierId, reference: "line" });
    await restart();
    await until(async () => (await stored("products").findOne({ _id: id })) === null);
  });

  it("a currency that was being changed stays, and nothing waits for it long", async () => {
    const { id } = await anOption(request);
    const unit = await aUnit(request, { id });
    const changing = { attempt: "x", since: new Date() };
    await write("tenants", request.caller.tenantId, { changing });
    const later = await restart();
    const periods = [aPeriod({ [unit.id]: 1 })];
    await call(later, catalog.setPricingPeriods, { id, pricingPer: "UNIT", periods });
    const change = call(later, catalog.setCurrency, { defaultCurrency: "USD" });
    expect(await refusalCode(change)).toBe("CURRENCY_IN_USE");
    expect((await call(later, catalog.getCurrency, {})).defaultCurrency).toBe("EUR");
  });

  async function close(optionId: string, productId: string): Promise<void> {
    await write("products", productId, {
      closing: [{ optionId, attempt: "x", since: new Date() }],
    });
  }
});
