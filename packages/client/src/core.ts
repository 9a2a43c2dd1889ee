/** For the console of this repository, whose browsers load each byte: operations without what only other programs need. */
export { createOperations } from "./create-operations.ts";
export { type Settings, patience } from "./settings.ts";
