export * from "./counters.ts";
export * from "./database-metrics.ts";
export * from "./gauges.ts";
export { type ReadMetric, type ReadValue, readMetrics } from "./registry.ts";
export * from "./scrape-server.ts";
