import { referencesOfAll } from "./record/store-references.ts";
import { searchTextsOfAll } from "./record/store-search-texts.ts";
import { collections as ofRecord } from "./record/schema.ts";
import { collections as ofCalendar } from "./calendar/schema.ts";

/** What bookings of earlier releases lack. */
export const migrations = [referencesOfAll, searchTextsOfAll];

/** All collections of this service. */
export const collections = { ...ofRecord, ...ofCalendar };
