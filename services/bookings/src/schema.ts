import { collections as ofRecord } from "./record/schema.ts";
import { collections as ofCalendar } from "./calendar/schema.ts";

export const collections = { ...ofRecord, ...ofCalendar };
