import { type Row, type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { type Database, type Relay, createRelay, isOutage, openDatabase, tellAudit } from "@slipway/store";
import type { Deps } from "./deps.ts";
import { createOption } from "./option/create-option.ts";
import { getOption, getOptionFacts } from "./option/get-option.ts";
import { listOptions } from "./option/list-options.ts";
import { optionCollection, optionStore } from "./option/option-store.ts";
import { listPricingPeriods, setPricingPeriods } from "./price/set-pricing-periods.ts";
import { createProduct } from "./product/create-product.ts";
import { getProduct, getProductFacts } from "./product/get-product.ts";
import { listProducts } from "./product/list-products.ts";
import { productCollection, productStore } from "./product/product-store.ts";
import { createSupplier } from "./supplier/create-supplier.ts";
import { getSupplier, getSupplierFacts } from "./supplier/get-supplier.ts";
import { listSuppliers } from "./supplier/list-suppliers.ts";
import { supplierCollection, supplierStore } from "./supplier/supplier-store.ts";
import { getCurrency } from "./tenant/get-currency.ts";
import { initCurrency } from "./tenant/init-currency.ts";
import { tenantCollection, tenantStore } from "./tenant/tenant-store.ts";
import { createUnit } from "./unit/create-unit.ts";
import { getUnit } from "./unit/get-unit.ts";

/** Suppliers, products, options, units, prices and the tenant's currency. */
export function catalogService(options: ServiceOptions): Service {
  let database: Database | undefined;
  let relay: Relay | undefined;
  const isUp = (): boolean => database?.isUp() ?? false;

  return {
    name: "catalog",
    isUp,
    async start() {
      database = await openDatabase(options.mongodbUri, `${options.databasePrefix}-catalog`);
      const opened = await openStores(options, database);
      relay = opened.relay;
      serve(options.broker, "catalog", rows(opened.deps), { isUp, isOutage });
      relay.start();
    },
    async stop() {
      await relay?.stop();
      await database?.close();
    },
    async settle() {
      await relay?.settle();
    },
  };
}

async function openStores(options: ServiceOptions, { connection }: Database) {
  const [tenants, suppliers, products, allOptions] = await Promise.all([
    tenantCollection(connection),
    supplierCollection(connection),
    productCollection(connection),
    optionCollection(connection),
  ]);
  const relay = createRelay({
    collections: [tenants, suppliers, products, allOptions] as never,
    consumers: [tellAudit(options.broker)],
    warn: (line) => options.log("warn", line),
  });
  const deps: Deps = {
    broker: options.broker,
    tenants: tenantStore(tenants, relay),
    suppliers: supplierStore(suppliers, relay),
    products: productStore(products, relay),
    options: optionStore(allOptions, relay),
    clock: options.clock ?? Date.now,
  };
  return { deps, relay };
}

function rows(deps: Deps): Row[] {
  return [
    on(catalog.getCurrency, (request) => getCurrency(deps, request)),
    on(catalog.initCurrency, (request, input) => initCurrency(deps, request, input)),
    on(catalog.listSuppliers, (request, input) => listSuppliers(deps, request, input)),
    on(catalog.createSupplier, (request, input) => createSupplier(deps, request, input)),
    on(catalog.getSupplier, (request, input) => getSupplier(deps, request, input)),
    on(catalog.getSupplierFacts, (request, input) => getSupplierFacts(deps, request, input)),
    on(catalog.listProducts, (request, input) => listProducts(deps, request, input)),
    on(catalog.createProduct, (request, input) => createProduct(deps, request, input)),
    on(catalog.getProduct, (request, input) => getProduct(deps, request, input)),
    on(catalog.getProductFacts, (request, input) => getProductFacts(deps, request, input)),
    on(catalog.createOption, (request, input) => createOption(deps, request, input)),
    on(catalog.listOptions, (request, input) => listOptions(deps, request, input)),
    on(catalog.getOption, (request, input) => getOption(deps, request, input)),
    on(catalog.getOptionFacts, (request, input) => getOptionFacts(deps, request, input)),
    on(catalog.createUnit, (request, input) => createUnit(deps, request, input)),
    on(catalog.getUnit, (request, input) => getUnit(deps, request, input)),
    on(catalog.setPricingPeriods, (request, input) => setPricingPeriods(deps, request, input)),
    on(catalog.listPricingPeriods, (request, input) => listPricingPeriods(deps, request, input)),
  ];
}
