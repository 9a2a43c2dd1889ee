/**
 * A booking that changes its places holds one of several claims, and the ledger does not know which.
 * Everything has to fit in every alternative. Checked from the claims alone, by trying them all.
 */
import {
  type ClaimEntry,
  type LedgerDocument,
  type ResourceDocument,
  withMargins,
} from "./records.ts";
import { type Expansions, departureOf, expansionKey } from "./oversell.ts";
import type { Needs } from "./needs.ts";
import { type Interval, type State, beyond, highest } from "./state.ts";
import { Violation } from "../violation.ts";

const alternativesMax = 64;

interface ResourceBounds {
  readonly resource: ResourceDocument;
  readonly expansions: Expansions;
  /** Places of the resource that the claim's option may use for one departure. */
  readonly most: number;
}

interface KnownClaims {
  readonly ledger: LedgerDocument;
  readonly claims: readonly ClaimEntry[];
}

interface Bounds extends Pick<ResourceBounds, "expansions"> {
  readonly state: Pick<State, "resources">;
  readonly needs: Needs;
}

/** Checks that a new claim fits beside what others may hold. */
export function checkAlternatives(
  claim: ClaimEntry,
  known: KnownClaims,
  { state, needs, expansions }: Bounds,
): void {
  for (const { resourceId } of claim.use) {
    const resource = state.resources.documents.get(resourceId) as never;
    const most = resource && needs.most(resource, claim.line);
    if (resource && isOverdrawn(claim, known, { resource, expansions, most }))
      throw new Violation("I1", `${claim.id} does not fit beside what others may hold`);
  }
}

/** Whether some alternative takes more than a resource has while this claim lasts. */
function isOverdrawn(
  claim: ClaimEntry,
  { ledger, claims }: KnownClaims,
  { resource, expansions, most }: ResourceBounds,
): boolean {
  const now = ledger.at.getTime();
  const live = claims.filter(({ state, until }) => isLive(state, until, now));
  const { from, to } = takenBy(claim, resource);
  const [starts, ends] = [ledger.startAt.getTime(), ledger.endAt.getTime()];
  const day = { from: Math.max(from, starts), to: Math.min(to, ends) };
  const places = resource.quantity * resource.capacityPerResource;
  const added = (line: string) => expansions.get(expansionKey(line, resource._id))?.get(ledger._id);
  const own = departureOf(claim.line);
  // The ledger of a departure's start has all its claims.
  const [departs] = runOf(claim.line);
  const isFirst = departs >= starts && departs < ends;
  const mostHere = isFirst ? most + (added(own)?.beyondMax ?? 0) : Infinity;
  return alternativesOf(live).some((held) => {
    const used = held.map((each) => takenBy(each, resource));
    const ofOwn = used.filter(({ departure }) => departure === own);
    if (ofOwn.reduce((sum, { amount }) => sum + amount, 0) > mostHere) return true;
    const taken = [...Map.groupBy(used, ({ departure }) => departure)].flatMap(
      ([departure, all]): Interval[] => beyond(all, added(departure)?.pool ?? 0),
    );
    const here = taken.filter((each) => each.from < day.to && each.to > day.from);
    return highest(here, day.from) > places;
  });
}

function takenBy(
  { line, use }: ClaimEntry,
  { _id, capacityPerResource }: ResourceDocument,
): { departure: string; from: number; to: number; amount: number } {
  let amount = 0;
  const own = use.find(({ resourceId }) => resourceId === _id);
  if (own) amount = own.units === null ? own.places : own.units * capacityPerResource;
  return { departure: departureOf(line), ...withMargins(runOf(line), own ?? {}), amount };
}

function isLive(state: string, until: number | null, now: number): boolean {
  return state === "CONFIRMED" || (state === "HELD" && until !== null && until * 1000 > now);
}

function runOf(line: string): [number, number] {
  const [, from = "0", to = "0"] = line.split(":");
  return [Number(from), Number(to)];
}

/** Every way to take one claim of each booking; if there are too many, only the first ones. */
function alternativesOf(live: readonly ClaimEntry[]): ClaimEntry[][] {
  let alternatives: ClaimEntry[][] = [[]];
  for (const own of Map.groupBy(live, ({ bookingId }) => bookingId).values()) {
    const some = alternatives.length * own.length > alternativesMax ? own.slice(0, 1) : own;
    alternatives = alternatives.flatMap((held) => some.map((claim) => [...held, claim]));
  }
  return alternatives;
}
