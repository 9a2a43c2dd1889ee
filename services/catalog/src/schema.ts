import { collections as ofPhoto } from "./photo/schema.ts";
import { pendingDefaultTyped, productWords } from "./record/replace-words.ts";
import { collections as ofRecord } from "./record/schema.ts";
import { zoneNamesOfAll } from "./record/store-zone-names.ts";

/** Changes of documents from before 0.1.0. */
export const migrations = [productWords, pendingDefaultTyped, ...zoneNamesOfAll];

/** All collections of this service. */
export const collections = { ...ofRecord, ...ofPhoto };
