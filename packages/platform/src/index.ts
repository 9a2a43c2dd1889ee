export * from "./engine/database.ts";
export * from "./platform.ts";
