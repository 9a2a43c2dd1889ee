import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, resourcesCapacity as contracts } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import type { ClaimRecord } from "../claim/claim-store.ts";
import { type LedgerAddress, addressNamed } from "../ledger/day.ts";
import { type Finding, type Holder, problemOf } from "./examination.ts";
import { asTenant, listHolders } from "./examine-capacity.ts";
import type { Command } from "../ledger/ledger.ts";
import { readClaimsOf } from "../claim/read-claims.ts";
import { settleClaimsOf } from "../recovery/recover-claims.ts";
import { repairEvents } from "./repair-events.ts";

type Output = OutputOf<typeof contracts.repairCapacity>;

/**
 * Mends what doctor has found, on a live system, and tells it in the audit log. Each finding is
 * looked at again and mended by a write that fails if somebody else has written since; one that
 * cannot be mended so, such as places that are sold to others by now, stays a finding. Repeatable.
 */
export async function repairCapacity(
  deps: Deps,
  request: Request,
  { findings }: InputOf<typeof contracts.repairCapacity>,
): Promise<Output> {
  const byKind = Map.groupBy(findings, ({ kind }) => kind);
  const idsOf = (kind: string): Set<string> => new Set(byKind.get(kind)?.map(({ id }) => id));
  const ledgers = new Set(
    [...idsOf("ledger-line"), ...idsOf("ledger-move")].map((id) => id.split(" ")[0] ?? ""),
  );
  const repaired: Finding[] = [];
  // Claims before lines: a claim that is given back changes what its line should be.
  repaired.push(...(await repairOrphans(deps, request, idsOf("claim-without-booking"))));
  repaired.push(...(await repairPlaces(deps, request, idsOf("booking-places"))));
  if (ledgers.size > 0)
    for await (const { address } of deps.ledgers.listAll())
      if (ledgers.has(address.id)) repaired.push(...(await repairLedger(request, address)));
  return { repaired };
}

/** Sets the lines to what the claims come to, where the ledger is served. */
async function repairLedger(
  request: Request,
  { tenantId, supplierId, id }: LedgerAddress,
): Promise<Finding[]> {
  const asked = { supplierId, ledger: id, mend: true };
  return (await call(asTenant(request, tenantId), contracts.examineLedger, asked)).findings;
}

/** Claims of no booking: bookings proves it first, as for recovery. */
async function repairOrphans(
  deps: Deps,
  request: Request,
  ids: ReadonlySet<string>,
): Promise<Finding[]> {
  if (ids.size === 0) return [];
  const claims = await deps.claims.list([...ids]);
  const { named, never, ended } = await settleClaimsOf(deps, claims);
  await deps.actors.copied();
  const findings: Finding[] = [];
  for (const id of [...named, ...never, ...ended]) {
    const before = claims.find((claim) => claim.id === id);
    const [after] = await deps.claims.list([id]);
    if (!before || !after || before.state === after.state) continue;
    await tell(deps, request, { before, after });
    findings.push({ kind: "claim-without-booking", id, detail: "given back" });
  }
  return findings;
}

/** Claims that are held for less than their booking lasts, while they still hold something. */
async function repairPlaces(
  deps: Deps,
  request: Request,
  bookingIds: ReadonlySet<string>,
): Promise<Finding[]> {
  if (bookingIds.size === 0) return [];
  const findings: Finding[] = [];
  for (const holder of await listHolders(request)) {
    if (!bookingIds.has(holder.bookingId)) continue;
    const records = await deps.claims.list(holder.claims.map(({ claimId }) => claimId));
    for (const record of records) {
      if (problemOf(holder, record, deps.clock()) === undefined) continue;
      const before = await withLog(deps, record);
      if (!before || problemOf(holder, before, deps.clock()) === undefined) continue;
      const detail = await lengthen(deps, request, { holder, before });
      if (detail) findings.push({ kind: "booking-places", id: holder.bookingId, detail });
    }
  }
  return findings;
}

/** A claim as its ledger has it: steps that are not copied yet are laid over its record. */
async function withLog(deps: Deps, record: ClaimRecord): Promise<ClaimRecord | undefined> {
  const address = await addressOf(deps, record);
  if (!address) return undefined;
  // The log first: what has left it by then is in the record.
  const claims = await readClaimsOf(deps, await deps.ledgers.read(address, deps.clock()));
  const last = claims.get(record.id);
  return last && { ...record, ...last };
}

/** Undefined where the claim has ended: its places may be somebody else's. */
async function lengthen(
  deps: Deps,
  request: Request,
  { holder: { status, expiresAt }, before }: { holder: Holder; before: ClaimRecord },
): Promise<string | undefined> {
  const claimId = before.id;
  const isHold = status === "ON_HOLD" && expiresAt !== null;
  const command: Command = isHold
    ? { kind: "extend", claimId, until: Math.ceil(Date.parse(expiresAt) / 1000) }
    : { kind: "firm", claimId };
  try {
    const address = await addressOf(deps, before);
    const claim = address && (await deps.actors.at(address).submit(command, request.deadline));
    if (!claim) return undefined;
    await deps.actors.copied();
    await tell(deps, request, { before, after: claim });
    return isHold ? "extended" : "made firm";
  } catch (error) {
    deps.warn(`repair of claim ${claimId}: ${String(error)}`);
    return undefined;
  }
}

async function addressOf(
  { days }: Deps,
  { tenantId, ledger }: ClaimRecord,
): Promise<LedgerAddress | undefined> {
  const supplierId = ledger.slice(0, ledger.lastIndexOf(":"));
  const startMinute = await days.getStartMinute(tenantId, supplierId);
  if (startMinute === undefined) return undefined;
  return addressNamed({ tenantId, supplierId, startMinute }, ledger);
}

async function tell(
  deps: Deps,
  request: Request,
  { before, after }: { before: ClaimRecord; after: Pick<ClaimRecord, "state" | "until"> },
): Promise<void> {
  const { id, tenantId, bookingId, use, state, until } = before;
  const claim = { claim: id, bookingId };
  const events = repairEvents(request, tenantId, {
    now: deps.clock(),
    resourceIds: use.map(({ resourceId }) => resourceId),
    before: { ...claim, state, until },
    after: { ...claim, state: after.state, until: after.until },
  });
  await deps.claims.tell(id, events);
}
