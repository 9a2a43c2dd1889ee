export { heartbeatOf } from "./heartbeat.ts";
export * from "./invalidate.ts";
export * from "./leased-cache.ts";
export * from "./option-facts.ts";
