/**
 * Bugs that the simulation must catch. Each replaces the code at a mark in the
 * product while its module is loaded, in a run of its own. A missing mark fails planted.test.ts.
 */
import { ofArchives } from "./archive-mutants.ts";
import { ofCallOffs } from "./call-off-mutants.ts";
import { ofKeys } from "./key-mutants.ts";
import { ofManualDepartures } from "./manual-mutants.ts";
import { ofBounds } from "./bound-mutants.ts";
import { ofOrders } from "./order-mutants.ts";
import { ofMarginClaims } from "./margin-mutants.ts";
import type { Patch } from "./marks.ts";
import { ofVacancies } from "./vacancies-mutants.ts";

export interface Mutant {
  readonly name: string;
  readonly patches: readonly Patch[];
  /** It shows only if databases fail over, so all its worlds have fail-overs. */
  readonly isOfFailOvers?: boolean;
  /** The program that catches it; without one, simulated worlds do. */
  readonly program?: string;
}

/** A mark and its replacement. */
type Place = readonly [string, Patch["becomes"]];

const mutant = (name: string, ...places: readonly Place[]): Mutant => ({
  name,
  patches: places.map(([mark, becomes]) => ({ mark, becomes })),
});

/** Inserts text before the marked code. */
const after =
  (inserted: string) =>
  (marked: string): string =>
    `${inserted}\n${marked}`;

const dropped = "";

const ofLedgers: readonly Mutant[] = [
  mutant("version left out of the ledger's filter", [
    "ledger-version",
    "filter: ofTenant(ledger.address.tenantId, { _id: ledger.address.id }) as never",
  ]),
  mutant("only the sum of a day counts, not its peak", [
    "departure-ends",
    "steps.push({ at, change: Math.max(0, left - drawn) });",
  ]),
  mutant("departures that overlap are not summed", [
    "sum-departures",
    "drawn = Math.max(0, change);",
  ]),
  mutant("maxQuantity counted by window", [
    "held-of-departure",
    (marked) =>
      marked.replace(
        "heldOf(own,",
        "heldOf(own && { ...own, windows: own.windows.filter(({ usage }) => usage.end === end) },",
      ),
  ]),
  mutant("expansion counted by window: once for each", [
    "departure-spans",
    `for (const span of spansOf(each, query))
      addSpans(steps, { spans: [span], expansion: pool }, range);`,
  ]),
  mutant("expansion counted by window: of its own claims alone", [
    "own-expansion",
    "const expansion = query.expansion ?? expansionOf(own && { ...own, windows: own.windows.filter(({ usage }) => usage.end === end) }, counting);",
  ]),
  mutant(
    "a release subtracts again what it found in a record once",
    [
      "read-records",
      `const first = ids.filter((id) => !remembered.has(id));
    const records = new Map(await deps.claims.get(address.tenantId, first));
    for (const id of ids) if (remembered.has(id)) records.set(id, remembered.get(id));
    for (const [id, record] of records) remembered.set(id, record);`,
    ],
    ["view-reader", after("const remembered = new Map<string, any>();")],
  ),
  mutant(
    "claim record read before the ledger",
    [
      "read-ledger",
      after(
        "early = await deps.claims.get(address.tenantId, wanted.map(({ command }: any) => command.claimId));",
      ),
    ],
    ["read-records", "const records = early;"],
    ["view-reader", after("let early = new Map<string, any>();")],
  ),
  mutant(
    "claim record newer than the view is believed",
    [
      "newer-record",
      // The second half and the patches below are needed: else the version filter refuses the decision.
      `for (const record of records.values())
      view.ledger.revision = Math.max(view.ledger.revision, record.revision);`,
    ],
    [
      "ledger-version",
      "filter: ofTenant(ledger.address.tenantId, { _id: ledger.address.id, revision: ledger.revision }) as never",
    ],
    ["same-version", "return found?.revision === ledger.revision;"],
  ),
  mutant("resource confirmed before the ledger is read", ["confirm-after-ledger", dropped]),
  mutant(
    "ledger inserted after the resource was read",
    [
      "open-ledger",
      `const inserted = new Map(absent.map(({ address, now }) =>
        [address.id, { ...emptyLedger(address, now), revision: -1 }]));`,
    ],
    [
      "commit-point",
      after(`if (draft.ledger.revision < 0) {
        const { emptyLedger } = await import("./ledger-document.ts");
        const { address, at } = draft.ledger;
        await collection.insertOne(emptyLedger(address, at)).catch(() => undefined);
        draft.ledger.revision = 0;
      }`),
    ],
    ["same-version", after("if (ledger.revision < 0) return true;")],
  ),
  mutant("a lost ledger comes back empty", ["lost-ledger", "return true;"]),
  mutant("due bucket counted", ["hold-is-over", dropped]),
  mutant("a ledger's time goes back to a slow clock", ["ledger-time", "const now = clock;"]),
  mutant(
    "a claim is confirmed by a slow clock",
    ["confirm-in-time", dropped],
    [
      "confirm-changes",
      (marked) =>
        marked.replace(
          "{ ...change, ...negative(places), until },",
          "...(isDue(until, draft.tally.now) ? [] : [{ ...change, ...negative(places), until }]),",
        ),
    ],
  ),
  mutant("a step dropped before its copy", ["copying", after("copied.add(revision);")]),
  mutant("extend shortens the claim", ["extend-only", dropped]),
  mutant("extend shortens the booking's hold", [
    "extend-booking-only",
    "const expiresAt = new Date(holdExpiry(now, minutes + 0 * current));",
  ]),
  mutant("a retry skips the claim's record", [
    "fresh-claim",
    'return !(command.kind === "claim" && command.isFresh);',
  ]),
  mutant("refusal from a view whose version is not checked", [
    "answer-without-write",
    "if (!mustWrite) return true;",
  ]),
];

