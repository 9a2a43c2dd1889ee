import { type Request, call } from "@slipway/broker";
import { type OutputOf, bookings, resourcesCapacity } from "@slipway/contracts";
import type { RecoveryDeps } from "../recovery/deps.ts";
import { keepLater, lastSteps } from "../ledger/claim-steps.ts";
import { type LedgerAddress, supplierIn } from "../ledger/day.ts";
import {
  type Finding,
  type Holder,
  type LiveClaim,
  holderFindings,
  isLive,
  usageFindings,
} from "../ledger/examination.ts";
import type { Claim, Ledger } from "../ledger/ledger.ts";
import { type Resources, oversoldFindings, resourcesOf } from "./oversold.ts";
import { shortageOf } from "./shortage.ts";
import { doctorPauseMs, doctorReadMs } from "../constants.ts";

type Output = OutputOf<typeof resourcesCapacity.examineCapacity>;

/**
 * For every tenant: recomputes usages from claims and claims from bookings, and compares usages with
 * the resources' places at every instant from now on. Reports only what a second reading finds again,
 * after the recovery window or, if the deadline is too short for that, after a moment. Compares nothing with a document that
 * it cannot read: its places may be counted rightly. Changes nothing.
 */
export async function examineCapacity(deps: RecoveryDeps, request: Request): Promise<Output> {
  const first = await examineOnce(deps, request);
  if (first.findings.length === 0) return first;
  const window = deps.config.confirmMs + 2 * deps.config.sweepMs;
  const isTimeLeft = Date.now() + window + doctorReadMs < request.deadline;
  await new Promise((resume) => setTimeout(resume, isTimeLeft ? window : doctorPauseMs));
  const second = await examineOnce(deps, request);
  const before = new Set(first.findings.map(keyOf));
  return { ...second, findings: second.findings.filter((each) => before.has(keyOf(each))) };
}

/** Identifies a finding in both readings. */
function keyOf({ kind, id }: Finding): string {
  return `${kind} ${id}`;
}

async function examineOnce(deps: RecoveryDeps, request: Request): Promise<Output> {
  const unreadable = noneUnreadable();
  const ledgers: Ledger[] = [];
  for await (const ledger of deps.ledgers.listAll(unreadable.skipLedger)) ledgers.push(ledger);
  const { claims, confirmAt, lost } = await readClaims(deps, ledgers, unreadable);
  const holders = await listHolders(request);
  const resources = await readResources(deps, ledgers, holders);
  const now = deps.clock();
  const findings: Finding[] = [...unreadable.findings];
  const isSuspect = (ledger: Ledger): boolean =>
    !ledger.isClosed &&
    !unreadable.ledgers.has(ledger.address.id) &&
    (differs(ledger, claims, now) ||
      oversoldFindings(ledger, resourcesAt(resources, ledger), now).length > 0);
  const suspects = ledgers.filter(isSuspect).map(({ address }) => address);
  const missing = lost.filter(({ id }) => !unreadable.ledgers.has(id));
  for (const address of [...suspects, ...missing])
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
  const isClosed = (id: string): boolean => byId.get(id)?.isClosed ?? false;
  const isUnreadable = (id: string): boolean => unreadable.ledgers.has(id);
  const known = { now, isClosed, isUnreadable, shortageOf: shortage };
  findings.push(...holderFindings(holders, live, known));
  return {
    ledgers: ledgers.length,
    claims: live.size,
    findings,
  };
}

/** Documents that doctor could not read, and the ledgers that it therefore does not compare. */
interface Unreadable {
  readonly findings: Finding[];
  /** Ledgers that cannot be read, or of which a claim cannot. */
  readonly ledgers: ReadonlySet<string>;
  readonly skipLedger: (id: string) => void;
  readonly skipClaim: (claim: { readonly id: string; readonly ledger: string }) => void;
}

