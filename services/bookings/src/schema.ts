import { collections as ofRecord } from "./record/schema.ts";
import { collections as ofCalendar } from "./calendar/schema.ts";

/** All collections of this service. */
export const collections = { ...ofRecord, ...ofCalendar };
