import { productWords } from "./record/replace-words.ts";
import { collections as ofRecord } from "./record/schema.ts";
import { collections as ofPhoto } from "./photo/schema.ts";
import { zoneNamesOfAll } from "./record/store-zone-names.ts";

/** What suppliers and products of earlier releases lack. */
export const migrations = zoneNamesOfAll;

/** All collections of this service. */
export const collections = { ...ofRecord, ...ofPhoto };

/** Changes of documents from before 0.1.0. */
export const migrations = [productWords];
