import type { OutputOf, bookings, resourcesCapacity } from "@slipway/contracts";
import type { Claim, Ledger } from "../ledger/ledger.ts";
import { type Places, isDue } from "../ledger/line.ts";
import type { MovingClaim } from "../ledger/moves.ts";
import { placesOf } from "../ledger/room.ts";

export type Finding = OutputOf<typeof resourcesCapacity.examineCapacity>["findings"][number];

/** A live booking that names claims, as bookings knows it. */
export type Holder = OutputOf<typeof bookings.listClaimHolders>["items"][number];

/** Places by line, resource and expiry: what a ledger's lines come to. */
type Sums = Map<string, Places>;

/** Where a ledger's lines differ from the sums of its claims, and its choices from those claims. */
export function lineFindings(
  ledger: Ledger,
  claims: ReadonlyMap<string, Claim>,
  now: number,
): Finding[] {
  const kept = sumsOfLines(ledger, now);
  const recomputed: Sums = new Map();
  for (const claim of claims.values()) addClaim(recomputed, claim, now);
  const findings: Finding[] = [];
  for (const key of new Set([...kept.keys(), ...recomputed.keys()])) {
    const [has, is] = [kept.get(key), recomputed.get(key)].map(
      (places) => `${places?.seats ?? 0} places and ${places?.units ?? 0} units`,
    );
    if (has === is) continue;
    const detail = `the ledger counts ${has}, its claims take ${is}`;
    findings.push({ kind: "ledger-line", id: `${ledger.address.id} ${key}`, detail });
  }
  return [...findings, ...moveFindings(ledger, claims, now)];
}

/** A choice that is none any more would let places of another be sold twice. */
function moveFindings(
  { address, moves }: Ledger,
  claims: ReadonlyMap<string, Claim>,
  now: number,
): Finding[] {
  return Object.entries(moves).flatMap(([bookingId, moving]) =>
    moving
      .filter(({ until }) => until === null || !isDue(until, now))
      .filter((each) => !isSoundMove(each, claims.get(each.claim), now))
      .map(({ claim }) => ({
        kind: "ledger-move",
        id: `${address.id} ${bookingId}`,
        detail: `the ledger has claim ${claim} among the booking's choices, which it is not`,
      })),
  );
}

function sumsOfLines({ lines }: Ledger, now: number): Sums {
  const sums: Sums = new Map();
  const uses = Object.entries(lines).flatMap(([line, { use }]) =>
    Object.entries(use).map(([resourceId, each]) => ({ key: `${line} ${resourceId}`, each })),
  );
  for (const { key, each } of uses) {
    add(sums, key, each);
    for (const [until, places] of Object.entries(each.holds))
      if (!isDue(Number(until), now)) add(sums, `${key} until ${until}`, places);
  }
  return sums;
}

/** A hold past its expiry takes nothing, whether or not it was given back. */
function addClaim(sums: Sums, claim: Claim, now: number): void {
  if (!isLive(claim, now)) return;
  const until = claim.state === "HELD" ? ` until ${claim.until}` : "";
  for (const use of claim.use) add(sums, `${claim.line} ${use.resourceId}${until}`, placesOf(use));
}

function add(sums: Sums, key: string, { seats, units }: Places): void {
  if (seats === 0 && units === 0) return;
  const sum = sums.get(key) ?? { seats: 0, units: 0 };
  sums.set(key, { seats: sum.seats + seats, units: sum.units + units });
}

/** Whether a claim's places are held. */
export function isLive({ state, until }: Claim, now: number): boolean {
  return state === "FIRM" || (state === "HELD" && until !== null && !isDue(until, now));
}

/** Whether one of a booking's choices is the claim that it says it is. */
export function isSoundMove(moving: MovingClaim, claim: Claim | undefined, now: number): boolean {
  if (!claim || !isLive(claim, now) || claim.line !== moving.line) return false;
  const amounts = (uses: MovingClaim["use"]): string =>
    uses.map(({ resourceId, places, units }) => `${resourceId} ${places} ${units}`).join();
  return amounts(claim.use) === amounts(moving.use);
}

/** A live claim, and whether recovery has yet to ask whose it is. */
export interface LiveClaim {
  readonly claim: Claim;
  readonly isUnsettled: boolean;
}

/**
 * Live bookings whose places are not held, and places held for no booking. `shortageOf` says of one
 * that holds nothing on a ledger what it would have to take there.
 */
export function holderFindings(
  holders: Iterable<Holder>,
  live: ReadonlyMap<string, LiveClaim>,
  { now, shortageOf }: { now: number; shortageOf: (holder: Holder, ledger: string) => string },
): Finding[] {
  const findings: Finding[] = [];
  const named = new Set<string>();
  for (const holder of holders)
    for (const { claimId, ledger } of holder.claims) {
      named.add(claimId);
      const claim = live.get(claimId)?.claim;
      const problem = problemOf(holder, claim, now);
      if (!problem) continue;
      const said = `${holder.status} booking names claim ${claimId}, which ${problem}`;
      const detail = claim ? said : `${said}; ${shortageOf(holder, ledger)}`;
      findings.push({ kind: "booking-places", id: holder.bookingId, detail });
    }
  for (const [id, { claim, isUnsettled }] of live)
    if (!named.has(id) && !isUnsettled) {
      const detail = `${claim.state} for booking ${claim.bookingId}, which does not name it`;
      findings.push({ kind: "claim-without-booking", id, detail });
    }
  return findings;
}

/** What is wrong with the claim that a booking names, or undefined. */
export function problemOf(
  { status, expiresAt }: Pick<Holder, "status" | "expiresAt">,
  claim: Claim | undefined,
  now: number,
): string | undefined {
  const end = expiresAt === null ? null : Date.parse(expiresAt);
  if (status === "ON_HOLD" && end !== null && end <= now) return undefined;
  if (!claim) return "holds nothing";
  if (claim.state === "FIRM") return undefined;
  if (status !== "ON_HOLD") return "is only held";
  return end !== null && (claim.until ?? 0) * 1000 >= end ? undefined : "ends before the hold";
}
