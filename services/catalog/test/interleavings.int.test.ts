import assert from "node:assert";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Action, type InputOf, type OutputOf, catalog, photos } from "@slipway/contracts";
import { type Request, call, parseInput } from "@slipway/broker";
import { type Store as CatalogStore, storeOf } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { type Deps, buildDeps } from "../src/build-deps.ts";
import { configOf } from "../src/config.ts";
import { createOption } from "../src/option/create-option.ts";
import { deleteOption } from "../src/option/delete-option.ts";
import { updateOption } from "../src/option/update-option.ts";
import { setPricingPeriods } from "../src/price/set-pricing-periods.ts";
import { createPhoto } from "../src/photo/create-photo.ts";
import { sweepPhotos } from "../src/photo/sweep-photos.ts";
import { archiveProduct } from "../src/product/archive-product.ts";
import { createProduct } from "../src/product/create-product.ts";
import { collections } from "../src/schema.ts";
import { archiveSupplier } from "../src/supplier/archive-supplier.ts";
import { updateSupplier } from "../src/supplier/update-supplier.ts";
import { setCurrency } from "../src/tenant/set-currency.ts";
import { createUnit } from "../src/unit/create-unit.ts";
import {
  aPeriod,
  aProduct,
  aSupplier,
  aUnit,
  anOption,
  refusalCode,
  startCatalog,
} from "./catalog-fixture.ts";

/**
 * One request stops before or after one of its reads and writes, another runs from its beginning to
 * its end, then the first goes on: at every such point. Two replicas that share only the database.
 */
let stores: CatalogStore<typeof collections>[];
let here: Deps;
let there: Deps;

const fixture = forThisFile(() => startCatalog(import.meta.url));
beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  const { broker } = fixture;
  const log = (): void => undefined;
  const options = { broker, mongodbUri: uri, databasePrefix: name, log, warn: log };
  const open = () => storeOf("catalog", { collections })(options);
  const config = configOf({});
  stores = await Promise.all([open(), open()]);
  [here, there] = stores.map((store) => buildDeps({ ...options, config, store })) as [Deps, Deps];
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
});

type UseCase<A extends Action> = (
  deps: Deps,
  request: Request,
  input: InputOf<A>,
) => Promise<OutputOf<A>>;
type Running = (deps: Deps) => Promise<unknown>;

/** A call of a use case on a replica of one's choice, past the bus. */
function asking<A extends Action>(
  contract: A,
  useCase: UseCase<A>,
  { request, input }: { request: Request; input: unknown },
): Running {
  return (deps) => useCase(deps, request, parseInput(contract, input));
}

interface Race<World> {
  world: (request: Request) => Promise<World>;
  /** Stopped at a point, and again at the next one in the next round. */
  first: (request: Request, world: World) => Running;
  second: (request: Request, world: World) => Running;
  /** Looked at when the second is answered and the first still stands still. */
  look?: (request: Request, world: World) => Promise<unknown>;
  check: (outcome: {
    /** 1: before the first of its reads. */
    point: number;
    request: Request;
    world: World;
    /** The codes they were refused with. */
    first: string | undefined;
    second: string | undefined;
    looked: unknown;
  }) => Promise<void> | void;
}

async function assertAtEveryPoint<World>(race: Race<World>): Promise<void> {
  for (let point = 1; ; point++) {
    const request = await fixture.aCaller("EUR");
    const world = await race.world(request);
    const stop = stopAt(point);
    const first = refusalCode(race.first(request, world)(stepping(here, stop.step)));
    await Promise.race([stop.reached, first]);
    const second = refusalCode(
      race.second(request, world)(stepping(there, goOnWhenItWaits(stop.goOn))),
    );
    const secondCode = await second;
    const looked = await race.look?.(request, world);
    stop.goOn();
    const firstCode = await first;
    await race.check({ point, request, world, first: firstCode, second: secondCode, looked });
    // It has stopped at least around the reads and the write that every use case has.
    if (!stop.isReached()) return assert(point > 3);
  }
}

