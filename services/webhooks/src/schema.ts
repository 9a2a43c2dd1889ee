export { collections } from "./record/schema.ts";
