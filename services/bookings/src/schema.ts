import { particularsReplaced } from "./record/replace-fields.ts";
import { searchTextsOfAll } from "./record/store-search-texts.ts";
import { collections as ofRecord } from "./record/schema.ts";
import { collections as ofCalendar } from "./calendar/schema.ts";

/** Changes of documents from before 0.1.0. */
export const migrations = [particularsReplaced, searchTextsOfAll];

/** All collections of this service. */
export const collections = { ...ofRecord, ...ofCalendar };
