import { collections as ofRecord } from "./record/schema.ts";
import { collections as ofSession } from "./session/schema.ts";

export const collections = { ...ofRecord, ...ofSession };
