/** The use cases of the contracts, each under the name of its action. */
export { appendEntries } from "./append-entries.ts";
export { eraseEntries, eraseEntriesOf } from "./erase-entries.ts";
export { listCreated } from "./list-created.ts";
export { listLastEntries } from "./list-last-entries.ts";
export { listLog, listPage } from "./list-log.ts";