function noneUnreadable(): Unreadable {
  const findings: Finding[] = [];
  const ledgers = new Set<string>();
  return {
    findings,
    ledgers,
    skipLedger(id) {
      ledgers.add(id);
      findings.push({ kind: "ledger-unreadable", id, detail: "the stored day cannot be read" });
    },
    skipClaim({ id, ledger }) {
      ledgers.add(ledger);
      const detail = `the stored claim on day ${ledger} cannot be read`;
      findings.push({ kind: "claim-unreadable", id, detail });
    },
  };
}

/** By tenant, all resources of which departures or bookings have places. */
async function readResources(
  deps: RecoveryDeps,
  ledgers: readonly Ledger[],
  holders: readonly Holder[],
): Promise<Map<string, Resources>> {
  const wanted = new Map<string, Set<string>>();
  const want = (tenantId: string, ids: Iterable<string>): void => {
    const known = wanted.get(tenantId) ?? new Set();
    for (const id of ids) known.add(id);
    wanted.set(tenantId, known);
  };
  for (const { address, usages } of ledgers) want(address.tenantId, resourcesOf(usages));
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

/** Reads those of these resources that exist. */
export async function resourcesNamed(
  deps: RecoveryDeps,
  tenantId: string,
  ids: Iterable<string>,
): Promise<Resources> {
  const found = await deps.resources.listForCapacity(tenantId, { optionIds: [], ids: [...ids] });
  return new Map(found.map((resource) => [resource.id, resource]));
}

/** A ledger as far as its claims tell it. */
type Named = Pick<LedgerAddress, "tenantId" | "supplierId" | "id">;

interface Claimed {
  readonly claims: Map<string, Map<string, Claim>>;
  readonly confirmAt: Map<string, number>;
  /** Ledgers that have claims, and were not found. */
  readonly lost: Named[];
}

/** The claims of every ledger: the later of record and log. */
async function readClaims(
  deps: RecoveryDeps,
  ledgers: readonly Ledger[],
  { skipClaim }: Pick<Unreadable, "skipClaim">,
): Promise<Claimed> {
  const claims = new Map(ledgers.map(({ address, log }) => [address.id, lastSteps(log)]));
  const confirmAt = new Map<string, number>();
  const lost: Named[] = [];
  for (const of of claims.values())
    for (const { id, confirmBy } of of.values()) confirmAt.set(id, confirmBy);
  const logged = [...confirmAt.keys()];
  for await (const record of deps.claims.listAllLive(skipClaim)) {
    const { tenantId, ledger: id } = record;
    const of = claims.get(id) ?? new Map<string, Claim>();
    // mark: find-lost
    if (!claims.has(id)) lost.push({ tenantId, supplierId: supplierIn(id), id });
    keepLater(of, record);
    claims.set(id, of);
    if (record.confirmAt === undefined) confirmAt.delete(record.id);
    else confirmAt.set(record.id, record.confirmAt);
  }
  // Copies may overtake each other: the log may have an older step than the record of an ended claim.
  for (const record of await deps.claims.list(logged))
    keepLater(claims.get(record.ledger) ?? new Map<string, Claim>(), record);
  return { claims, confirmAt, lost };
}

function differs(ledger: Ledger, claims: Map<string, Map<string, Claim>>, now: number): boolean {
  return usageFindings(ledger, claims.get(ledger.address.id) ?? new Map(), now).length > 0;
}

/** Has the replica that serves a ledger examine it again, so that no write comes between the reads. */
async function examineAgain(
  request: Request,
  { tenantId, supplierId, id }: Named,
): Promise<Finding[]> {
  const asked = { supplierId, ledger: id, mend: false };
  return (await call(asTenant(request, tenantId), resourcesCapacity.examineLedger, asked)).findings;
}

/** The same request on behalf of one tenant. */
export function asTenant(request: Request, tenantId: string): Request {
  return { ...request, caller: { ...request.caller, tenantId } };
}

/** Recovery has not asked about the claim yet, or is just doing so. */
function isUnsettled(
  { config }: RecoveryDeps,
  confirmAt: number | undefined,
  now: number,
): boolean {
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
