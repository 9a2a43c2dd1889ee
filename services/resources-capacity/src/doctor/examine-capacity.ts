import { type Request, call } from "@slipway/broker";
import { type OutputOf, bookings, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import {
  type Finding,
  type Holder,
  type LiveClaim,
  holderFindings,
  isLive,
  lineFindings,
} from "./examination.ts";
import type { Claim, Ledger } from "../ledger/ledger.ts";
import { type Resources, oversoldFindings, resourcesOf } from "./oversold.ts";
import { lastSteps, layOver } from "../claim/read-claims.ts";
import { shortageOf } from "./shortage.ts";

type Output = OutputOf<typeof resourcesCapacity.examineCapacity>;

/** Where the deadline leaves no time for recovery: what a command was just changing is done by then. */
const pauseMs = 500;
const readingMs = 5_000;

/**
 * Recomputes lines from claims and claims from bookings, and compares lines with the resources'
 * places at every instant not over, for every tenant. Reports what still differs when read again after the recovery window, or after a moment where the request's deadline
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
  const holders = await listHolders(request);
  const resources = await readResources(deps, ledgers, holders);
  const now = deps.clock();
  const findings: Finding[] = [];
  const isSuspect = (ledger: Ledger): boolean =>
    differs(ledger, claims, now) ||
    oversoldFindings(ledger, resourcesAt(resources, ledger), now).length > 0;
  for (const { address } of ledgers.filter(isSuspect))
    findings.push(...(await examineAgain(request, address)));

  const live = new Map<string, LiveClaim>();
  for (const claim of [...claims.values()].flatMap((each) => [...each.values()])) {
    if (!isLive(claim, now)) continue;
    live.set(claim.id, { claim, isUnsettled: isUnsettled(deps, confirmAt.get(claim.id), now) });
  }
  const byId = new Map(ledgers.map((ledger) => [ledger.address.id, ledger]));
  const shortage = (holder: Holder, id: string): string =>
    shortageOf(byId.get(id), holder, {
      resources: resources.get(holder.tenantId) ?? new Map(),
      clock: now,
    });
  findings.push(...holderFindings(holders, live, { now, shortageOf: shortage }));
  return {
    ledgers: ledgers.length,
    claims: live.size,
    findings,
  };
}

/** By tenant, all resources that departures or bookings have places of. */
async function readResources(
  deps: Deps,
  ledgers: readonly Ledger[],
  holders: readonly Holder[],
): Promise<Map<string, Resources>> {
  const wanted = new Map<string, Set<string>>();
  const want = (tenantId: string, ids: Iterable<string>): void => {
    const known = wanted.get(tenantId) ?? new Set();
    for (const id of ids) known.add(id);
    wanted.set(tenantId, known);
  };
  for (const { address, lines } of ledgers) want(address.tenantId, resourcesOf(lines));
  for (const { tenantId, uses } of holders)
    want(
      tenantId,
      uses.map(({ resourceId }) => resourceId),
    );
  const found = new Map<string, Resources>();
  for (const [tenantId, ids] of wanted)
    found.set(tenantId, await resourcesNamed(deps, tenantId, ids));
  return found;
}

function resourcesAt(resources: ReadonlyMap<string, Resources>, { address }: Ledger): Resources {
  return resources.get(address.tenantId) ?? new Map();
}

/** These of a tenant's resources, as far as they are there. */
export async function resourcesNamed(
  deps: Deps,
  tenantId: string,
  ids: Iterable<string>,
): Promise<Resources> {
  const found = await deps.resources.listForCapacity(tenantId, { optionIds: [], ids: [...ids] });
  return new Map(found.map((resource) => [resource.id, resource]));
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
