import assert from "node:assert";
import type { Caller, RefusalCode } from "@slipway/contracts";
import type { CapacityResource } from "../resource/resource.ts";
import type { ClaimCommand, Command, ExtendCommand, ReleaseCommand } from "./command.ts";
import type { LedgerAddress } from "./day.ts";
import { type Use, type Wish, wishesFor } from "./demand.ts";
import { type Expanded, expandedBy, toldOnce } from "./expansion.ts";
import {
  type LineChange,
  type Lines,
  type Places,
  type Tally,
  applyChange,
  isDue,
  tallyAt,
} from "./line.ts";
import { departureKey, lineKey } from "./line-index.ts";
import { type MovingClaim, type Moves, choicesOf, movingAfter, movingWith } from "./moves.ts";
import { peakOf } from "./peak.ts";
import { decideRoom, placesOf } from "./room.ts";
import { expansionWithout } from "./taken-back.ts";

export type * from "./command.ts";

/** What one booking takes on one ledger, as it stands after its last step. */
export interface Claim {
  readonly id: string;
  readonly bookingId: string;
  /** The key of its departure's line. */
  readonly line: string;
  readonly use: readonly Use[];
  readonly state: "HELD" | "FIRM" | "RELEASED";
  /** Seconds since the epoch; null for one that was firm from the start. */
  readonly until: number | null;
  /** When recovery asks whether a booking names it, milliseconds. */
  readonly confirmBy: number;
  /** The expansions it brought, unless it was given back without ever being named. */
  readonly expanded?: readonly Expanded[];
  /** Who brought them. */
  readonly caller?: Caller;
  readonly step: number;
  /** The ledger's revision that this step made. */
  readonly revision: number;
}

/** A supplier's day: every departure's use of every resource, and what is not yet copied. */
export interface Ledger {
  readonly address: LedgerAddress;
  revision: number;
  /** Of the write that made this revision. */
  commit: string;
  /** Time here never goes back: decisions are made at this instant or later. */
  at: number;
  readonly lines: Lines;
  /** Bookings that are changing their places. */
  readonly moves: Moves;
  /** Every resource that a line names. */
  readonly resources: Set<string>;
  /** Steps by the revision that made them. */
  readonly log: Map<number, readonly Claim[]>;
}

/** A ledger while a batch of commands is decided on it, each on the state the earlier ones left. */
export interface Draft {
  readonly ledger: Ledger;
  readonly tally: Tally;
  /** Paths of the document that the next write sets or removes. */
  readonly touched: Set<string>;
  /** The last step of each claim. */
  readonly steps: Map<string, Claim>;
}

/**
 * `known` and `unneeded` need no write: a write that changes nothing confirms the ledger's version. For
 * refusals a majority read of it does. `wait`: a resize under way decides first.
 */
export type Decision =
  | {
      readonly outcome: "write";
      readonly claim: Claim;
      readonly changes: readonly LineChange[];
      /** Of a booking that changes its places: all its claims here after this, if it still does. */
      readonly moving?: readonly MovingClaim[] | "over";
    }
  | { readonly outcome: "known"; readonly claim: Claim | undefined }
  | { readonly outcome: "unneeded" }
  | { readonly outcome: "wait" }
  | { readonly outcome: "refused"; readonly code: RefusalCode };

/** What a command is decided on beside the ledger. */
export interface Known {
  readonly resources: ReadonlyMap<string, CapacityResource>;
  /** The claim as its record or the ledger's log has it. */
  readonly claim: Claim | undefined;
  /** The claims that it is to replace, as far as they are known, from the same sources. */
  readonly replaced?: readonly Claim[];
}

export function draftOf(ledger: Ledger, clock: number): Draft {
  /* mark: ledger-time */ const now = Math.max(clock, ledger.at);
  return { ledger, tally: tallyAt(now), touched: new Set(), steps: new Map() };
}

/** Decides one command on the draft as the earlier ones left it. Changes nothing. */
export function decide(draft: Draft, command: Command, known: Known): Decision {
  const claim = draft.steps.get(command.claimId) ?? known.claim;
  switch (command.kind) {
    case "claim":
      return claim ? decideRepeat(claim) : decideClaim(draft, command, known);
    case "firm":
      return decideFirm(draft, claim);
    case "extend":
      return decideExtend(draft, command, claim);
    case "release":
      return decideRelease(draft, command, { ...known, claim });
  }
}

/** Takes a decided step into the draft. */
export function apply(draft: Draft, { claim, changes, moving }: Step): void {
  const { ledger, tally, touched } = draft;
  for (const change of changes) {
    applyChange(ledger.lines, change, { tally, touched });
    if (ledger.resources.has(change.resourceId)) continue;
    ledger.resources.add(change.resourceId);
    touched.add("resources");
  }
  if (moving) {
    if (moving === "over") delete ledger.moves[claim.bookingId];
    else ledger.moves[claim.bookingId] = moving;
    touched.add(`moves.${claim.bookingId}`);
  }
  draft.steps.set(claim.id, claim);
}

