import { collections as ofRecord } from "./record/schema.ts";
import { collections as ofEvent } from "./event/schema.ts";
import { collections as ofJob } from "./job/schema.ts";
import { collections as ofChange } from "./change/schema.ts";

export const collections = { ...ofRecord, ...ofEvent, ...ofJob, ...ofChange };
