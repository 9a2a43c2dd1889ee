export * from "./counters.ts";
export * from "./database-metrics.ts";
export * from "./gauges.ts";
export * from "./scrape-server.ts";
