import { type Lack, type Row, type Service, type ServiceOptions, on, serve } from "@slipway/broker";
import { catalog, photos } from "@slipway/contracts";
import {
  type Database,
  type RelayOptions,
  createQuota,
  createRelay,
  createTurnQueue,
  databaseFailureOf,
  lackOf,
  openServiceDatabase,
  outboxRows,
  auditConsumer,
} from "@slipway/store";
import type { CatalogQuotas, Deps } from "./deps.ts";
import { createOption } from "./option/create-option.ts";
import { deleteOption } from "./option/delete-option.ts";
import { forgetDeletedOptions } from "./option/forget-option.ts";
import { getOption, getOptionFacts } from "./option/get-option.ts";
import { listOptionVersions } from "./option/list-option-versions.ts";
import { listOptions } from "./option/list-options.ts";
import { optionCollection, optionStore } from "./option/option-store.ts";
import { updateOption } from "./option/update-option.ts";
import { createPhoto } from "./photo/create-photo.ts";
import { deletePhoto } from "./photo/delete-photo.ts";
import { addPhotoChunk, openPhotoFile } from "./photo/open-photo-file.ts";
import { photoFileCollections, photoFileStore } from "./photo/photo-file-store.ts";
import { findPhotoContent, listPhotos, readPhotoChunk } from "./photo/read-photos.ts";
import { replacePhoto } from "./photo/replace-photo.ts";
import { listPricingPeriods, setPricingPeriods } from "./price/set-pricing-periods.ts";
import { archiveProduct } from "./product/archive-product.ts";
import { createProduct } from "./product/create-product.ts";
import { getProduct, getProductFacts } from "./product/get-product.ts";
import { listProducts } from "./product/list-products.ts";
import { productCollection, productStore } from "./product/product-store.ts";
import { updateProduct } from "./product/update-product.ts";
import { archiveSupplier } from "./supplier/archive-supplier.ts";
import { createSupplier } from "./supplier/create-supplier.ts";
import { getSupplier, getSupplierFacts } from "./supplier/get-supplier.ts";
import { listSuppliers } from "./supplier/list-suppliers.ts";
import { supplierCollection, supplierStore } from "./supplier/supplier-store.ts";
import { updateSupplier } from "./supplier/update-supplier.ts";
import { sweepCatalog } from "./sweep-catalog.ts";
import { createSweepTimer } from "./sweep-timer.ts";
import { getCurrency } from "./tenant/get-currency.ts";
import { initCurrency } from "./tenant/init-currency.ts";
import { setCurrency } from "./tenant/set-currency.ts";
import { tenantCollection, tenantStore } from "./tenant/tenant-store.ts";
import { archiveUnit } from "./unit/archive-unit.ts";
import { createUnit } from "./unit/create-unit.ts";
import { getUnit } from "./unit/get-unit.ts";
import { updateUnit } from "./unit/update-unit.ts";

const sweepEveryMs = 10_000;

/** Suppliers, products, options, units, prices and the tenant's currency. */
export function catalogService(options: ServiceOptions): Service {
  let opened: (Awaited<ReturnType<typeof openCatalog>> & { database: Database }) | undefined;
  const lacks = (): Lack | undefined => lackOf(opened?.database);
  const isUp = (): boolean => lacks() === undefined;

  return {
    lacks,
    async start() {
      opened = await openServiceDatabase(options, "catalog", (database) =>
        openCatalog(options, database),
      );
      const table = [
        ...rows(opened.deps),
        ...photoRows(opened.deps),
        ...outboxRows("catalog", opened.relay),
      ];
      serve(options.broker, "catalog", table, { isUp, failureOf: databaseFailureOf });
      opened.relay.start();
      opened.sweep.start();
    },
    async stop() {
      await opened?.sweep.stop();
      await opened?.relay.stop();
      await opened?.database.close();
    },
    async settle() {
      await opened?.relay.settle();
    },
  };
}

