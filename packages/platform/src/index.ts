export * from "./engine/database.ts";
export * from "./platform.ts";
export * from "./service-names.ts";
