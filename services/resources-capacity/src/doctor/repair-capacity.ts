import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, resourcesCapacity as contracts } from "@slipway/contracts";
import type { RecoveryDeps } from "../recovery/deps.ts";
import { secondsOf } from "../claim/claim-capacity.ts";
import type { ClaimRecord } from "../ledger/claim-store.ts";
import { claimsOf } from "../ledger/claim-steps.ts";
import { type LedgerAddress, addressNamed, supplierIn } from "../ledger/day.ts";
import { type Finding, type Holder, problemOf } from "../ledger/examination.ts";
import { asTenant, listHolders } from "./examine-capacity.ts";
import type { Command } from "../ledger/ledger.ts";
import { settleClaimsOf } from "../recovery/recover-claims.ts";
import { repairEvents } from "./repair-events.ts";

/**
 * Repairs doctor's findings on a live system and reports each repair to the audit log. Each finding is
 * read again and repaired by a write that fails if another one came between. A finding that cannot be
 * repaired so, such as places that were sold to others, stays a finding. Repeatable.
 */
export async function repairCapacity(
  deps: RecoveryDeps,
  request: Request,
  { findings }: InputOf<typeof contracts.repairCapacity>,
): Promise<OutputOf<typeof contracts.repairCapacity>> {
  const byKind = Map.groupBy(findings, ({ kind }) => kind);
  const idsOf = (kind: string): Set<string> => new Set(byKind.get(kind)?.map(({ id }) => id));
  const counted = [...idsOf("ledger-line"), ...idsOf("ledger-move")];
  const ledgers = new Set(counted.map((id) => id.split(" ")[0] ?? ""));
  const repaired: Finding[] = [];
  // Missing ledgers first: a release or a claim on one makes it again, too, and reports nothing.
  for (const id of idsOf("ledger-missing")) {
    const [claim] = await deps.claims.listOf(id);
    if (claim) repaired.push(...(await repairLedger(request, claim.tenantId, id)));
  }
  // Claims before usages: a released claim changes what its usage should be.
  repaired.push(...(await repairOrphans(deps, request, idsOf("claim-without-booking"))));
  repaired.push(...(await repairPlaces(deps, request, idsOf("booking-places"))));
  for (const { address } of await deps.ledgers.readAll([...ledgers]))
    repaired.push(...(await repairLedger(request, address.tenantId, address.id)));
  return { repaired };
}

/** Has the replica that serves the ledger set its usages to what the claims come to. */
async function repairLedger(
  request: Request,
  tenantId: string,
  ledger: string,
): Promise<Finding[]> {
  const asked = { supplierId: supplierIn(ledger), ledger, mend: true };
  return (await call(asTenant(request, tenantId), contracts.examineLedger, asked)).findings;
}

/** Releases claims that no booking names. The bookings service proves that first, as for recovery. */
async function repairOrphans(
  deps: RecoveryDeps,
  request: Request,
  ids: ReadonlySet<string>,
): Promise<Finding[]> {
  if (ids.size === 0) return [];
  const claims = await deps.claims.list([...ids]);
  const { named, never, ended } = await settleClaimsOf(deps, claims);
  await deps.actors.whenCopied();
  const findings: Finding[] = [];
  for (const id of [...named, ...never, ...ended]) {
    const before = claims.find((claim) => claim.id === id);
    const [after] = await deps.claims.list([id]);
    if (!before || !after || before.state === after.state) continue;
    await report(deps, request, { before, after });
    findings.push({ kind: "claim-without-booking", id, detail: "given back" });
  }
  return findings;
}

/** Extends or confirms claims that end before their booking does, if they have not ended yet. */
async function repairPlaces(
  deps: RecoveryDeps,
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

/** A claim with the steps that the ledger's log has and its record has not. */
async function withLog(deps: RecoveryDeps, record: ClaimRecord): Promise<ClaimRecord | undefined> {
  const address = await addressOf(deps, record);
  if (!address) return undefined;
  // The log first: a step that has left the log is in the record.
  const ledger = await deps.ledgers.read(address, deps.clock());
  const [stored = record] = await deps.claims.list([record.id]);
  const last = claimsOf(ledger, [stored]).get(record.id);
  return last && last.state !== "RELEASED" ? { ...record, ...last } : undefined;
}

/** Undefined if the claim has ended: its places may be sold again. */
async function lengthen(
  deps: RecoveryDeps,
  request: Request,
  { holder: { status, expiresAt }, before }: { holder: Holder; before: ClaimRecord },
): Promise<string | undefined> {
  const claimId = before.id;
  const isHold = status === "ON_HOLD" && expiresAt !== null;
  const command: Command = isHold
    ? { kind: "extend", claimId, until: secondsOf(expiresAt) }
    : { kind: "confirm", claimId };
  try {
    const address = await addressOf(deps, before);
    const claim = address && (await deps.actors.at(address).submit(command, request.deadline));
    if (!claim) return undefined;
    await deps.actors.whenCopied();
    await report(deps, request, { before, after: claim });
    return isHold ? "extended" : "confirmed";
  } catch (error) {
    deps.warn(`repair of claim ${claimId}: ${String(error)}`);
    return undefined;
  }
}

async function addressOf(
  { days }: RecoveryDeps,
  { tenantId, ledger }: ClaimRecord,
): Promise<LedgerAddress | undefined> {
  const supplierId = supplierIn(ledger);
  const startMinute = await days.getStartMinute(tenantId, supplierId);
  if (startMinute === undefined) return undefined;
  return addressNamed({ tenantId, supplierId, startMinute }, ledger);
}

async function report(
  deps: RecoveryDeps,
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
  await deps.claims.addEvents(id, events);
}
