import assert from "node:assert";
import type { Caller, RefusalCode, UsedKey } from "@slipway/contracts";
import type { CapacityResource } from "./resource.ts";
import type { ClaimCommand, Command, ExtendCommand, ReleaseCommand } from "./command.ts";
import type { LedgerAddress } from "./day.ts";
import { type RequestedUse, type Use, requestedUsesFor } from "./demand.ts";
import { departureKey, departureOf, usageKeyOf, usageNamed } from "./departure-index.ts";
import {
  type DepartureUsages,
  type Places,
  type Tally,
  isDue,
  tallyAt,
} from "./departure-usage.ts";
import { type Expanded, expandedBy } from "./expansion.ts";
import { checkFit, placesOf } from "./fit-check.ts";
import { expandedFields, expandedLike, lackOf } from "./other-day.ts";
import {
  type PendingRebookings,
  type RebookingClaim,
  rebookingAfter,
  rebookingWith,
} from "./pending-rebookings.ts";
import { expansionWithout } from "./returned-expansion.ts";
import { type UsageChange, applyChange } from "./usage-change.ts";

export type * from "./command.ts";

/** The places that one booking takes on one ledger, after the claim's last step. Stored as it is in the log. */
export interface Claim {
  readonly id: string;
  readonly bookingId: string;
  /** The key of its departure usage; that of a use has its margins, too. */
  readonly line: string;
  readonly use: readonly Use[];
  readonly state: "HELD" | "CONFIRMED" | "RELEASED";
  /** Seconds since the epoch; null for a claim that was confirmed from the start. */
  readonly until: number | null;
  /** When recovery asks whether a booking names it; milliseconds since the epoch. */
  readonly confirmBy: number;
  /** The expansions it added; absent after a release of a claim that no booking ever named. */
  readonly expanded?: readonly Expanded[];
  /** The caller who asked for them. */
  readonly caller?: Caller;
  readonly step: number;
  /** The ledger's revision that this step made. */
  readonly revision: number;
}

/** The last decision of a departure. */
export interface DepartureRuns {
  readonly state: "OPEN" | "CALLED_OFF";
  readonly reason: string | null;
  /** The keys of the decisions of the last 24 hours; absent where none had one. */
  readonly usedKeys?: readonly UsedKey[];
}

/** A supplier's day: the use of resources by every departure, and the claim log. */
export interface Ledger {
  readonly address: LedgerAddress;
  revision: number;
  /** The token of the write that made this revision. */
  commit: string;
  /** Time at a ledger never goes back: decisions use this instant or a later one. */
  at: number;
  readonly usages: DepartureUsages;
  readonly rebookings: PendingRebookings;
  /** Every resource that a usage names. */
  readonly resources: Set<string>;
  /** The claim log: steps that are not yet copied into claim records, by revision. */
  readonly log: Map<number, readonly Claim[]>;
  /** The operator has archived its day: it takes no new claim, and counts nothing. */
  readonly isClosed: boolean;
  /** By departure key. The ledger of the day on which a departure starts decides for all its days: bookings ask that one first. */
  readonly runs: Readonly<Record<string, DepartureRuns>>;
}

/** A ledger while a batch is decided on it: each command sees the changes of the earlier ones. */
export interface Draft {
  readonly ledger: Ledger;
  readonly tally: Tally;
  /** Paths of the stored document that the next write sets or removes. */
  readonly touched: Set<string>;
  /** The last step of each claim. */
  readonly steps: Map<string, Claim>;
}

/**
 * Only `write` changes the ledger. Outcomes without a write are confirmed by checking the ledger's
 * version again (batch-worker.ts). `wait`: a resize in progress has to finish first.
 */
export type Decision =
  | {
      readonly outcome: "write";
      readonly claim: Claim;
      readonly changes: readonly UsageChange[];
      /** If the booking has a pending rebooking here: its claims after this step, or that it is over. */
      readonly rebooking?: readonly RebookingClaim[] | "over";
    }
  | { readonly outcome: "known"; readonly claim: Claim | undefined }
  | { readonly outcome: "unneeded" }
  | { readonly outcome: "wait" }
  | { readonly outcome: "refused"; readonly code: RefusalCode };

