import type { Opened } from "@slipway/broker";
import { photos } from "@slipway/contracts";
import {
  type Store,
  aggregates,
  createTurnQueue,
  inTurns,
  serviceDeps,
  type ServiceDeps,
} from "@slipway/store";
import type { Config } from "./config.ts";
import type { PhotoDeps } from "./photo/deps.ts";
import { optionStore } from "./record/option-store.ts";
import { photoFileStore } from "./photo/photo-file-store.ts";
import { productStore } from "./record/product-store.ts";
import type { collections } from "./schema.ts";
import { supplierStore } from "./record/supplier-store.ts";

export type Deps = ServiceDeps<Config> & PhotoDeps;

export function buildDeps(opened: Opened<Config, Store<typeof collections>>): Deps {
  const { store, clock = Date.now } = opened;
  const { relay, collections } = store;
  const files = { files: collections.photoFiles, chunks: collections.photoChunks };
  return {
    ...serviceDeps(opened),
    tenants: inTurns(aggregates(collections.tenants, relay)),
    suppliers: supplierStore(collections.suppliers, relay),
    products: productStore(collections.products, relay),
    options: optionStore(collections.options, relay),
    photoFiles: photoFileStore(files, photos.chunkBytes),
    turns: createTurnQueue(),
    clock,
  };
}
