import assert from "node:assert";
import type { Caller, RefusalCode } from "@slipway/contracts";
import type { CapacityResource } from "../resource/resource.ts";
import type { LedgerAddress, Range } from "./day.ts";
import { type Demand, type Use, wishesOf } from "./demand.ts";
import {
  type Expansion,
  type LineChange,
  type Lines,
  type Places,
  type Tally,
  applyChange,
  isDue,
  lineKey,
  peakOf,
  tallyAt,
} from "./line.ts";
import { countingOf, decideRoom, limitsOf, overOf, placesOf } from "./room.ts";

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

export interface Expanded extends Expansion {
  readonly resourceId: string;
}

/** A supplier's day: every departure's use of every resource, and what is not yet copied. */
export interface Ledger {
  readonly address: LedgerAddress;
  revision: number;
  /** Time here never goes back: decisions are made at this instant or later. */
  at: number;
  readonly lines: Lines;
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

export interface ClaimCommand {
  readonly kind: "claim";
  readonly claimId: string;
  readonly bookingId: string;
  readonly window: Range;
  readonly demand: Demand;
  /** Seconds since the epoch; null: firm at once. */
  readonly until: number | null;
  readonly expand: boolean;
  readonly confirmBy: number;
  readonly caller: Caller;
  /** Never sent before, so that at first no record needs to be looked for. */
  readonly isFresh: boolean;
}

export interface FirmCommand {
  readonly kind: "firm";
  readonly claimId: string;
}

export interface ReleaseCommand {
  readonly kind: "release";
  readonly claimId: string;
  /** No booking ever named it: what it expanded goes with it. */
  readonly neverNamed: boolean;
}

export type Command = ClaimCommand | FirmCommand | ReleaseCommand;

/**
 * `known` and `unneeded` need no write, so that they, like refusals, must rest on what has just
 * been read. `wait`: a resize under way decides first.
 */
export type Decision =
  | { readonly outcome: "write"; readonly claim: Claim; readonly changes: readonly LineChange[] }
  | { readonly outcome: "known"; readonly claim: Claim | undefined }
  | { readonly outcome: "unneeded" }
  | { readonly outcome: "wait" }
  | { readonly outcome: "refused"; readonly code: RefusalCode };

/** What a command is decided on beside the ledger. */
export interface Known {
  readonly resources: ReadonlyMap<string, CapacityResource>;
  /** The claim as its record or the ledger's log has it. */
  readonly claim: Claim | undefined;
}

export function draftOf(ledger: Ledger, clock: number): Draft {
  const now = Math.max(clock, ledger.at);
  return { ledger, tally: tallyAt(now), touched: new Set(), steps: new Map() };
}

/** Decides one command on the draft as the earlier ones left it. Changes nothing. */
export function decide(draft: Draft, command: Command, known: Known): Decision {
  const { resources } = known;
  const claim = draft.steps.get(command.claimId) ?? known.claim;
  switch (command.kind) {
    case "claim":
      return claim ? decideRepeat(claim) : decideClaim(draft, command, resources);
    case "firm":
      return decideFirm(draft, claim);
    case "release":
      return decideRelease(draft, command, { resources, claim });
  }
}

/** Takes a decided step into the draft. */
export function apply(draft: Draft, { claim, changes }: Step): void {
  const { ledger, tally, touched } = draft;
  for (const change of changes) {
    applyChange(ledger.lines, change, { tally, touched });
    if (ledger.resources.has(change.resourceId)) continue;
    ledger.resources.add(change.resourceId);
    touched.add("resources");
  }
  draft.steps.set(claim.id, claim);
}

export type Step = Extract<Decision, { outcome: "write" }>;

/** Of a claim's two accounts the later step. */
export function laterOf(a: Claim | undefined, b: Claim | undefined): Claim | undefined {
  if (!a || !b) return a ?? b;
  return a.step > b.step ? a : b;
}

/** Whether all that is taken of a resource from now on fits these numbers without expansions. */
export function fitsNumbers(
  { address: { range }, lines, at }: Ledger,
  resource: { id: string; quantity: number; capacityPerResource: number },
  clock: number,
): boolean {
  const now = Math.max(clock, at);
  const counting = { perUnit: resource.capacityPerResource, epoch: null };
  const left = { from: Math.max(now, range.from), to: range.to };
  const peak = peakOf(lines, resource.id, { tally: tallyAt(now), range: left, counting });
  return peak <= resource.quantity * resource.capacityPerResource;
}

/** The answer is the first one's. A claim that was given back since is nobody's to have. */
function decideRepeat(claim: Claim): Decision {
  return claim.state === "RELEASED" ? refused("SERVICE_UNAVAILABLE") : { outcome: "known", claim };
}

function decideClaim(draft: Draft, command: ClaimCommand, resources: Known["resources"]): Decision {
  const { demand, until, window } = command;
  // A hold that has ended by the ledger's time would live again by a slower clock.
  if (until !== null && isDue(until, draft.tally.now)) return refused("SERVICE_UNAVAILABLE");
  const wished = wishesOf(demand, resources.values());
  if (!wished.ok) return refused(wished.code);
  if (wished.wishes.length === 0) return { outcome: "unneeded" };

  const key = lineKey(demand.optionId, window);
  const { tally, ledger } = draft;
  const spot = { lines: ledger.lines, tally, day: ledger.address.range, key, window };
  const changes: LineChange[] = [];
  const expanded: Expanded[] = [];
  let mustWait = false;
  for (const wish of wished.wishes) {
    const room = decideRoom(spot, wish, command);
    if (room.outcome === "exhausted") return refused("CAPACITY_EXHAUSTED");
    if (room.outcome === "wait") mustWait = true;
    if (room.outcome === "wait" || wish.use.places === 0) continue;
    const { resourceId } = wish.use;
    const change = { key, resourceId, until, ...placesOf(wish.use) };
    changes.push(room.expansion ? { ...change, expansion: room.expansion } : change);
    if (room.missing) expanded.push({ resourceId, ...room.missing });
  }
  if (mustWait) return { outcome: "wait" };
  const claim: Claim = {
    id: command.claimId,
    bookingId: command.bookingId,
    line: key,
    use: wished.wishes.map(({ use }) => use),
    state: until === null ? "FIRM" : "HELD",
    until,
    confirmBy: command.confirmBy,
    ...(expanded.length > 0 ? { expanded, caller: command.caller } : {}),
    step: 1,
    revision: ledger.revision + 1,
  };
  return { outcome: "write", claim, changes };
}

function decideFirm(draft: Draft, claim: Claim | undefined): Decision {
  if (!claim || claim.state === "RELEASED") return refused("HOLD_EXPIRED");
  if (claim.state === "FIRM") return { outcome: "known", claim };
  const { until } = claim;
  assert(until !== null, "a held claim ends");
  if (isDue(until, draft.tally.now)) return refused("HOLD_EXPIRED");
  const changes = takenOf(claim).flatMap(({ resourceId, places }) => {
    const change = { key: claim.line, resourceId };
    return [
      { ...change, ...negative(places), until },
      { ...change, ...places, until: null },
    ];
  });
  return stepOf(draft, { ...claim, state: "FIRM" }, changes);
}

function decideRelease(draft: Draft, { neverNamed }: ReleaseCommand, known: Known): Decision {
  const { claim, resources } = known;
  if (!claim || claim.state === "RELEASED") return { outcome: "known", claim };
  const until = claim.state === "FIRM" ? null : claim.until;
  // The places of a hold that is due are free already: only the record is behind.
  const isOver = until !== null && isDue(until, draft.tally.now);
  const changes: LineChange[] = [];
  for (const { resourceId, places } of takenOf(claim)) {
    const back = isOver ? { seats: 0, units: 0 } : negative(places);
    const expansion = neverNamed
      ? expansionWithout(draft, claim, { resource: resources.get(resourceId), back })
      : undefined;
    if (isOver && !expansion) continue;
    const change = { key: claim.line, resourceId, until: isOver ? null : until, ...back };
    changes.push(expansion ? { ...change, expansion } : change);
  }
  const { expanded, caller, ...bare } = claim;
  const keptClaim = neverNamed || !expanded || !caller ? bare : { ...bare, expanded, caller };
  return stepOf(draft, { ...keptClaim, state: "RELEASED" }, changes);
}

/** The departure's expansion without what a claim brought, where everything fits without it. */
function expansionWithout(
  { ledger, tally }: Draft,
  claim: Claim,
  { resource, back }: { resource: CapacityResource | undefined; back: Places },
): Expansion | undefined {
  const line = ledger.lines[claim.line];
  const brought = claim.expanded?.find(({ resourceId }) => resourceId === resource?.id);
  if (!line || !resource || !brought) return undefined;
  const without = lessened(line.use[resource.id]?.expansion, brought);
  // An expansion of an older epoch counts nothing already.
  if (without?.epoch !== resource.epoch) return undefined;
  const requirement = resource.requirements.find(({ optionId }) => optionId === line.optionId);
  const window = { from: line.start, to: line.end };
  const over = overOf(
    { lines: ledger.lines, tally, day: ledger.address.range, key: claim.line, window },
    {
      resourceId: resource.id,
      counting: countingOf(resource),
      limits: limitsOf(resource, requirement?.maxQuantity ?? null),
      added: back,
      expansion: without,
    },
  );
  return over.pool === 0 && over.beyondMax === 0 ? without : undefined;
}

function lessened(current: Expansion | undefined, brought: Expansion): Expansion | undefined {
  if (current?.epoch !== brought.epoch) return undefined;
  return {
    epoch: current.epoch,
    pool: Math.max(0, current.pool - brought.pool),
    beyondMax: Math.max(0, current.beyondMax - brought.beyondMax),
  };
}

function stepOf(draft: Draft, claim: Claim, changes: readonly LineChange[]): Step {
  const next = { ...claim, step: claim.step + 1, revision: draft.ledger.revision + 1 };
  return { outcome: "write", claim: next, changes };
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
