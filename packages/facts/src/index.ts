export * from "./announce.ts";
export * from "./facts.ts";
