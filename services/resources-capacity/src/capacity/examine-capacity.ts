import { type Request, call } from "@slipway/broker";
import { type OutputOf, bookings, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import type { LedgerAddress } from "./day.ts";
import {
  type Finding,
  type Holder,
  type LiveClaim,
  holderFindings,
  isLive,
  lineFindings,
} from "./examination.ts";
import type { Claim, Ledger } from "./ledger.ts";
import { lastSteps, layOver } from "./read-claims.ts";

type Output = OutputOf<typeof resourcesCapacity.examineCapacity>;

/** Where the deadline leaves no time for recovery: what a command was just changing is done by then. */
const pauseMs = 500;
const readingMs = 5_000;

/**
 * Recomputes lines from claims and claims from bookings, over every tenant, and reports what still
 * differs when read again after the recovery window, or after a moment where the request's deadline
 * does not allow for that. Changes nothing.
 */
export async function examineCapacity(deps: Deps, request: Request): Promise<Output> {
  const first = await examineOnce(deps, request);
  if (first.findings.length === 0) return first;
  const window = deps.config.confirmMs + 2 * deps.config.sweepMs;
  const isTimeLeft = Date.now() + window + readingMs < request.deadline;
  await new Promise((resume) => setTimeout(resume, isTimeLeft ? window : pauseMs));
  const second = await examineOnce(deps, request);
  const before = new Set(first.findings.map(keyOf));
  return { ...second, findings: second.findings.filter((each) => before.has(keyOf(each))) };
}

/** The same trouble, whatever else is sold between two readings. */
function keyOf({ kind, id }: Finding): string {
  return `${kind} ${id}`;
}

async function examineOnce(deps: Deps, request: Request): Promise<Output> {
  const ledgers: Ledger[] = [];
  for await (const ledger of deps.ledgers.listAll()) ledgers.push(ledger);
  const { claims, confirmAt } = await readClaims(deps, ledgers);
  const now = deps.clock();
  const findings: Finding[] = [];
  for (const { address } of ledgers.filter((ledger) => differs(ledger, claims, now)))
    findings.push(...(await examineAgain(request, address)));

  const live = new Map<string, LiveClaim>();
  for (const claim of [...claims.values()].flatMap((each) => [...each.values()])) {
    if (!isLive(claim, now)) continue;
    live.set(claim.id, { claim, isUnsettled: isUnsettled(deps, confirmAt.get(claim.id), now) });
  }
  findings.push(...holderFindings(await listHolders(request), live, now));
  return {
    ledgers: ledgers.length,
    claims: live.size,
    findings,
  };
}

/** The claims of every ledger: their records with the ledgers' logs laid over them. */
async function readClaims(
  deps: Deps,
  ledgers: readonly Ledger[],
): Promise<{ claims: Map<string, Map<string, Claim>>; confirmAt: Map<string, number> }> {
  const claims = new Map(ledgers.map(({ address, log }) => [address.id, lastSteps(log)]));
  const confirmAt = new Map<string, number>();
  for (const of of claims.values())
    for (const { id, confirmBy } of of.values()) confirmAt.set(id, confirmBy);
  const logged = [...confirmAt.keys()];
  for await (const record of deps.claims.listLive()) {
    const of = claims.get(record.ledger) ?? new Map<string, Claim>();
    layOver(of, record);
    claims.set(record.ledger, of);
    if (record.confirmAt === undefined) confirmAt.delete(record.id);
    else confirmAt.set(record.id, record.confirmAt);
  }
  // Records are written in any order: what a log still has of a claim may be older than its end.
  for (const record of await deps.claims.list(logged))
    layOver(claims.get(record.ledger) ?? new Map<string, Claim>(), record);
  return { claims, confirmAt };
}

function differs(ledger: Ledger, claims: Map<string, Map<string, Claim>>, now: number): boolean {
  return lineFindings(ledger, claims.get(ledger.address.id) ?? new Map(), now).length > 0;
}

/** One ledger again, where it is served: read so that nobody writes it between lines and claims. */
async function examineAgain(
  request: Request,
  { tenantId, supplierId, id }: LedgerAddress,
): Promise<Finding[]> {
  const asked = { supplierId, ledger: id, mend: false };
  return (await call(asTenant(request, tenantId), resourcesCapacity.examineLedger, asked)).findings;
}

/** A request for one tenant of one that is for all. */
export function asTenant(request: Request, tenantId: string): Request {
  return { ...request, caller: { ...request.caller, tenantId } };
}

/** Not yet asked about, or asked about just now. */
function isUnsettled({ config }: Deps, confirmAt: number | undefined, now: number): boolean {
  return confirmAt !== undefined && now < confirmAt + 2 * config.sweepMs;
}

/** Every live booking that names claims. */
export async function listHolders(request: Request): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (let page: string | undefined, isMore = true; isMore; ) {
    const { items, next } = await call(request, bookings.listClaimHolders, page ? { page } : {});
    holders.push(...items);
    isMore = next !== null;
    page = next ?? undefined;
  }
  return holders;
}