export type Step = Extract<Decision, { outcome: "write" }>;

/** Of a claim's two accounts the later step. */
export function laterOf(a: Claim | undefined, b: Claim | undefined): Claim | undefined {
  if (!a || !b) return a ?? b;
  return a.step > b.step ? a : b;
}

/**
 * Whether all that is taken of a resource from now on fits these numbers without expansions, in
 * the worst choice.
 */
export function fitsNumbers(
  { address, lines, moves, at }: Ledger,
  resource: { id: string; quantity: number; capacityPerResource: number },
  clock: number,
): boolean {
  const now = Math.max(clock, at);
  const { id: resourceId, quantity, capacityPerResource: perUnit } = resource;
  const counting = { perUnit, epoch: null };
  const range = { from: Math.max(now, address.range.from), to: address.range.to };
  const tally = tallyAt(now);
  return choicesOf(moves, lines, { resourceId, perUnit, now, range }).every(
    (unheld) => peakOf(lines, resourceId, { tally, range, counting, unheld }) <= quantity * perUnit,
  );
}

/** The answer is the first one's. A claim that was given back since is nobody's to have. */
function decideRepeat(claim: Claim): Decision {
  return claim.state === "RELEASED" ? refused("SERVICE_UNAVAILABLE") : { outcome: "known", claim };
}

function decideClaim(draft: Draft, command: ClaimCommand, known: Known): Decision {
  const { demand, until, window } = command;
  // A hold that has ended by the ledger's time would live again by a slower clock.
  if (until !== null && isDue(until, draft.tally.now)) return refused("SERVICE_UNAVAILABLE");
  const wished = wishesFor(command, known.resources);
  if (!wished.ok) return refused(wished.code);
  if (wished.wishes.length === 0) return { outcome: "unneeded" };

  const claim: Claim = {
    id: command.claimId,
    bookingId: command.bookingId,
    line: lineKey(departureKey(demand.optionId, window.from), window.to),
    use: wished.wishes.map(({ use }) => use),
    state: until === null ? "FIRM" : "HELD",
    until,
    confirmBy: command.confirmBy,
    step: 1,
    revision: draft.ledger.revision + 1,
  };
  const moving = movingTo(draft, claim, known.replaced ?? []);
  const taken: Taken | Decision = takeWishes(draft, command, {
    wishes: wished.wishes,
    claim,
    moving,
  });
  if ("outcome" in taken) return taken;
  const { changes } = taken;
  const expanded = toldOnce(taken.expanded, command);
  const brought = expanded.length > 0 ? { expanded, caller: command.caller } : {};
  return {
    outcome: "write",
    claim: { ...claim, ...brought },
    changes,
    ...(moving ? { moving } : {}),
  };
}

/** The booking's claims here with a new one in place of others, each as earlier commands left it. */
function movingTo(
  { ledger: { moves, lines }, steps, tally }: Draft,
  claim: Claim,
  replaced: readonly Claim[],
): readonly MovingClaim[] | undefined {
  if (replaced.length === 0) return undefined;
  const others = replaced
    .map((each) => steps.get(each.id) ?? each)
    .filter(({ bookingId, state }) => bookingId === claim.bookingId && state !== "RELEASED");
  return movingWith(moves[claim.bookingId], movingOf(claim), {
    replaced: others.map(movingOf),
    lines,
    now: tally.now,
  });
}

function movingOf({ id, line, use, state, until }: Claim): MovingClaim {
  return {
    claim: id,
    line,
    use: use.map(({ resourceId, places, units }) => ({ resourceId, places, units })),
    until: state === "FIRM" ? null : until,
  };
}

interface Taken {
  changes: LineChange[];
  expanded: Expanded[];
}

/** All wishes, or the first reason why not. */
function takeWishes(
  { ledger, tally }: Draft,
  command: ClaimCommand,
  { wishes, claim, moving }: Taking,
): Taken | Decision {
  const { bookingId, line: key } = claim;
  const { demand, window, until } = command;
  const departure = departureKey(demand.optionId, window.from);
  const moves = moving ? { ...ledger.moves, [bookingId]: moving } : ledger.moves;
  const day = ledger.address.range;
  const { lines } = ledger;
  const spot = { lines, moves, mover: bookingId, tally, day, departure, window };
  const changes: LineChange[] = [];
  const expanded: Expanded[] = [];
  let mustWait = false;
  for (const wish of wishes) {
    const room = decideRoom(spot, wish, command);
    if (room.outcome === "exhausted") return refused("CAPACITY_EXHAUSTED");
    if (room.outcome === "wait") mustWait = true;
    if (room.outcome === "wait" || wish.use.places === 0) continue;
    const { resourceId } = wish.use;
    const change = { key, resourceId, until, ...placesOf(wish.use) };
    if (!room.missing) {
      changes.push(change);
      continue;
    }
    const current = lines[key]?.use[resourceId]?.expansion;
    changes.push({ ...change, expansion: expandedBy(current, room.missing) });
    expanded.push({ resourceId, ...room.missing });
  }
  return mustWait ? { outcome: "wait" } : { changes, expanded };
}

