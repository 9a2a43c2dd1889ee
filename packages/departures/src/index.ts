export * from "./departures.ts";
export * from "./local-time.ts";
export * from "./price.ts";
export * from "./rates.ts";
export * from "./recurrence.ts";
export * from "./sale.ts";
export * from "./travellers.ts";
export * from "./zone.ts";
