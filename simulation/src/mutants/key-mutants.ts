/** Bugs by which a change that is repeated by its key is made twice, or refused. */
import type { Patch } from "./marks.ts";

const mutant = (name: string, mark: string, becomes: Patch["becomes"]) => ({
  name,
  patches: [{ mark, becomes }],
});

export const ofKeys = [
  mutant("a repeated change does not know its key", "known-key", "repeat.isReplayed = false;"),
  mutant("a change does not keep its key", "kept-key", "return {};"),
];