interface Taking {
  wishes: readonly Wish[];
  claim: Claim;
  moving: readonly MovingClaim[] | undefined;
}

function decideFirm(draft: Draft, claim: Claim | undefined): Decision {
  if (!claim || claim.state === "RELEASED") return refused("HOLD_EXPIRED");
  if (claim.state === "FIRM") return { outcome: "known", claim };
  const { until } = claim;
  assert(until !== null, "a held claim ends");
  /* mark: firm-in-time */ if (isDue(until, draft.tally.now)) return refused("HOLD_EXPIRED");
  /* mark: firm-changes */ const changes = takenOf(claim).flatMap(({ resourceId, places }) => {
    const change = { key: claim.line, resourceId };
    return [
      { ...change, ...negative(places), until },
      { ...change, ...places, until: null },
    ];
  });
  return stepOf(draft, { ...claim, state: "FIRM" }, changes);
}

/** Never shortens: a firm claim, or one that is held longer already, stays as it is. */
function decideExtend(draft: Draft, { until }: ExtendCommand, claim: Claim | undefined): Decision {
  if (!claim || claim.state === "RELEASED") return refused("HOLD_EXPIRED");
  if (claim.state === "FIRM") return { outcome: "known", claim };
  const { until: current } = claim;
  assert(current !== null, "a held claim ends");
  // The hold has ended, or would end at once: by a slower clock it would live again.
  if (isDue(current, draft.tally.now) || isDue(until, draft.tally.now))
    return refused("HOLD_EXPIRED");
  /* mark: extend-only */ if (until <= current) return { outcome: "known", claim };
  const changes = takenOf(claim).flatMap(({ resourceId, places }) => {
    const change = { key: claim.line, resourceId };
    return [
      { ...change, ...negative(places), until: current },
      { ...change, ...places, until },
    ];
  });
  return stepOf(draft, { ...claim, until }, changes);
}

function decideRelease(draft: Draft, { neverNamed }: ReleaseCommand, known: Known): Decision {
  const { claim, resources } = known;
  if (!claim || claim.state === "RELEASED") return { outcome: "known", claim };
  const moves = movesWithout(draft, claim);
  const until = claim.state === "FIRM" ? null : claim.until;
  // The places of a hold that is due are free already: only the record is behind.
  const isOver = until !== null && isDue(until, draft.tally.now);
  const changes: LineChange[] = [];
  for (const { resourceId, places } of takenOf(claim)) {
    const back = isOver ? { seats: 0, units: 0 } : negative(places);
    const expansion = neverNamed
      ? expansionWithout(draft, claim, { resource: resources.get(resourceId), back, moves })
      : undefined;
    if (isOver && !expansion) continue;
    const change = { key: claim.line, resourceId, until: isOver ? null : until, ...back };
    changes.push(expansion ? { ...change, expansion } : change);
  }
  const { expanded, caller, ...bare } = claim;
  const keptClaim = neverNamed || !expanded || !caller ? bare : { ...bare, expanded, caller };
  return stepOf(draft, { ...keptClaim, state: "RELEASED" }, changes);
}

function movesWithout({ ledger: { moves }, tally }: Draft, { id, bookingId }: Claim): Moves {
  const known = moves[bookingId];
  if (!known) return moves;
  const { [bookingId]: _, ...others } = moves;
  const left = movingAfter(known, id, { until: "ended", now: tally.now });
  return left ? { ...others, [bookingId]: left } : others;
}

function stepOf({ ledger, tally }: Draft, claim: Claim, changes: readonly LineChange[]): Step {
  const next = { ...claim, step: claim.step + 1, revision: ledger.revision + 1 };
  const known = ledger.moves[claim.bookingId];
  if (!known?.some(({ claim: id }) => id === claim.id))
    return { outcome: "write", claim: next, changes };
  const heldUntil = claim.state === "FIRM" ? null : claim.until;
  const until = claim.state === "RELEASED" ? "ended" : heldUntil;
  const moving = movingAfter(known, claim.id, { until, now: tally.now }) ?? "over";
  return { outcome: "write", claim: next, changes, moving };
}

/** What a claim counts in its line; a party of nobody takes nothing. */
function takenOf({ use }: Claim): { resourceId: string; places: Places }[] {
  return use
    .filter(({ places }) => places > 0)
    .map((each) => ({ resourceId: each.resourceId, places: placesOf(each) }));
}

function negative({ seats, units }: Places): Places {
  return { seats: seats === 0 ? 0 : -seats, units: units === 0 ? 0 : -units };
}

function refused(code: RefusalCode): Decision {
  return { outcome: "refused", code };
}
