import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { RecoveryDeps } from "../recovery/deps.ts";
import { type LedgerAddress, addressNamed } from "../ledger/day.ts";
import { claimsOf } from "../ledger/claim-steps.ts";
import { type Finding, isLive, usageFindings } from "../ledger/examination.ts";
import type { Claim } from "../ledger/ledger.ts";
import { resourcesNamed } from "./examine-capacity.ts";
import { oversoldFindings, resourcesOf } from "./oversold.ts";
import { rebuilt } from "../ledger/rebuilt.ts";
import { repairEvents } from "./repair-events.ts";
import { doctorReadsMax } from "../constants.ts";

/**
 * Recomputes one ledger from its claims and compares it with the places of its resources. Runs between
 * two batches of the actor, so a busy day can be examined, too. With `mend`, sets the usages to the
 * recomputed ones, of a missing ledger too. Returns the differences; with `mend`, those that it repaired. Refuses
 * SERVICE_UNAVAILABLE if other replicas write the ledger all the time.
 */
export async function examineLedger(
  deps: RecoveryDeps,
  request: Request,
  input: InputOf<typeof resourcesCapacity.examineLedger>,
): Promise<OutputOf<typeof resourcesCapacity.examineLedger>> {
  const { tenantId } = request.caller;
  const { supplierId, ledger, mend } = input;
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  if (startMinute === undefined) return { findings: [] };
  const address = addressNamed({ tenantId, supplierId, startMinute }, ledger);
  if (!address) return { findings: [] };
  const findings = await deps.actors.at(address).runExclusive(async () => {
    for (let reading = 0; reading < doctorReadsMax; reading++) {
      const found = await examineOnce(deps, request, { address, mend });
      if (found) return found;
    }
    throw refuse("SERVICE_UNAVAILABLE");
  });
  return { findings };
}

/** Undefined: another replica has written the ledger, read it again. */
async function examineOnce(
  deps: RecoveryDeps,
  request: Request,
  { address, mend }: { address: LedgerAddress; mend: boolean },
): Promise<Finding[] | undefined> {
  const present = await deps.ledgers.peek(address);
  const lost = present ? [] : await findLost(deps, address.id);
  if (!present && (!mend || lost.length === 0)) return lost;
  const ledger = present && !mend ? present : await deps.ledgers.read(address, deps.clock());
  // It counts nothing, and its claims may be archived.
  if (ledger.isClosed) return [];
  const claims = claimsOf(ledger, await deps.claims.listOf(address.id));
  // A resize bumps the ledger's version before it sets the new numbers. If the version is unchanged at
  // the end, the usages were decided on these numbers.
  const resources = await resourcesNamed(deps, address.tenantId, resourcesOf(ledger.usages));
  const now = Math.max(deps.clock(), ledger.at);
  const findings = [...lost, ...usageFindings(ledger, claims, now)];
  // mark: find-oversold
  const oversold = mend ? [] : oversoldFindings(ledger, resources, now);
  if (!mend || findings.length === 0)
    return (await deps.ledgers.isUnchanged(ledger)) ? [...findings, ...oversold] : undefined;
  const after = rebuilt(ledger, claims, now);
  const events = repairEvents(request, address.tenantId, {
    now,
    resourceIds: after.resources,
    before: { ledger: address.id, usages: ledger.usages, rebookings: ledger.rebookings },
    after: { ledger: address.id, usages: after.usages, rebookings: after.rebookings },
  });
  return (await deps.ledgers.setRebuilt(ledger, after, { now, events })) ? findings : undefined;
}

/** The finding of a ledger that is missing, if claims have places of it. */
async function findLost(deps: RecoveryDeps, id: string): Promise<Finding[]> {
  const now = deps.clock();
  const takes = (claim: Claim): boolean =>
    isLive(claim, now) && claim.use.some(({ places }) => places > 0);
  const taking = (await deps.claims.listOf(id)).filter(takes).length;
  const detail = `the day is gone, ${taking} claims have places of it`;
  return taking === 0 ? [] : [{ kind: "ledger-missing", id, detail }];
}