function stopAt(point: number) {
  let steps = 0;
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    isReached: () => steps >= point,
    goOn: () => {
      released.resolve();
    },
    async step() {
      if (++steps !== point) return;
      reached.resolve();
      await released.promise;
    },
  };
}

/** A request that looks again and again waits for the other one. */
function goOnWhenItWaits(goOn: () => void): () => Promise<void> {
  let steps = 0;
  return async () => {
    if (++steps > 80) goOn();
    await Promise.resolve();
  };
}

/** Calls that only read: a stop behind one sees what a stop before the next call sees. */
const reading = /^(get|list|find|read|count)/;

/** The same deps, with a step before every call of a store, and behind every one that writes. */
function stepping(deps: Deps, step: () => Promise<void>): Deps {
  const wrap = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...given: unknown[]) => {
          await step();
          const answer: unknown = await Reflect.apply(member, target, given);
          if (!reading.test(String(name))) await step();
          return answer;
        };
      },
    });
  const { tenants, suppliers, products, options, photoFiles } = deps;
  return {
    ...deps,
    tenants: wrap(tenants),
    suppliers: wrap(suppliers),
    products: wrap(products),
    options: wrap(options),
    photoFiles: wrap(photoFiles),
  };
}

interface Sold {
  supplierId: string;
  productId: string;
  optionId: string;
  unitId: string;
}

async function aSoldOption(request: Request): Promise<Sold> {
  const { id: productId, supplierId } = await aProduct(request);
  const { id: optionId } = await anOption(request, { id: productId });
  const { id: unitId } = await aUnit(request, { id: optionId });
  return { supplierId, productId, optionId, unitId };
}

const putting = (request: Request, { optionId, unitId }: Sold): Running =>
  asking(catalog.setPricingPeriods, setPricingPeriods, {
    request,
    input: { id: optionId, pricingPer: "UNIT", periods: [aPeriod({ [unitId]: 1250 })] },
  });
const changing = (request: Request): Running =>
  asking(catalog.setCurrency, setCurrency, { request, input: { defaultCurrency: "JPY" } });

const adding = {
  "a product": (request: Request, { supplierId }: Sold) =>
    asking(catalog.createProduct, createProduct, { request, input: { supplierId, name: "New" } }),
  "an option": (request: Request, { productId }: Sold) =>
    asking(catalog.createOption, createOption, {
      request,
      input: { id: productId, name: "New", durationMinutes: 5, isDefault: true },
    }),
  "a unit": (request: Request, { optionId }: Sold) =>
    asking(catalog.createUnit, createUnit, {
      request,
      input: { id: optionId, name: "New", type: "CHILD" },
    }),
  "a price": putting,
};

describe("prices and the tenant's currency", () => {
  it("do not both change when the prices were begun first", () =>
    assertAtEveryPoint<Sold>({
      world: aSoldOption,
      first: putting,
      second: changing,
      async check({ point, request, world, first, second }) {
        const { optionId } = world;
        const facts = await call(request, catalog.getOptionFacts, { optionId });
        // Before its first read the prices were not begun: they are meant in the new currency.
        const possible = [
          [undefined, "CURRENCY_IN_USE"],
          ["VERSION_CONFLICT", undefined],
        ];
        expect(point === 1 ? [[undefined, undefined]] : possible).toContainEqual([first, second]);
        expect(facts.currency).toBe(second === undefined ? "JPY" : "EUR");
        expect(facts.pricingPeriods).toHaveLength(first === undefined ? 1 : 0);
      },
    }));

  it("do not both change while the currency is being changed", () =>
    assertAtEveryPoint<Sold & { currency?: string }>({
      world: aSoldOption,
      first: changing,
      second: (request, world) => async (deps) => {
        world.currency = (await call(request, catalog.getCurrency, {})).defaultCurrency;
        await putting(request, world)(deps);
      },
      async check({ request, world, first, second }) {
        const facts = await call(request, catalog.getOptionFacts, { optionId: world.optionId });
        // The change may stand already when the prices begin: then they are meant in it.
        const succeeded = [first, second].filter((code) => code === undefined);
        expect(succeeded).toHaveLength(world.currency === "JPY" ? 2 : 1);
        expect(facts.currency).toBe(first === undefined ? "JPY" : "EUR");
        expect(facts.pricingPeriods).toHaveLength(second === undefined ? 1 : 0);
      },
    }));
});

