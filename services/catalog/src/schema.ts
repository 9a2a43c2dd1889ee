import { collections as ofPhoto } from "./photo/schema.ts";
import { collections as ofRecord } from "./record/schema.ts";

/** All collections of this service. */
export const collections = { ...ofRecord, ...ofPhoto };