/** The facts that a command is decided on besides the ledger. */
interface Known {
  readonly resources: ReadonlyMap<string, CapacityResource>;
  /** The claim as its record or the ledger's log has it. */
  readonly claim: Claim | undefined;
  /** The claims that the command replaces, from the same sources. */
  readonly replaced?: readonly Claim[];
}

export function draftOf(ledger: Ledger, clock: number): Draft {
  /* mark: ledger-time */ const now = Math.max(clock, ledger.at);
  return { ledger, tally: tallyAt(now), touched: new Set(), steps: new Map() };
}

/** Decides one command on the draft. Changes nothing. */
export function decide(draft: Draft, command: Command, known: Known): Decision {
  const claim = draft.steps.get(command.claimId) ?? known.claim;
  switch (command.kind) {
    case "claim":
      return claim
        ? decideRepeat(draft, command, { ...known, claim })
        : decideClaim(draft, command, known);
    case "confirm":
      return decideConfirm(draft, claim);
    case "extend":
      return decideExtend(draft, command, claim);
    case "release":
      return decideRelease(draft, command, { ...known, claim });
  }
}

/** Applies a decided step to the draft. */
export function apply(draft: Draft, { claim, changes, rebooking }: Step): void {
  const { ledger, tally, touched } = draft;
  for (const change of changes) {
    applyChange(ledger.usages, change, { tally, touched });
    if (ledger.resources.has(change.resourceId)) continue;
    ledger.resources.add(change.resourceId);
    touched.add("resources");
  }
  if (rebooking) {
    if (rebooking === "over") delete ledger.rebookings[claim.bookingId];
    else ledger.rebookings[claim.bookingId] = rebooking;
    touched.add(`rebookings.${claim.bookingId}`);
  }
  draft.steps.set(claim.id, claim);
}

type Step = Extract<Decision, { outcome: "write" }>;

/** Compares two copies of a claim, and answers the one with the later step. */
export function laterOf(a: Claim | undefined, b: Claim | undefined): Claim | undefined {
  if (!a || !b) return a ?? b;
  return a.step > b.step ? a : b;
}

/**
 * A repeated command gets the first answer, unless the claim was released since. Where it names a larger expansion on
 * the departure's other day, the claim adds what it lacks.
 */
function decideRepeat(
  draft: Draft,
  command: ClaimCommand,
  { claim, resources }: Known & { claim: Claim },
): Decision {
  if (claim.state === "RELEASED") return refused("SERVICE_UNAVAILABLE");
  const { usages, isClosed } = draft.ledger;
  const { expanded, changes } = expandedLike(command.otherDay, claim, { usages, resources });
  if (changes.length === 0 || isClosed) return { outcome: "known", claim };
  return stepOf(draft, { ...claim, ...expandedFields(command, expanded) }, changes);
}

function decideClaim(draft: Draft, command: ClaimCommand, known: Known): Decision {
  const { demand, until, window } = command;
  // By the ledger's time the hold is over; a slower clock must not revive it.
  if (until !== null && isDue(until, draft.tally.now)) return refused("SERVICE_UNAVAILABLE");
  const uses = requestedUsesFor(command, known.resources);
  if (!uses.ok) return refused(uses.code);
  const { requested } = uses;
  const departure = departureKey(demand.optionId, window.from);
  /* mark: claim-called-off */ if (draft.ledger.runs[departure]?.state === "CALLED_OFF")
    return refused("DEPARTURE_CALLED_OFF");
  if (requested.length === 0) return { outcome: "unneeded" };
  /* mark: closed-ledger */ if (draft.ledger.isClosed) return refused("ARCHIVED");

  const claim: Claim = {
    id: command.claimId,
    bookingId: command.bookingId,
    line: `${departure}:${window.to}`,
    use: requested.map(({ use }) => use),
    state: until === null ? "CONFIRMED" : "HELD",
    until,
    confirmBy: command.confirmBy,
    step: 1,
    revision: draft.ledger.revision + 1,
  };
  const rebooking = rebookingTo(draft, claim, known.replaced ?? []);
  const taken: Taken | Decision = takeUses(draft, command, {
    requested,
    claim,
    rebooking,
  });
  if ("outcome" in taken) return taken;
  const { changes } = taken;
  return {
    outcome: "write",
    claim: { ...claim, ...expandedFields(command, taken.expanded) },
    changes,
    ...(rebooking ? { rebooking } : {}),
  };
}

