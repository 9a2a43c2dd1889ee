export { startTestEngine as default } from "./test-engine.ts";
