/** Bugs by which the time before or after a run is forgotten. Worlds catch the first ones, the oracle of margins the others. */
import type { Patch } from "./marks.ts";

const mutant = (name: string, mark: string, becomes: Patch["becomes"]) => ({
  name,
  patches: [{ mark, becomes }],
});

export const ofMarginClaims = [
  mutant("the time after a run is not occupied", "occupied-time", (marked) =>
    marked.replace(" + turnaroundMinutes * minuteMs", ""),
  ),
  mutant("the time before a run is not occupied", "occupied-time", (marked) =>
    marked.replace(" - prepareMinutes * minuteMs", ""),
  ),
  mutant("a claim is decided on its run alone", "occupied-by-claim", "const occupied = window;"),
  mutant("margins count on no further ledger", "ledgers-of-margins", ""),
  mutant(
    "a booking that keeps its claims gets other margins",
    "margins-as-held",
    "const held = taken;",
  ),
];

const program = "margins-main.ts";

export const ofMargins = [
  mutant("a claim has no margins", "margins-of-claim", "const margins = {};"),
  mutant(
    "vacancies are those of the run alone",
    "margins-of-vacancies",
    "const free = freeOf(link, contexts, window);",
  ),
  mutant(
    "vacancies leave out the ledgers that margins add",
    "ledgers-of-vacancies",
    "return { option, touched: own, ledgers };",
  ),
].map((each) => ({ ...each, program }));
