export * from "./conventions.ts";
export * from "./spans.ts";
