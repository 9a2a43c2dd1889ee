import { collections as ofRecord } from "./record/schema.ts";
import { collections as ofSession } from "./session/schema.ts";

/** All collections of this service. */
export const collections = { ...ofRecord, ...ofSession };