const ofRebookings: readonly Mutant[] = [
  mutant("rebooking kept after a claim ended", [
    "ended-alternative",
    'return until === "ended" ? [each] : [{ ...each, until }];',
  ]),
  mutant("rebooking valued at earlier numbers", [
    "worth-of-alternative",
    "const worth = taken.places;",
  ]),
  mutant("a claim of an expired hold is an alternative", ["expired-alternative", dropped]),
  mutant(
    "the best alternative instead of the worst",
    ["worst-alternative", "pool = Math.min(pool, Math.max(0, peak - limits.pool));"],
    ["first-alternative", "let pool = Infinity;"],
  ),
];

/** Releases a booking's claims before the marked code. */
const releasedBefore = (condition: string): Patch["becomes"] =>
  after(`if (${condition})
    await releaseBeforeAnswer(request, { supplierId: booking.supplierId, bookingId: booking._id, claims: booking.claims });`);

const ofSagas: readonly Mutant[] = [
  mutant("recovery releases without a tombstone", [
    "tombstone",
    'return now ? "never" : undefined;',
  ]),
  mutant("recovery releases without bumping the booking's version", [
    "exclude-claim",
    'return "never";',
  ]),
  mutant("release after an insert with unknown outcome", [
    "unknown-insert",
    `await requireInserted(deps, booking, error).catch(async (unknown: unknown) => {
      await releaseUnnamed(deps, request, booking);
      throw unknown;
    });`,
  ]),
  mutant("confirm's loser releases", [
    "move-write",
    `if (!(await deps.store.change(booking, change))) {
    if (type === "booking.confirmed") await releaseBeforeAnswer(request, { supplierId: booking.supplierId, bookingId: booking._id, claims: booking.claims });
    return undefined;
  }`,
  ]),
  mutant(
    "cancel releases claims that a change has just replaced",
    [
      "read-to-move",
      `first ??= booking;
    booking = { ...booking, claims: first.claims };
    const transition = await transitionOf(booking);`,
    ],
    ["move-attempts", after("let first: Booking | undefined;")],
  ),
  mutant("a change of status that does not filter the revision", [
    "booking-version",
    "const filter = living(read.tenantId, { _id: read._id, status, $expr });",
  ]),
  mutant(
    "expire without expiresAt in its filter",
    [
      "hold-in-time",
      'const $expr = { $and: [inTime(updatedAt, by), ...(status === "ON_HOLD" && hold !== "lapsed" ? [expiry] : [])] };',
    ],
    [
      "booking-version",
      'const filter = hold === "lapsed" ? living(read.tenantId, { _id: read._id, status, $expr }) : livingAt(read, { status, $expr });',
    ],
  ),
  mutant("a hold is confirmed without expiresAt in the filter", [
    "hold-in-time",
    'const $expr = { $and: [inTime(updatedAt, by), ...(status === "ON_HOLD" && hold === "lapsed" ? [expiry] : [])] };',
  ]),
  mutant("create's second refusal leaves the first claim", ["release-first-day", dropped]),
  mutant("a change releases the old claims before its write", [
    "change-write",
    releasedBefore("decided.claims && booking.claims.length > 0"),
  ]),
  mutant("two changes share a claim id", [
    "change-attempt",
    'attempt: newId("mov", 0).slice(0, 4) + String(booking.revision)',
  ]),
  mutant("a change of option keeps claims that take as much", ["same-option", "true"]),
  mutant("confirm asks an option that the booking has left whether it needs approval", [
    "approval-of-option",
    `const approval = await ((request as any).approval ??=
      readOptionFacts(deps.optionFacts, request, optionId, needsApproval));`,
  ]),
  mutant("doctor claims anew for a booking that has its places", ["claim-anew-lost", dropped]),
  mutant("doctor claims anew for a booking that has ended", [
    "claim-anew-live",
    "if (uses.length === 0) return false;",
  ]),
  mutant("doctor looks for no ledger that is missing", ["find-lost", dropped]),
  mutant("doctor compares no numbers with what is sold", [
    "find-oversold",
    "const oversold: never[] = [];",
  ]),
  mutant("lease kept after invalidation", ["invalidate-value", dropped]),
  mutant("a confirmation leaves out details that differ", [
    "details-differ",
    "const isRefused = false;",
  ]),
  mutant("details are replaced without a look at the token", ["details-token", dropped]),
  mutant("an insert counts as late when its event comes late", ["late-stamp", "live: true"]),
  mutant("a late insert keeps its date", ["late-stamp", "insertedAt: null"]),
];

