/**
 * The upper bound of what ledgers count, from the steps that they log. A ledger counts the places of its claims, each
 * for as long as the claim lasts. A claim of a hold does not outlast the hold. Expansions are what claims have added.
 */
import type { OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { Work } from "../bus.ts";
import { Violation } from "../violation.ts";
import { type Added, type Expansions, addExpansion } from "./oversell.ts";
import {
  type BookingDocument,
  type ClaimEntry,
  type Expansion,
  type LedgerDocument,
  lineOfUse,
  newSteps,
} from "./records.ts";
import type { State } from "./state.ts";

type Claimed = OutputOf<typeof resourcesCapacity.claimCapacity>;
type Expanded = NonNullable<ClaimEntry["expanded"]>[number];

/** Commands that make claims last longer, by the claims that they name. */
interface Lengthening {
  readonly claims: readonly { claimId: string }[];
  readonly until?: string;
}

export class Claims {
  readonly #state: State;
  /** The last step of each claim. */
  readonly #last = new Map<string, ClaimEntry>();
  /** By ledger: the claims that are not released. */
  readonly #open = new Map<string, Map<string, ClaimEntry>>();
  /** The first step of each claim. */
  readonly #births = new Map<string, ClaimEntry>();
  /** Until when a confirmation or an extension that was sent lets a claim last; seconds. */
  readonly #lengthened = new Map<string, number>();

  constructor(state: State) {
    this.#state = state;
  }

  begun(work: Work): void {
    const { action, input } = work;
    const isConfirmation = action === "resourcesCapacity.confirmClaims";
    if (!isConfirmation && action !== "resourcesCapacity.extendClaims") return;
    const { claims, until } = input as unknown as Lengthening;
    const end = isConfirmation ? Infinity : secondsOf(until);
    for (const { claimId } of claims)
      this.#lengthened.set(claimId, Math.max(end, this.#lengthened.get(claimId) ?? 0));
  }

  bookingWritten(before: BookingDocument | undefined, after: BookingDocument): void {
    const known = new Set(before?.claims.map(({ claimId }) => claimId));
    for (const { claimId } of after.claims) {
      const birth = this.#births.get(claimId);
      if (known.has(claimId) || after.status !== "ON_HOLD" || !birth) continue;
      if (endOf(birth) > endOfHold(after))
        throw new Violation("I2", `${claimId} was made to last longer than the hold that names it`);
    }
  }

  /** Adds to `expansions` what the steps have expanded, and takes away what releases have given back. */
  ledgerWritten(
    before: LedgerDocument | undefined,
    after: LedgerDocument,
    expansions: Expansions,
  ): void {
    const grown: Amounts = new Map();
    const returned: Amounts = new Map();
    const open = this.#open.get(after._id) ?? new Map<string, ClaimEntry>();
    this.#open.set(after._id, open);
    for (const step of newSteps(before, after)) {
      const last = this.#last.get(step.id);
      this.#checkStep(last, step);
      if (!last) this.#births.set(step.id, step);
      const expanded = expandedSince(step, last);
      addExpanded(grown, step, expanded);
      for (const added of expanded)
        addExpansion(expansions, { line: step.line, ledgerId: after._id, added });
      const isReturned = step.state === "RELEASED" && !step.expanded && !this.#isNamed(step);
      if (last && isReturned) addExpanded(returned, last, last.expanded ?? []);
      this.#last.set(step.id, step);
      if (step.state === "RELEASED") open.delete(step.id);
      else open.set(step.id, step);
    }
    if (after.closedAt) return;
    checkCounts(after, open.values());
    if (before) checkExpansions(before, after, { grown, returned, expansions });
  }

  /** A claim that a change has replaced counts as never named: recovery may release it, too. */
  #isNamed({ id, bookingId }: ClaimEntry): boolean {
    const booking = this.#state.bookings.documents.get(bookingId) as BookingDocument | undefined;
    return booking?.claims?.some(({ claimId }) => claimId === id) ?? false;
  }

  /** A step lets a claim last longer only by a command that says so, or by what its booking is. */
  #checkStep(last: ClaimEntry | undefined, { id, bookingId, ...step }: ClaimEntry): void {
    if (!last || step.state === "RELEASED") return;
    if (last.state === "RELEASED") throw new Violation("I3", `${id} was revived after its release`);
    const end = endOf(step);
    if (end <= endOf(last) || end <= (this.#lengthened.get(id) ?? 0)) return;
    const booking = this.#state.bookings.documents.get(bookingId) as unknown as BookingDocument;
    if (!booking || (booking.status === "ON_HOLD" && end > endOfHold(booking)))
      throw new Violation("I2", `${id} was made to last longer, and nobody has asked for that`);
  }

  /** Places were claimed: all days of a departure are expanded alike. */
  claimed({ claims }: Claimed): Violation | undefined {
    const [first, ...others] = claims.flatMap(({ claimId }) => this.#last.get(claimId) ?? []);
    const other = first && others.find((each) => !this.#areAlike(first, each));
    if (!other) return undefined;
    return new Violation("I6", `${first.id} and ${other.id} expand a departure by other places`);
  }

  #areAlike(first: ClaimEntry, second: ClaimEntry): boolean {
    if (first.state === "RELEASED" || second.state === "RELEASED") return true;
    const current = ({ expanded = [] }: ClaimEntry): string =>
      expanded
        .filter(({ resourceId, epoch }) => this.#epochOf(resourceId) === epoch)
        .map(({ resourceId, pool, beyondMax }) => `${resourceId} ${pool} ${beyondMax}`)
        .toSorted()
        .join();
    return current(first) === current(second);
  }

  #epochOf(resourceId: string): unknown {
    return this.#state.resources.documents.get(resourceId)?.["epoch"];
  }
}

function secondsOf(until = ""): number {
  return Math.ceil(Date.parse(until) / 1_000);
}

/** When a claim ends; seconds. */
function endOf({ state, until }: Pick<ClaimEntry, "state" | "until">): number {
  return state === "CONFIRMED" ? Infinity : (until ?? Infinity);
}

function endOfHold({ expiresAt }: BookingDocument): number {
  return Math.ceil(Number(expiresAt) / 1_000);
}

const nothing: Added = { pool: 0, beyondMax: 0 };

/** A ledger counts what its claims take, to the second until which they do. */
function checkCounts({ _id, at, usages }: LedgerDocument, open: Iterable<ClaimEntry>): void {
  const taken = new Map<string, number>();
  const add = (key: string, until: number | null, [seats, units]: [number, number]): void => {
    if (until !== null && until * 1_000 <= at.getTime()) return;
    const name = `${key} until ${until ?? "the end"}`;
    taken.set(`${name}: places`, (taken.get(`${name}: places`) ?? 0) + seats);
    taken.set(`${name}: units`, (taken.get(`${name}: units`) ?? 0) + units);
  };
  for (const [line, { use }] of Object.entries(usages))
    for (const [resourceId, { seats, units, holds }] of Object.entries(use)) {
      const key = `${line} ${resourceId}`;
      add(key, null, [-seats, -units]);
      for (const [until, places] of Object.entries(holds))
        add(key, Number(until), [-places.seats, -places.units]);
    }
  for (const { line, state, until, use } of open)
    for (const each of use) {
      const { resourceId, places, units } = each;
      const amount: [number, number] = units === null ? [places, 0] : [0, units];
      const key = `${lineOfUse(line, each)} ${resourceId}`;
      add(key, state === "CONFIRMED" ? null : until, amount);
    }
  for (const [name, missing] of taken)
    if (missing !== 0)
      throw new Violation("I6", `${_id} ${name}: claims take ${missing} more than it counts`);
}

/** By usage, resource and epoch. */
type Amounts = Map<string, Added>;

function addExpanded(
  amounts: Amounts,
  { line, use }: ClaimEntry,
  expanded: readonly (Expansion & { resourceId: string })[],
): void {
  for (const { resourceId, epoch, pool, beyondMax } of expanded) {
    const own = use.find((each) => each.resourceId === resourceId);
    const key = `${lineOfUse(line, own)} ${resourceId} ${epoch}`;
    const known = amounts.get(key) ?? nothing;
    amounts.set(key, { pool: known.pool + pool, beyondMax: known.beyondMax + beyondMax });
  }
}

/** The expansions that a step adds to its claim. */
function expandedSince(
  { expanded = [] }: ClaimEntry,
  last: Pick<ClaimEntry, "expanded"> | undefined,
): Expanded[] {
  return expanded.map((each) => {
    const { resourceId, epoch } = each;
    const had = last?.expanded?.find((own) => own.resourceId === resourceId && own.epoch === epoch);
    const pool = each.pool - (had?.pool ?? 0);
    return { ...each, pool, beyondMax: each.beyondMax - (had?.beyondMax ?? 0) };
  });
}

interface Changed {
  readonly grown: Amounts;
  readonly returned: Amounts;
  readonly expansions: Expansions;
}

/**
 * An expansion grows by what claims add, and shrinks only by those that no booking names, or by a resize. From then on no
 * booking has what was given back.
 */
function checkExpansions(before: LedgerDocument, after: LedgerDocument, changed: Changed): void {
  // The check covers departures that have left the ledger, too.
  for (const line of Object.keys({ ...before.usages, ...after.usages })) {
    const [had, has] = [before, after].map(({ usages }) => usages[line]?.use ?? {});
    for (const resourceId of Object.keys({ ...had, ...has })) {
      const [was, is] = [had?.[resourceId]?.expansion, has?.[resourceId]?.expansion];
      if (!(was ?? is)) continue;
      const gone = checkExpansion(`${line} ${resourceId}`, { was, is }, changed);
      if (gone.pool + gone.beyondMax === 0) continue;
      const added = { resourceId, pool: -gone.pool, beyondMax: -gone.beyondMax };
      addExpansion(changed.expansions, { line, ledgerId: after._id, added });
    }
  }
}

/** Returns what was given back. */
function checkExpansion(
  name: string,
  { was, is }: { was: Expansion | undefined; is: Expansion | undefined },
  { grown, returned }: Changed,
): Added {
  const epoch = is?.epoch ?? was?.epoch ?? 0;
  if (was && was.epoch > epoch)
    throw new Violation("I6", `${name}: an expansion of an older epoch came back`);
  const had = was?.epoch === epoch ? was : nothing;
  const has = is ?? nothing;
  const key = `${name} ${epoch}`;
  const [more, less] = [grown.get(key) ?? nothing, returned.get(key) ?? nothing];
  const gone = { ...nothing };
  for (const kind of ["pool", "beyondMax"] as const) {
    const most = had[kind] + more[kind];
    if (has[kind] > most || has[kind] < Math.max(0, most - less[kind]))
      throw new Violation("I6", `${name}: the expansion of ${had[kind]} became ${has[kind]}`);
    gone[kind] = most - has[kind];
  }
  return gone;
}
