import { collections as ofPhoto } from "./photo/schema.ts";
import { collections as ofRecord } from "./record/schema.ts";

export const collections = { ...ofRecord, ...ofPhoto };
