import type { Opened } from "@slipway/broker";
import { photos } from "@slipway/contracts";
import { type Store, createTurnQueue } from "@slipway/store";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { optionStore } from "./option/option-store.ts";
import { photoFileStore } from "./photo/photo-file-store.ts";
import { productStore } from "./product/product-store.ts";
import type { collections } from "./schema.ts";
import { supplierStore } from "./supplier/supplier-store.ts";
import { tenantStore } from "./tenant/tenant-store.ts";

/** Makes them of the open database and the settings. */
export function buildDeps({
  broker,
  config,
  store,
  clock = Date.now,
}: Opened<Config, Store<typeof collections>>): Deps {
  const { relay, collections: opened } = store;
  const files = { files: opened.photoFiles, chunks: opened.photoChunks };
  return {
    broker,
    tenantRecords: store.tenantRecords,
    relay,
    config,
    tenants: tenantStore(opened.tenants, relay),
    suppliers: supplierStore(opened.suppliers, relay),
    products: productStore(opened.products, relay),
    options: optionStore(opened.options, relay),
    photoFiles: photoFileStore(files, photos.chunkBytes),
    turns: createTurnQueue(),
    clock,
  };
}
