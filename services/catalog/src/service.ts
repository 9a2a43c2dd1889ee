import { defineService } from "@slipway/broker";
import { catalog, outbox, photos, tenantData } from "@slipway/contracts";
import { auditConsumer, operatorActions, syncConsumer } from "@slipway/events";
import { storeOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { createOption } from "./option/create-option.ts";
import { deleteOption } from "./option/delete-option.ts";
import { settleDeletedOptions } from "./option/settle-deletion.ts";
import { getOption, getOptionFacts } from "./option/get-option.ts";
import { listOptionIds } from "./option/list-option-ids.ts";
import { listOptionVersions } from "./option/list-option-versions.ts";
import { listOptions } from "./option/list-options.ts";
import { updateOption } from "./option/update-option.ts";
import { createPhoto } from "./photo/create-photo.ts";
import { deletePhoto } from "./photo/delete-photo.ts";
import { addPhotoChunk, openPhotoFile } from "./photo/open-photo-file.ts";
import { findPhotoSupplier } from "./photo/find-photo-supplier.ts";
import { findPhotoContent, listPhotos, readPhotoChunk } from "./photo/read-photos.ts";
import { findPublicPhoto, readPublicPhotoChunk } from "./photo/read-public-photo.ts";
import { replacePhoto } from "./photo/replace-photo.ts";
import { setPhotoOrder } from "./photo/set-photo-order.ts";
import { getCharges, setCharges } from "./price/set-charges.ts";
import { listPricingPeriods, setPricingPeriods } from "./price/set-pricing-periods.ts";
import { archiveProduct } from "./product/archive-product.ts";
import { createProduct } from "./product/create-product.ts";
import { getProduct, getProductFacts } from "./product/get-product.ts";
import { listProducts } from "./product/list-products.ts";
import { listSellable } from "./product/list-sellable.ts";
import { updateProduct } from "./product/update-product.ts";
import * as schema from "./schema.ts";
import { archiveSupplier } from "./supplier/archive-supplier.ts";
import { createSupplier } from "./supplier/create-supplier.ts";
import { getSupplier, getSupplierFacts } from "./supplier/get-supplier.ts";
import { listSuppliers } from "./supplier/list-suppliers.ts";
import { updateSupplier } from "./supplier/update-supplier.ts";
import { sweepCatalog } from "./sweep-catalog.ts";
import { getCurrency } from "./tenant/get-currency.ts";
import { initCurrency } from "./tenant/init-currency.ts";
import { setCurrency } from "./tenant/set-currency.ts";
import { archiveUnit } from "./unit/archive-unit.ts";
import { createUnit } from "./unit/create-unit.ts";
import { getUnit } from "./unit/get-unit.ts";
import { setUnitOrder } from "./unit/set-unit-order.ts";
import { updateUnit } from "./unit/update-unit.ts";

/** Suppliers, products, options, units, prices, photos and the tenant's currency. */
export const catalogService = defineService({
  name: "catalog",
  contracts: {
    ...catalog,
    ...photos,
    ...outbox.outboxes.catalog,
    ...tenantData.ofServices.catalog,
  },
  config: configOf,
  store: storeOf("catalog", schema),
  deps: buildDeps,
  actions: {
    ...operatorActions,
    getCurrency,
    initCurrency,
    setCurrency,
    listSuppliers,
    createSupplier,
    getSupplier,
    updateSupplier,
    archiveSupplier,
    getSupplierFacts,
    listProducts,
    listSellable,
    createProduct,
    getProduct,
    updateProduct,
    archiveProduct,
    getProductFacts,
    createOption,
    listOptions,
    getOption,
    updateOption,
    deleteOption,
    getOptionFacts,
    listOptionIds,
    listOptionVersions,
    createUnit,
    getUnit,
    updateUnit,
    archiveUnit,
    setUnitOrder,
    setPricingPeriods,
    listPricingPeriods,
    setCharges,
    getCharges,
    listPhotos,
    openPhotoFile,
    addPhotoChunk,
    createPhoto,
    replacePhoto,
    deletePhoto,
    setPhotoOrder,
    findPhotoContent,
    findPhotoSupplier,
    readPhotoChunk,
    findPublicPhoto,
    readPublicPhotoChunk,
  },
  consumers: (deps) => [
    auditConsumer(deps.broker),
    syncConsumer(deps.broker),
    settleDeletedOptions(deps),
  ],
  jobs: (deps) => [
    { name: "sweep-catalog", everyMs: 10_000, atStart: true, run: () => sweepCatalog(deps) },
  ],
});
