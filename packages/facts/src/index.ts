export * from "./announce.ts";
export * from "./facts.ts";
export { presenceOf } from "./presence.ts";
