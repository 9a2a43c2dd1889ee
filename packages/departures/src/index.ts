export * from "./departures.ts";
export * from "./rates.ts";
export * from "./recurrence.ts";
export * from "./zone.ts";