/** The booking's pending rebooking with a new claim in place of others, after the earlier commands. */
function rebookingTo(
  { ledger: { rebookings }, steps, tally }: Draft,
  claim: Claim,
  replaced: readonly Claim[],
): readonly RebookingClaim[] | undefined {
  if (replaced.length === 0) return undefined;
  const others = replaced
    .map((each) => steps.get(each.id) ?? each)
    .filter(({ bookingId, state }) => bookingId === claim.bookingId && state !== "RELEASED");
  return rebookingWith(rebookings[claim.bookingId], rebookingClaimOf(claim), {
    replaced: others.map(rebookingClaimOf),
    now: tally.now,
  });
}

function rebookingClaimOf({ id, line, use, state, until }: Claim): RebookingClaim {
  return {
    claim: id,
    line,
    use: use.map(({ name: _, first: __, ...taken }) => taken),
    until: state === "CONFIRMED" ? null : until,
  };
}

interface Taken {
  changes: UsageChange[];
  expanded: Expanded[];
}

/** Takes all requested uses, or returns the first reason not to. */
function takeUses(
  { ledger, tally }: Draft,
  command: ClaimCommand,
  { requested, claim, rebooking }: Taking,
): Taken | Decision {
  const { bookingId, line } = claim;
  const { demand, window, until } = command;
  const departure = departureKey(demand.optionId, window.from);
  const rebookings = rebooking
    ? { ...ledger.rebookings, [bookingId]: rebooking }
    : ledger.rebookings;
  const day = ledger.address.range;
  const { usages } = ledger;
  const context = { usages, rebookings, bookingId, tally, day, departure, start: window.from };
  const changes: UsageChange[] = [];
  const expanded: Expanded[] = [];
  let mustWait = false;
  for (const request of requested) {
    const key = usageKeyOf(line, request.use);
    const { start: from, end: to } = usages[key] ?? usageNamed(key);
    // mark: occupied-by-claim
    const occupied = { from, to };
    const fit = checkFit({ ...context, key, window: occupied }, request, command);
    if (fit.outcome === "exhausted") return refused("CAPACITY_EXHAUSTED");
    if (fit.outcome === "wait") mustWait = true;
    if (fit.outcome === "wait" || request.use.places === 0) continue;
    const { resourceId } = request.use;
    const change = { key, resourceId, until, ...placesOf(request.use) };
    // mark: lack-of-second-day
    const lack = lackOf(fit.missing, command.otherDay, request.link.resource);
    const brought = lack ? expandedBy(fit.missing, lack) : fit.missing;
    if (!brought) {
      changes.push(change);
      continue;
    }
    const current = usages[key]?.use[resourceId]?.expansion;
    changes.push({ ...change, expansion: expandedBy(current, brought) });
    expanded.push({ resourceId, ...brought });
  }
  return mustWait ? { outcome: "wait" } : { changes, expanded };
}

interface Taking {
  requested: readonly RequestedUse[];
  claim: Claim;
  rebooking: readonly RebookingClaim[] | undefined;
}

function decideConfirm(draft: Draft, claim: Claim | undefined): Decision {
  if (!claim || claim.state === "RELEASED") return refused("HOLD_EXPIRED");
  // A booking that waits for approval has a confirmed claim: it is refused, too.
  const runs = draft.ledger.runs[departureOf(claim.line)];
  /* mark: confirm-called-off */ if (runs?.state === "CALLED_OFF")
    return refused("DEPARTURE_CALLED_OFF");
  if (claim.state === "CONFIRMED") return { outcome: "known", claim };
  const { until } = claim;
  assert(until !== null, "a held claim ends");
  /* mark: confirm-in-time */ if (isDue(until, draft.tally.now)) return refused("HOLD_EXPIRED");
  /* mark: confirm-changes */ const changes = takenOf(claim).flatMap(({ places, ...change }) => [
    { ...change, ...negative(places), until },
    { ...change, ...places, until: null },
  ]);
  return stepOf(draft, { ...claim, state: "CONFIRMED" }, changes);
}

