export * from "./aggregates.ts";
export * from "./connect.ts";
export * from "./ids.ts";
export * from "./outbox.ts";
export * from "./relay.ts";
export * from "./schema.ts";
export * from "./tell-audit.ts";
export * from "./tenant-filter.ts";
export type { mongo } from "mongoose";
