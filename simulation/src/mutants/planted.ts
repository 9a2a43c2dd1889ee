/**
 * Bugs that the simulation must catch (capacity.md section 8), each a place in the product's own
 * text and what stands there instead. They are planted while a module is loaded, in a run of their
 * own; a place that has moved fails the test that looks for it.
 */
import type { Patch } from "../hooks.ts";

export interface Mutant {
  readonly name: string;
  readonly patches: readonly Patch[];
}

const capacity = "services/resources-capacity/src/capacity/";
const resource = "services/resources-capacity/src/resource/";
const bookings = "services/bookings/src/";

/** A file, a place in it, and what stands there instead. */
type Place = readonly [string, string, string];

const mutant = (name: string, ...patches: readonly Place[]): Mutant => ({
  name,
  patches: patches.map(([file, from, to]) => ({ file, from, to })),
});

/** A view begins with what is wanted of it at hand. */
const askedFor: Place = [
  `${capacity}view-cache.ts`,
  "(await reader.begin())",
  "(await (reader as any).begin(wanted))",
];

const ofLedgers: readonly Mutant[] = [
  mutant("version left out of the ledger's filter", [
    `${capacity}ledger-store.ts`,
    "filter: versionOf(ledger),",
    "filter: ofTenant(ledger.address.tenantId, { _id: ledger.address.id }) as never,",
  ]),
  mutant("only the sum of a day counts, not its peak", [
    `${capacity}line.ts`,
    "steps.push({ at: line.end, change: -drawn });",
    "steps.push({ at: line.end, change: 0 });",
  ]),
  mutant("departures that overlap are not summed", [
    `${capacity}line.ts`,
    "drawn += change;",
    "drawn = Math.max(0, change);",
  ]),
  mutant(
    "a release subtracts again what it found in a record once",
    [
      `${capacity}view.ts`,
      "const records = await deps.claims.get(address.tenantId, ids);",
      `const first = ids.filter((id) => !remembered.has(id));
    const records = new Map(await deps.claims.get(address.tenantId, first));
    for (const id of ids) if (remembered.has(id)) records.set(id, remembered.get(id));
    for (const [id, record] of records) remembered.set(id, record);`,
    ],
    [
      `${capacity}view.ts`,
      "export function viewReader(address: LedgerAddress, deps: ActorDeps): ViewReader {",
      "export function viewReader(address: LedgerAddress, deps: ActorDeps): ViewReader { const remembered = new Map<string, any>();",
    ],
  ),
  mutant(
    "claim record read before the ledger",
    [
      `${capacity}view.ts`,
      "async begin() {",
      `async begin(asked?: any) {
      early = await deps.claims.get(address.tenantId, asked.map(({ command }: any) => command.claimId));`,
    ],
    askedFor,
    [
      `${capacity}view.ts`,
      "const records = await deps.claims.get(address.tenantId, ids);",
      "const records = early;",
    ],
    [
      `${capacity}view.ts`,
      "export function viewReader(address: LedgerAddress, deps: ActorDeps): ViewReader {",
      "export function viewReader(address: LedgerAddress, deps: ActorDeps): ViewReader { let early = new Map<string, any>();",
    ],
  ),
  mutant(
    "claim record newer than the view is believed",
    [
      `${capacity}view.ts`,
      "if (record.revision > view.ledger.revision) return false;",
      // Without its second half, and those below, the ledger's own version refuses what was decided so.
      "view.ledger.revision = Math.max(view.ledger.revision, record.revision);",
    ],
    [
      `${capacity}ledger-store.ts`,
      "filter: versionOf(ledger),",
      "filter: ofTenant(ledger.address.tenantId, { _id: ledger.address.id, revision: ledger.revision }) as never,",
    ],
    [
      `${capacity}ledger-store.ts`,
      "isSameVersion(ledger, found);",
      "found.revision === ledger.revision;",
    ],
  ),
  mutant(
    "resource read before the ledger",
    [
      `${capacity}view.ts`,
      "return { ledger, readAt, breaks, ...nothing };",
      "return { ledger, readAt, breaks, ...nothing, ...early };",
    ],
    [
      `${capacity}view.ts`,
      "async begin() {",
      `async begin(asked?: any) {
  const resources = new Map<string, any>();
  const optionIds = new Set<string>(asked.flatMap(({ command }: any) => command.kind === "claim" ? [command.demand.optionId] : []));
  for (const found of await deps.resources.listForCapacity(address.tenantId, { optionIds: [...optionIds], ids: [] })) resources.set(found.id, found);
  const early = { resources, options: optionIds };`,
    ],
    askedFor,
  ),
  mutant(
    "ledger inserted after the resource was read",
    [
      `${capacity}open-ledgers.ts`,
      "const inserted = await insertUnlessThere(collection, absent);",
      `const inserted = new Map(absent.map(({ address, now }) =>
        [address.id, { ...emptyLedger(address, now), revision: -1 }]));`,
    ],
    [
      `${capacity}ledger-store.ts`,
      "const commit = commitOf(draft, dropped);",
      `if (draft.ledger.revision < 0) {
        const { emptyLedger } = await import("./ledger-document.ts");
        const { address, at } = draft.ledger;
        await collection.insertOne(emptyLedger(address, at)).catch(() => undefined);
        draft.ledger.revision = 0;
      }
      const commit = commitOf(draft, dropped);`,
    ],
    [
      `${capacity}ledger-store.ts`,
      "async isStill(ledger) {",
      "async isStill(ledger) {\n      if (ledger.revision < 0) return true;",
    ],
  ),
  mutant("due bucket counted", [
    `${capacity}line.ts`,
    "if (isDue(Number(until), tally.now)) continue;\n    live.seats += places.seats;",
    "live.seats += places.seats;",
  ]),
  mutant("a ledger's time goes back to a slow clock", [
    `${capacity}ledger.ts`,
    "export function draftOf(ledger: Ledger, clock: number): Draft {\n  const now = Math.max(clock, ledger.at);",
    "export function draftOf(ledger: Ledger, clock: number): Draft {\n  const now = clock;",
  ]),
  mutant("firm by a slow clock", [
    `${capacity}ledger.ts`,
    'if (isDue(until, draft.tally.now)) return refused("HOLD_EXPIRED");\n  const changes = takenOf(claim).flatMap(({ resourceId, places }) => {\n    const change = { key: claim.line, resourceId };\n    return [\n      { ...change, ...negative(places), until },',
    "const changes = takenOf(claim).flatMap(({ resourceId, places }) => {\n    const change = { key: claim.line, resourceId };\n    return [\n      ...(isDue(until, draft.tally.now) ? [] : [{ ...change, ...negative(places), until }]),",
  ]),
  mutant("entry dropped before its copy", [
    `${capacity}copy-queue.ts`,
    "copying.set(revision, { done, hurry });",
    "copying.set(revision, { done, hurry });\n    copied.add(revision);",
  ]),
  mutant("extend shortens the claim", [
    `${capacity}ledger.ts`,
    'if (until <= current) return { outcome: "known", claim };',
    "",
  ]),
  mutant("extend shortens the booking's hold", [
    `${bookings}booking.ts`,
    "Math.max(current, holdExpiry(now, minutes))",
    "holdExpiry(now, minutes + 0 * current)",
  ]),
  mutant("a retry skips the claim's record", [
    `${capacity}view.ts`,
    'return !(command.kind === "claim" && command.isFresh && !isTried);',
    'return !(command.kind === "claim" && command.isFresh);',
  ]),
  mutant("refusal from a view whose ledger nobody looks at", [
    `${capacity}batch-worker.ts`,
    "if (!mustWrite) return (await deps.ledgers.isStill(draft.ledger)) && views.isUnbroken(view);",
    "if (!mustWrite) return true;",
  ]),
];