const ofResizes: readonly Mutant[] = [
  mutant("a resize bumps no version", ["bump-ledger", "return true;"]),
  mutant("a resize bumps only ledgers that name the resource", [
    "bump-ledger",
    after("if (!ledger.resources.has(locked.id)) return true;"),
  ]),
  mutant("numbers set without the attempt in the filter", [
    "own-numbers",
    'if (!current) throw refuse("SERVICE_UNAVAILABLE");',
  ]),
  mutant("lock removed without the attempt in the filter", [
    "own-lock",
    'if (!resource?.resizing || resizing.attempt === "") return;',
  ]),
  mutant("expansion that survives a resize", [
    "next-epoch",
    "set: { ...next, epoch: current.epoch, lastAttempt: attempt }",
  ]),
  mutant("expansion of an older epoch counted", [
    "expansion-epoch",
    (marked) => marked.replace("use.expansion?.epoch === epoch", "use.expansion && epoch !== null"),
  ]),
  mutant("a claim beside a resize fits the old numbers alone", ["fits-both-numbers", dropped]),
  mutant("a view with a locked resource is kept", ["drop-locked-view", dropped]),
  mutant("a requirement is changed without bumping the ledgers", ["bump-all-ledgers", dropped]),
  mutant("a requirement is removed without bumping the ledgers", ["bump-after-unlink", dropped]),
  mutant("an option's new resource is missing where its others are confirmed", [
    "none-is-missing",
    `const last = { updateOne: { filter: { ...others, _id: "none" }, update: nextVersion() } };
    const operations = confirms.length > 0 ? confirms : [last];`,
  ]),
];

const readLocally = '{ readConcern: { level: "local" } }';

/** Data that a fail-over may undo is used too early. */
const ofFailOvers: readonly Mutant[] = [
  mutant("events of a local poll are delivered", [
    "committed-events",
    (marked) => marked.replace("await committedOf(collection, theirs, unknown)", "unknown"),
  ]),
  mutant("events are delivered that a crash may undo", ["fence", dropped]),
  mutant("steps are copied that no write has confirmed", [
    "copy-when-due",
    after("copier.copyMissing(view.ledger.log);"),
  ]),
  mutant("numbers are sold that no write has confirmed", [
    "confirmed-numbers",
    `return findForCapacity(collection, filter, ${readLocally});`,
  ]),
  mutant("already done, by a ledger that a crash may undo", [
    "confirmed-promise",
    "const isPromised = decisions.length < 0;",
  ]),
  mutant("a replay from a booking that no write has confirmed", [
    "confirmed-replay",
    "const confirmed = found;",
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

export const mutants: readonly Mutant[] = [
  ...ofArchives,
  ...ofBounds,
  ...ofMarginClaims,
  ...ofManualDepartures,
  ...ofKeys,
  ...ofCallOffs,
  ...ofOrders,
  ...ofVacancies,
  ...ofLedgers,
  ...ofRebookings,
  ...ofSagas,
  ...ofResizes,
  ...ofFailOvers.map((each) => ({ ...each, isOfFailOvers: true })),
];
