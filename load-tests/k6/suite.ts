/** All that a test of the suite is made of. */
export * from "./api.ts";
export * from "./arrivals.ts";
export * from "./outcomes.ts";
export * from "./run-settings.ts";
export * from "./sale.ts";
export { handleSummary } from "./summary.ts";