const ofMoves: readonly Mutant[] = [
  mutant("moves kept after a claim ended", [
    `${capacity}moves.ts`,
    'return until === "ended" ? [] : [{ ...each, until }];',
    'return until === "ended" ? [each] : [{ ...each, until }];',
  ]),
  mutant("moves valued at the numbers of then", [
    `${capacity}moves.ts`,
    "taken.units === null ? taken.places : worthOf({ seats: 0, units: taken.units }, perUnit);",
    "taken.places + 0 * worthOf({ seats: 0, units: 0 }, perUnit);",
  ]),
  mutant("a claim of an expired hold chosen", [
    `${capacity}moves.ts`,
    "if (until !== null && isDue(until, now)) continue;",
    "void now;",
  ]),
  mutant(
    "the best choice of moves instead of the worst",
    [
      `${capacity}room.ts`,
      "pool = Math.max(pool, others + drawn - limits.pool);",
      "pool = Math.min(pool, Math.max(0, others + drawn - limits.pool));",
    ],
    [`${capacity}room.ts`, "let pool = 0;", "let pool = Infinity;"],
  ),
];

const ofSagas: readonly Mutant[] = [
  mutant("recovery releases without a tombstone", [
    `${bookings}settle-claims.ts`,
    'return (await deps.tombstones.insertTombstone(tenantId, bookingId, now)) ? "never" : undefined;',
    'return now ? "never" : undefined;',
  ]),
  mutant("recovery releases without raising the booking's revision", [
    `${bookings}settle-claims.ts`,
    'return (await deps.tombstones.exclude(tenantId, bookingId, claimId)) ? "never" : undefined;',
    'return "never";',
  ]),
  mutant("release after an insert with unknown outcome", [
    `${bookings}insert-booking.ts`,
    "await requireInserted(deps, booking, error);",
    "await requireInserted(deps, booking, error).catch(async (unknown: unknown) => {\n      await giveBack(deps, request, booking);\n      throw unknown;\n    });",
  ]),
  mutant("confirm's loser releases", [
    `${bookings}apply-move.ts`,
    "if (!(await deps.store.change(booking, change))) return null;",
    'if (!(await deps.store.change(booking, change))) {\n    if (verb === "confirm") await releaseBeforeAnswer(request, { supplierId: booking.supplierId, bookingId: booking._id, claims: booking.claims });\n    return null;\n  }',
  ]),
  mutant(
    "cancel releases claims that a change has just replaced",
    [
      `${bookings}apply-move.ts`,
      'const booking = await deps.store.get(tenantId, id);\n    if (!booking) throw refuse("NOT_FOUND");\n    const decision',
      'const read = await deps.store.get(tenantId, id);\n    if (!read) throw refuse("NOT_FOUND");\n    first ??= read;\n    const booking = { ...read, claims: first.claims };\n    const decision',
    ],
    [
      `${bookings}apply-move.ts`,
      "const { tenantId } = request.caller;\n",
      "const { tenantId } = request.caller;\n  let first: Booking | undefined;\n",
    ],
  ),
  mutant("a change of status that does not filter the revision", [
    `${bookings}booking-store.ts`,
    "living(tenantId, { _id, revision, status,",
    "living(tenantId, { _id, status, ...(revision < 0 ? { revision } : {}),",
  ]),
  mutant(
    "expire without expiresAt in its filter",
    [
      `${bookings}booking-store.ts`,
      '...(status === "ON_HOLD" ? [expiry] : [])',
      '...(status === "ON_HOLD" && hold !== "lapsed" ? [expiry] : [])',
    ],
    [
      `${bookings}booking-store.ts`,
      "living(tenantId, { _id, revision, status,",
      'living(tenantId, { _id, status, ...(hold === "lapsed" ? {} : { revision }),',
    ],
  ),
  mutant("a hold is confirmed without expiresAt in the filter", [
    `${bookings}booking-store.ts`,
    '...(status === "ON_HOLD" ? [expiry] : [])',
    '...(status === "ON_HOLD" && hold === "lapsed" ? [expiry] : [])',
  ]),
  mutant("create's second refusal leaves the first claim", [
    `${capacity}claim-capacity.ts`,
    "await giveBack(deps, request, claimed);",
    "",
  ]),
  mutant("a change releases the old claims before its write", [
    `${bookings}write-change.ts`,
    "const own = decided.claims ?? [];",
    "const own = decided.claims ?? [];\n  if (decided.claims && booking.claims.length > 0)\n    await releaseBeforeAnswer(request, { supplierId: booking.supplierId, bookingId: booking._id, claims: booking.claims });",
  ]),
  mutant("two changes share a claim id", [
    `${bookings}claim-change.ts`,
    'attempt: newId("mov", deps.clock()),',
    'attempt: newId("mov", 0).slice(0, 4) + String(booking.revision),',
  ]),
  mutant("lease kept after invalidation", [
    "packages/facts/src/facts.ts",
    "entry.forgotten = true;\n      running.push(...entry.uses);",
    "running.push(...entry.uses);",
  ]),
];