/** Never shortens: a confirmed claim, or one that is held longer already, stays as it is. */
function decideExtend(draft: Draft, { until }: ExtendCommand, claim: Claim | undefined): Decision {
  if (!claim || claim.state === "RELEASED") return refused("HOLD_EXPIRED");
  if (claim.state === "CONFIRMED") return { outcome: "known", claim };
  const { until: current } = claim;
  assert(current !== null, "a held claim ends");
  // The hold is over, or would be at once; a slower clock must not revive it.
  if (isDue(current, draft.tally.now) || isDue(until, draft.tally.now))
    return refused("HOLD_EXPIRED");
  /* mark: extend-only */ if (until <= current) return { outcome: "known", claim };
  const changes = takenOf(claim).flatMap(({ places, ...change }) => [
    { ...change, ...negative(places), until: current },
    { ...change, ...places, until },
  ]);
  return stepOf(draft, { ...claim, until }, changes);
}

function decideRelease(draft: Draft, { neverNamed }: ReleaseCommand, known: Known): Decision {
  const { claim, resources } = known;
  if (!claim || claim.state === "RELEASED") return { outcome: "known", claim };
  const { ledger, tally } = draft;
  const released = releasedOf(claim, neverNamed);
  // A closed ledger counts nothing: the record alone says that the claim has ended.
  /* mark: release-closed */ if (ledger.isClosed) return stepOf(draft, released, []);
  const rebookings = rebookingsWithout(draft, claim);
  const context = { usages: ledger.usages, tally, day: ledger.address.range, rebookings };
  const until = claim.state === "CONFIRMED" ? null : claim.until;
  // The places of an expired hold are free already; only its record is behind.
  const isOver = until !== null && isDue(until, tally.now);
  const changes: UsageChange[] = [];
  for (const { key, resourceId, places } of takenOf(claim)) {
    const back = isOver ? { seats: 0, units: 0 } : negative(places);
    const expansion = neverNamed
      ? expansionWithout(context, claim, { key, resource: resources.get(resourceId), back })
      : undefined;
    if (isOver && !expansion) continue;
    const change = { key, resourceId, until: isOver ? null : until, ...back };
    changes.push(expansion ? { ...change, expansion } : change);
  }
  return stepOf(draft, released, changes);
}

function releasedOf({ expanded, caller, ...rest }: Claim, neverNamed: boolean): Claim {
  const kept = !neverNamed && expanded && caller ? { expanded, caller } : {};
  return { ...rest, ...kept, state: "RELEASED" };
}

function rebookingsWithout(
  { ledger: { rebookings }, tally }: Draft,
  { id, bookingId }: Claim,
): PendingRebookings {
  const known = rebookings[bookingId];
  if (!known) return rebookings;
  const { [bookingId]: _, ...others } = rebookings;
  const left = rebookingAfter(known, id, { until: "ended", now: tally.now });
  return left ? { ...others, [bookingId]: left } : others;
}

function stepOf({ ledger, tally }: Draft, claim: Claim, changes: readonly UsageChange[]): Step {
  const next = { ...claim, step: claim.step + 1, revision: ledger.revision + 1 };
  const known = ledger.rebookings[claim.bookingId];
  if (!known?.some(({ claim: id }) => id === claim.id))
    return { outcome: "write", claim: next, changes };
  const heldUntil = claim.state === "CONFIRMED" ? null : claim.until;
  const until = claim.state === "RELEASED" ? "ended" : heldUntil;
  const rebooking = rebookingAfter(known, claim.id, { until, now: tally.now }) ?? "over";
  return { outcome: "write", claim: next, changes, rebooking };
}

/** The places that a claim adds to its usage; a claim of no places adds nothing. */
function takenOf({ line, use }: Claim): { key: string; resourceId: string; places: Places }[] {
  const taken: { key: string; resourceId: string; places: Places }[] = [];
  for (const each of use) {
    const key = usageKeyOf(line, each);
    if (each.places > 0) taken.push({ key, resourceId: each.resourceId, places: placesOf(each) });
  }
  return taken;
}

function negative({ seats, units }: Places): Places {
  return { seats: seats === 0 ? 0 : -seats, units: units === 0 ? 0 : -units };
}

function refused(code: RefusalCode): Decision {
  return { outcome: "refused", code };
}
