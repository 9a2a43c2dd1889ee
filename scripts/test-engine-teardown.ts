export { stopTestEngine as default } from "./test-engine.ts";