const ofResizes: readonly Mutant[] = [
  mutant("a resize raises no revision", [
    `${resource}resize-resource.ts`,
    "if (await deps.ledgers.raise(ledger, now)) return true;",
    "return true;",
  ]),
  mutant("a resize raises only ledgers that name the resource", [
    `${resource}resize-resource.ts`,
    "if (await deps.ledgers.raise(ledger, now)) return true;",
    "if (!ledger.resources.has(marked.id)) return true;\n    if (await deps.ledgers.raise(ledger, now)) return true;",
  ]),
  mutant("numbers set without the attempt in the filter", [
    `${resource}resize-resource.ts`,
    'if (current?.resizing?.attempt !== attempt) throw refuse("SERVICE_UNAVAILABLE");',
    'if (!current) throw refuse("SERVICE_UNAVAILABLE");',
  ]),
  mutant("mark removed without the attempt in the filter", [
    `${resource}mark-resource.ts`,
    "if (resource?.resizing?.attempt !== resizing.attempt) return;",
    'if (!resource?.resizing || resizing.attempt === "") return;',
  ]),
  mutant("expansion that survives a resize", [
    `${resource}resize-resource.ts`,
    "epoch: current.epoch + 1,",
    "epoch: current.epoch,",
  ]),
  mutant("expansion of an older epoch counted", [
    `${capacity}line.ts`,
    "return use?.expansion?.epoch === epoch ? use.expansion : { epoch, pool: 0, beyondMax: 0 };",
    "return use?.expansion && epoch >= 0 ? { ...use.expansion, epoch } : { epoch, pool: 0, beyondMax: 0 };",
  ]),
  mutant("a claim beside a resize fits the old numbers alone", [
    `${capacity}room.ts`,
    "if (resource.resizing && !fitsResized(",
    "if (resource.resizing && resource.epoch < 0 && !fitsResized(",
  ]),
  mutant("a view with a mark in it is kept", [
    `${capacity}batch-worker.ts`,
    "if (marked.length > 0) desk.views.drop();",
    "",
  ]),
  mutant("a requirement is changed without raising the ledgers", [
    `${resource}set-requirement.ts`,
    "await deps.ledgers.raiseAll(tenantId, supplierId, now);",
    "",
  ]),
];

export const mutants: readonly Mutant[] = [...ofLedgers, ...ofMoves, ...ofSagas, ...ofResizes];