describe.each([
  ["supplier", Object.entries(adding)] as const,
  ["product", Object.entries(adding).slice(1)] as const,
])("below a %s whose archiving has answered", (what, additions) => {
  it.each(additions)("nobody adds %s", (_name, add) =>
    assertAtEveryPoint<Sold>({
      world: aSoldOption,
      first: add,
      second: (request, { supplierId, productId }) =>
        what === "supplier"
          ? asking(catalog.archiveSupplier, archiveSupplier, { request, input: { id: supplierId } })
          : asking(catalog.archiveProduct, archiveProduct, { request, input: { id: productId } }),
      look: below,
      async check({ request, world, first, second, looked }) {
        expect(second).toBeUndefined();
        expect([undefined, "ARCHIVED"]).toContain(first);
        expect(await below(request, world)).toEqual(looked);
      },
    }),
  );
});

describe("the contacts of a supplier", () => {
  const change = (request: Request, id: string, email: string): Running =>
    asking(catalog.updateSupplier, updateSupplier, { request, input: { id, email } });

  it("reach a product that is being made", () =>
    assertAtEveryPoint({
      world: aSupplier,
      first: (request, { id: supplierId }) =>
        asking(catalog.createProduct, createProduct, { request, input: { supplierId, name: "p" } }),
      second: (request, { id }) => change(request, id, "new@laguna.example"),
      async check({ request, world, first, second }) {
        expect([first, second]).toEqual([undefined, undefined]);
        const { items } = await call(request, catalog.listProducts, { supplierId: world.id });
        expect(items.map(({ email }) => email)).toEqual(["new@laguna.example"]);
      },
    }));

  it("that came last stay, of two changes at once", () =>
    assertAtEveryPoint({
      world: async (request) => aProduct(request),
      first: (request, { supplierId }) => change(request, supplierId, "one@laguna.example"),
      second: (request, { supplierId }) => change(request, supplierId, "two@laguna.example"),
      async check({ request, world, first, second }) {
        expect([first, second]).toEqual([undefined, undefined]);
        const { email } = await call(request, catalog.getSupplier, { id: world.supplierId });
        expect((await call(request, catalog.getProduct, { id: world.id })).email).toBe(email);
      },
    }));
});

describe("the options of a product", () => {
  interface Pair {
    productId: string;
    first: string;
    second: string;
  }
  async function aPair(request: Request): Promise<Pair> {
    const { id: first, productId } = await anOption(request);
    const { id: second } = await anOption(request, { id: productId });
    return { productId, first, second };
  }
  const deleting = (request: Request, id: string): Running =>
    asking(catalog.deleteOption, deleteOption, { request, input: { id } });
  const making = (request: Request, id: string): Running =>
    asking(catalog.updateOption, updateOption, { request, input: { id, isDefault: true } });

  async function expectOneDefault(request: Request, id: string): Promise<void> {
    const { options } = await call(request, catalog.getProduct, { id });
    expect(options.filter(({ isDefault }) => isDefault)).toHaveLength(options.length > 0 ? 1 : 0);
  }

  it.each([
    ["one is deleted and made default", (pair: Pair) => [pair.second, pair.second]],
    ["one is deleted and another made default", (pair: Pair) => [pair.first, pair.second]],
  ])("have one default when %s", (_what, choose) =>
    assertAtEveryPoint<Pair>({
      world: aPair,
      first: (request, pair) => deleting(request, choose(pair)[0] ?? ""),
      second: (request, pair) => making(request, choose(pair)[1] ?? ""),
      async check({ request, world, first, second }) {
        await expectOneDefault(request, world.productId);
        expect([undefined, "DEFAULT_OPTION_REQUIRED", "NOT_FOUND"]).toContain(first);
        expect([undefined, "ARCHIVED", "NOT_FOUND"]).toContain(second);
      },
    }),
  );

  it("have one default when the only one is deleted and another made", () =>
    assertAtEveryPoint({
      world: anOption,
      first: (request, { id }) => deleting(request, id),
      second: (request, { productId }) =>
        asking(catalog.createOption, createOption, {
          request,
          input: { id: productId, name: "Other", durationMinutes: 5 },
        }),
      look: async (request, { productId }) =>
        (await call(request, catalog.getProduct, { id: productId })).options,
      async check({ request, world, first, second }) {
        expect(second).toBeUndefined();
        expect([undefined, "DEFAULT_OPTION_REQUIRED"]).toContain(first);
        await expectOneDefault(request, world.productId);
      },
    }));

  it("are deleted once", () =>
    assertAtEveryPoint({
      world: anOption,
      first: (request, { id }) => deleting(request, id),
      second: (request, { id }) => deleting(request, id),
      check({ first, second }) {
        expect([
          [undefined, "NOT_FOUND"],
          ["NOT_FOUND", undefined],
        ]).toContainEqual([first, second]);
      },
    }));
});

