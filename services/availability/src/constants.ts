/** The bounds of departures and periods. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { deadlineMsMax } from "@slipway/broker";

// Ranges that a client may ask for.

/** The most departures that a client's answer rests on. */
export const departuresMax = 20_000;
/** Local days that an answer is made of at most. */
export const localDaysMax = 400;
/** Days of a list: of one option; of several. */
export const listDaysMax = { ofOne: 400, ofSeveral: 31 } as const;

// Caches.

/** The most that is cached of the schedules of options, in characters of JSON. */
export const schedulesCharactersMax = 8 * 1024 * 1024;

/** The most manual departures since yesterday that the schedule of an option keeps. Of more, each answer reads its own. */
export const manualKeptMax = 500;

// Pages of the bus.

/** The most departures of a page: so few that nobody waits for long while it is made. */
export const pageEntriesMax = 350;
/** Departures and days of a page of a calendar. It has whole days: at least one, whatever its departures. */
export const calendarPageMax = { departures: 500, days: 62 } as const;
/** The most departures in one question to capacity: nobody waits for long while it computes. */
export const startsAskedMax = 500;

// Periods.

/** Longer than any request lives: the request that began the period has given up. */
export const unsettledMaxMs = 60_000;

assert(listDaysMax.ofOne <= localDaysMax, "a list is made of days that an answer may have");
assert(listDaysMax.ofSeveral <= listDaysMax.ofOne, "several options share what one may have");
assert(pageEntriesMax <= startsAskedMax, "capacity is asked once for a page of one option");
assert(calendarPageMax.departures <= startsAskedMax, "so it is for a page of a calendar");
assert(calendarPageMax.days < localDaysMax, "a long calendar comes in pages");
assert(startsAskedMax < departuresMax, "a long list comes in pages");
assert(deadlineMsMax < unsettledMaxMs, "no request settles a period that was given up");
