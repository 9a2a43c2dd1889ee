/** Bugs by which lists lack manual departures, or have some that were undone. */
import type { Patch } from "./marks.ts";

const mutant = (name: string, mark: string, becomes: Patch["becomes"], isOfFailOvers = false) => ({
  name,
  patches: [{ mark, becomes }],
  isOfFailOvers,
});

export const ofManualDepartures = [
  mutant("a manual departure is recorded without an invalidation", "invalidate-manual", ""),
  mutant(
    "manual departures are no part of a schedule's version",
    "version-of-manual",
    "return selling;",
  ),
  mutant(
    "manual departures are kept that a fail-over may undo",
    "kept-departures",
    (marked) => marked.replace("{ sort:", '{ readConcern: { level: "local" }, sort:'),
    true,
  ),
];