/** All that stands below a supplier, archived products too. */
async function below(
  request: Request,
  { supplierId, productId }: Pick<Sold, "supplierId" | "productId">,
): Promise<unknown> {
  const { items } = await call(request, catalog.listProducts, { supplierId });
  const ids = [...new Set([productId, ...items.map(({ id }) => id)])];
  const products = await Promise.all(ids.map((id) => call(request, catalog.getProduct, { id })));
  const options = products.flatMap((product) => product.options);
  const whole = await Promise.all(
    options.map(({ id }) => call(request, catalog.getOption, { id })),
  );
  return [ids, whole.map(({ id, units, pricingPeriods }) => ({ id, units, pricingPeriods }))];
}

describe("a photo", () => {
  interface Uploaded {
    supplierId: string;
    file: { productId: string; fileId: string; chunks: number; contentType: "image/png" };
  }

  async function anUpload(request: Request): Promise<Uploaded> {
    const { id: productId, supplierId } = await aProduct(request);
    const { fileId } = await call(request, photos.openPhotoFile, { productId, bytes: 8 });
    await call(request, photos.addPhotoChunk, { fileId, index: 0, data: "iVBORw0KGgo=" });
    return { supplierId, file: { productId, fileId, chunks: 1, contentType: "image/png" } };
  }

  const making = (request: Request, { file }: Uploaded): Running =>
    asking(photos.createPhoto, createPhoto, { request, input: file });

  it("names no file that the sweep has given up", () =>
    assertAtEveryPoint({
      world: anUpload,
      first: making,
      second: () => (deps) =>
        sweepPhotos({ ...deps, clock: () => Date.now() + 7_200_000 }).then(() => undefined),
      async check({ request, world: { file }, first, second }) {
        const listed = await call(request, photos.listPhotos, { id: file.productId });
        const { fileId } = file;
        const read = call(request, photos.readPhotoChunk, { fileId, index: 0 });
        expect([first, second, listed.length, await refusalCode(read)]).toEqual(
          first === undefined
            ? [undefined, undefined, 1, undefined]
            : ["SERVICE_UNAVAILABLE", undefined, 0, "NOT_FOUND"],
        );
      },
    }));

  it("is not added below a supplier whose archiving has answered", () =>
    assertAtEveryPoint({
      world: anUpload,
      first: making,
      second: (request, { supplierId }) =>
        asking(catalog.archiveSupplier, archiveSupplier, { request, input: { id: supplierId } }),
      look: (request, { file }) => call(request, photos.listPhotos, { id: file.productId }),
      async check({ request, world: { file }, first, looked }) {
        const listed = await call(request, photos.listPhotos, { id: file.productId });
        expect(listed).toEqual(looked);
        expect([listed.length, first]).toEqual(
          first === undefined ? [1, undefined] : [0, "ARCHIVED"],
        );
      },
    }));
});
