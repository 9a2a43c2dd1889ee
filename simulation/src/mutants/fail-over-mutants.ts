/** Bugs that show only if databases fail over. */
import type { Patch } from "./marks.ts";

type Place = readonly [mark: string, becomes: Patch["becomes"]];

const mutant = (name: string, ...places: readonly Place[]) => ({
  name,
  patches: places.map(([mark, becomes]) => ({ mark, becomes })),
  isOfFailOvers: true,
});

/** Inserts text before the marked code. */
const after =
  (inserted: string) =>
  (marked: string): string =>
    `${inserted}\n${marked}`;

const dropped = "";

const readLocally = '{ readConcern: { level: "local" } }';

/** Ledgers and resources may be on other shards than the version of resources. What confirms it confirms nothing of them there. */
const onAnotherShard: Place = [
  "insert-then-confirm",
  `const operations = [...inserts, ...confirms];
  if (inserts.length === 0) return { inserted: [], areConfirmed: false };`,
];

/** Data that a fail-over may undo is used too early. */
export const ofFailOvers = [
  mutant("events of a local poll are delivered", [
    "committed-events",
    (marked) => marked.replace("await committedOf(collection, theirs, unknown)", "unknown"),
  ]),
  mutant("events are delivered that a crash may undo", ["fence", dropped]),
  mutant(
    "steps are copied that no write has confirmed",
    ["copy-when-due", after("copier.copyMissing(view.ledger.log);")],
    onAnotherShard,
  ),
  mutant(
    "numbers are sold that no write has confirmed",
    ["confirmed-numbers", `return findForCapacity(collection, filter, ${readLocally});`],
    onAnotherShard,
  ),
  mutant(
    "already done, by a ledger that a crash may undo",
    ["confirmed-promise", "const isPromised = decisions.length < 0;"],
    onAnotherShard,
  ),
  mutant("a replay from a booking that no write has confirmed", [
    "confirmed-replay",
    "return found;",
  ]),
  mutant("a refusal by a status that no write has confirmed", [
    "confirmed-refusal",
    "const isAnswered = true;",
  ]),
  mutant("an answer by a status that no write has confirmed", [
    "confirmed-answer",
    "return booking;",
  ]),
  mutant(
    "places go by the clock of each process, however wrong",
    ["time-of-places", "const certainTime = async (): Promise<number> => Date.now();"],
    ["clock-is-near", "isNear = true;"],
  ),
  mutant(
    "a write that comes late by another clock is a conflict",
    ["measure-again", dropped],
    ["no-conflict", "const isUnchanged = missed === null;"],
  ),
  mutant(
    "lists keep what was undone",
    [
      "directory-reads",
      `store: {
        ...bookingIndexStore(
          new Proxy(collection, {
            get: (of: any, name) =>
              name === "find"
                ? (filter: object, options: object) => of.find(filter, { ...options, ...${readLocally} })
                : of[name],
          }),
        ),
        awaitMajority: () => Promise.resolve(),
      }`,
    ],
    ["kept-directory", "const one = found ?? begin(tenantId);"],
  ),
];
