/** Bugs by which ledgers count places too long, or expansions too little, that the simulation must catch. */
import type { Patch } from "./marks.ts";

const mutant = (name: string, mark: string, becomes: Patch["becomes"]) => ({
  name,
  patches: [{ mark, becomes }],
});

export const ofBounds = [
  mutant("a changed hold is claimed without an end", "end-of-changed-hold", "until: null"),
  mutant("a new hold is claimed without an end", "end-of-new-hold", "until: null"),
  mutant(
    "recovery treats claims of ended bookings as never named",
    "never-named",
    "const never = new Set([...settled.never, ...settled.ended]);",
  ),
  mutant("a confirmed hold counts twice until its end", "confirm-changes", (marked) =>
    marked.replace("...negative(places)", "seats: 0, units: 0"),
  ),
  mutant("an expansion is given back that others use", "fits-without", "return without;"),
  mutant("the first day keeps a smaller expansion", "level-expansions", ""),
  mutant(
    "the second day gets a smaller expansion",
    "lack-of-second-day",
    "const lack = undefined;",
  ),
];
