import type { OutputOf, bookings, resourcesCapacity } from "@slipway/contracts";
import { usageKeyOf } from "./departure-index.ts";
import type { Claim, Ledger } from "./ledger.ts";
import { type Places, isDue } from "./departure-usage.ts";
import type { RebookingClaim } from "./pending-rebookings.ts";
import { placesOf } from "./fit-check.ts";

export type Finding = OutputOf<typeof resourcesCapacity.examineCapacity>["findings"][number];

/** A live booking that names claims, as the bookings service knows it. */
export type Holder = OutputOf<typeof bookings.listClaimHolders>["items"][number];

/** Places by usage key, resource and expiry. */
type Sums = Map<string, Places>;

/**
 * The differences between a ledger's usages and the sums of its claims, and between its pending rebookings and
 * claims.
 */
export function usageFindings(
  ledger: Ledger,
  claims: ReadonlyMap<string, Claim>,
  now: number,
): Finding[] {
  const kept = sumsOfUsages(ledger, now);
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
  return [...findings, ...rebookingFindings(ledger, claims, now)];
}

/** An alternative without its claim would let the places of another claim be sold twice. */
function rebookingFindings(
  { address, rebookings }: Ledger,
  claims: ReadonlyMap<string, Claim>,
  now: number,
): Finding[] {
  return Object.entries(rebookings).flatMap(([bookingId, alternative]) =>
    alternative
      .filter(({ until }) => until === null || !isDue(until, now))
      .filter((each) => !isSoundRebooking(each, claims.get(each.claim), now))
      .map(({ claim }) => ({
        kind: "ledger-move",
        id: `${address.id} ${bookingId}`,
        detail: `the ledger lists claim ${claim} as an alternative of the booking, which it is not`,
      })),
  );
}

function sumsOfUsages({ usages }: Ledger, now: number): Sums {
  const sums: Sums = new Map();
  const uses = Object.entries(usages).flatMap(([key, { use }]) =>
    Object.entries(use).map(([resourceId, each]) => ({ key: `${key} ${resourceId}`, each })),
  );
  for (const { key, each } of uses) {
    add(sums, key, each);
    for (const [until, places] of Object.entries(each.holds))
      if (!isDue(Number(until), now)) add(sums, `${key} until ${until}`, places);
  }
  return sums;
}

/** An expired hold takes nothing, released or not. */
function addClaim(sums: Sums, claim: Claim, now: number): void {
  if (!isLive(claim, now)) return;
  const until = claim.state === "HELD" ? ` until ${claim.until}` : "";
  for (const use of claim.use) {
    const key = `${usageKeyOf(claim.line, use)} ${use.resourceId}${until}`;
    add(sums, key, placesOf(use));
  }
}

function add(sums: Sums, key: string, { seats, units }: Places): void {
  if (seats === 0 && units === 0) return;
  const sum = sums.get(key) ?? { seats: 0, units: 0 };
  sums.set(key, { seats: sum.seats + seats, units: sum.units + units });
}

/** Whether a claim's places are held. */
export function isLive({ state, until }: Claim, now: number): boolean {
  return state === "CONFIRMED" || (state === "HELD" && until !== null && !isDue(until, now));
}

/** Whether an alternative of a booking matches its claim. */
export function isSoundRebooking(
  alternative: RebookingClaim,
  claim: Claim | undefined,
  now: number,
): boolean {
  if (!claim || !isLive(claim, now) || claim.line !== alternative.line) return false;
  const amounts = (uses: RebookingClaim["use"]): string =>
    uses.map((use) => `${usageKeyOf(use.resourceId, use)} ${use.places} ${use.units}`).join();
  return amounts(claim.use) === amounts(alternative.use);
}

/** A live claim, and whether recovery has still to ask which booking names it. */
export interface LiveClaim {
  readonly claim: Claim;
  readonly isUnsettled: boolean;
}

/** The facts that holders are compared with, besides claims. */
interface Known {
  readonly now: number;
  /** Whether the day of a ledger is archived. */
  readonly isClosed: (ledger: string) => boolean;
  /** Tells whether a ledger, or a claim on it, cannot be read: a claim that is missed there may be that one. */
  readonly isUnreadable: (ledger: string) => boolean;
  /** Says which places a booking without a claim would have to take on a ledger. */
  readonly shortageOf: (holder: Holder, ledger: string) => string;
}

/**
 * Bookings whose places are not held, and claims that no booking names. The claims that an archived booking names on a closed
 * ledger may be archived, too.
 */
export function holderFindings(
  holders: Iterable<Holder>,
  live: ReadonlyMap<string, LiveClaim>,
  { now, isClosed, isUnreadable, shortageOf }: Known,
): Finding[] {
  const findings: Finding[] = [];
  const named = new Set<string>();
  for (const holder of holders)
    for (const { claimId, ledger } of holder.claims) {
      named.add(claimId);
      if (isUnreadable(ledger)) continue;
      const claim = live.get(claimId)?.claim;
      if (!claim && holder.archived && isClosed(ledger)) continue;
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

/** The trouble with the claim that a booking names, or undefined. */
export function problemOf(
  { status, expiresAt }: Pick<Holder, "status" | "expiresAt">,
  claim: Claim | undefined,
  now: number,
): string | undefined {
  const end = expiresAt === null ? null : Date.parse(expiresAt);
  if (status === "ON_HOLD" && end !== null && end <= now) return undefined;
  if (!claim) return "holds nothing";
  if (claim.state === "CONFIRMED") return undefined;
  if (status !== "ON_HOLD") return "is only held";
  return end !== null && (claim.until ?? 0) * 1000 >= end ? undefined : "ends before the hold";
}