/** What the service is made of, on an open database; nothing runs yet. */
export async function openCatalog(options: ServiceOptions, { connection }: Database) {
  const [tenants, suppliers, products, sold, photoFiles] = await Promise.all([
    tenantCollection(connection),
    supplierCollection(connection),
    productCollection(connection),
    optionCollection(connection),
    photoFileCollections(connection, photos.chunkBytes),
  ]);
  const warn = (line: string): void => options.log("warn", line);
  const consumers: RelayOptions["consumers"][number][] = [auditConsumer(options.broker)];
  const collections = [
    tenants,
    suppliers,
    products,
    sold,
  ] as unknown as RelayOptions["collections"];
  const relay = createRelay({ connection, collections, consumers, warn });
  const deps: Deps = {
    broker: options.broker,
    tenants: tenantStore(tenants, relay),
    suppliers: supplierStore(suppliers, relay),
    products: productStore(products, relay),
    options: optionStore(sold, relay),
    photoFiles: photoFileStore(photoFiles),
    turns: createTurnQueue(),
    quotas: quotasOf(options),
    clock: options.clock ?? Date.now,
  };
  consumers.push(forgetDeletedOptions(deps));
  const sweep = createSweepTimer(() => sweepCatalog(deps), { everyMs: sweepEveryMs, warn });
  return { deps, relay, sweep };
}

function quotasOf({ settings }: ServiceOptions): CatalogQuotas {
  return {
    products: createQuota("QUOTA_PRODUCTS", settings),
    options: createQuota("QUOTA_OPTIONS", settings),
    photos: createQuota("QUOTA_PHOTOS", settings),
    photoMib: createQuota("QUOTA_PHOTO_MIB", settings),
  };
}

function rows(deps: Deps): Row[] {
  return [
    on(catalog.getCurrency, (request) => getCurrency(deps, request)),
    on(catalog.initCurrency, (request, input) => initCurrency(deps, request, input)),
    on(catalog.setCurrency, (request, input) => setCurrency(deps, request, input)),
    on(catalog.listSuppliers, (request, input) => listSuppliers(deps, request, input)),
    on(catalog.createSupplier, (request, input) => createSupplier(deps, request, input)),
    on(catalog.getSupplier, (request, input) => getSupplier(deps, request, input)),
    on(catalog.updateSupplier, (request, input) => updateSupplier(deps, request, input)),
    on(catalog.archiveSupplier, (request, input) => archiveSupplier(deps, request, input)),
    on(catalog.getSupplierFacts, (request, input) => getSupplierFacts(deps, request, input)),
    on(catalog.listProducts, (request, input) => listProducts(deps, request, input)),
    on(catalog.createProduct, (request, input) => createProduct(deps, request, input)),
    on(catalog.getProduct, (request, input) => getProduct(deps, request, input)),
    on(catalog.updateProduct, (request, input) => updateProduct(deps, request, input)),
    on(catalog.archiveProduct, (request, input) => archiveProduct(deps, request, input)),
    on(catalog.getProductFacts, (request, input) => getProductFacts(deps, request, input)),
    on(catalog.createOption, (request, input) => createOption(deps, request, input)),
    on(catalog.listOptions, (request, input) => listOptions(deps, request, input)),
    on(catalog.getOption, (request, input) => getOption(deps, request, input)),
    on(catalog.updateOption, (request, input) => updateOption(deps, request, input)),
    on(catalog.deleteOption, (request, input) => deleteOption(deps, request, input)),
    on(catalog.getOptionFacts, (request, input) => getOptionFacts(deps, request, input)),
    on(catalog.listOptionVersions, (request, input) => listOptionVersions(deps, request, input)),
    on(catalog.createUnit, (request, input) => createUnit(deps, request, input)),
    on(catalog.getUnit, (request, input) => getUnit(deps, request, input)),
    on(catalog.updateUnit, (request, input) => updateUnit(deps, request, input)),
    on(catalog.archiveUnit, (request, input) => archiveUnit(deps, request, input)),
    on(catalog.setPricingPeriods, (request, input) => setPricingPeriods(deps, request, input)),
    on(catalog.listPricingPeriods, (request, input) => listPricingPeriods(deps, request, input)),
  ];
}

function photoRows(deps: Deps): Row[] {
  return [
    on(photos.listPhotos, (request, input) => listPhotos(deps, request, input)),
    on(photos.openPhotoFile, (request, input) => openPhotoFile(deps, request, input)),
    on(photos.addPhotoChunk, (request, input) => addPhotoChunk(deps, request, input)),
    on(photos.createPhoto, (request, input) => createPhoto(deps, request, input)),
    on(photos.replacePhoto, (request, input) => replacePhoto(deps, request, input)),
    on(photos.deletePhoto, (request, input) => deletePhoto(deps, request, input)),
    on(photos.findPhotoContent, (request, input) => findPhotoContent(deps, request, input)),
    on(photos.readPhotoChunk, (request, input) => readPhotoChunk(deps, request, input)),
  ];
}
