import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { type LedgerAddress, addressNamed } from "../ledger/day.ts";
import { type Finding, lineFindings } from "./examination.ts";
import { resourcesNamed } from "./examine-capacity.ts";
import { oversoldFindings, resourcesOf } from "./oversold.ts";
import { readClaimsOf } from "../claim/read-claims.ts";
import { repairEvents } from "./repair-events.ts";
import { rebuilt } from "./repair.ts";

type Input = InputOf<typeof resourcesCapacity.examineLedger>;
type Output = OutputOf<typeof resourcesCapacity.examineLedger>;

/** One suffices unless another replica serves the ledger too. */
const readingsMax = 25;

/**
 * Recounts one ledger from its claims, and against the places of its resources, while no command is decided on it, so that a day that sells
 * all the time is recounted like any other, and with `mend` sets its lines to what they come to.
 * Answers what differed; with `mend`, what is mended. Refuses SERVICE_UNAVAILABLE where other
 * replicas write the ledger all the time.
 */
export async function examineLedger(deps: Deps, request: Request, input: Input): Promise<Output> {
  const { tenantId } = request.caller;
  const { supplierId, ledger, mend } = input;
  const startMinute = await deps.days.getStartMinute(tenantId, supplierId);
  if (startMinute === undefined) return { findings: [] };
  const address = addressNamed({ tenantId, supplierId, startMinute }, ledger);
  if (!address) return { findings: [] };
  const findings = await deps.actors.at(address).apart(async () => {
    for (let reading = 0; reading < readingsMax; reading++) {
      const found = await examineOnce(deps, request, { address, mend });
      if (found) return found;
    }
    throw refuse("SERVICE_UNAVAILABLE");
  });
  return { findings };
}

/** Undefined: somebody else has written, count again. */
async function examineOnce(
  deps: Deps,
  request: Request,
  { address, mend }: { address: LedgerAddress; mend: boolean },
): Promise<Finding[] | undefined> {
  const ledger = await deps.ledgers.read(address, deps.clock());
  const claims = await readClaimsOf(deps, ledger);
  // A resize raises the ledger before it sets its numbers: if nobody has written it since, these
  // are the numbers that its lines were decided on.
  const resources = await resourcesNamed(deps, address.tenantId, resourcesOf(ledger.lines));
  const now = Math.max(deps.clock(), ledger.at);
  const findings = lineFindings(ledger, claims, now);
  // mark: find-oversold
  const oversold = mend ? [] : oversoldFindings(ledger, resources, now);
  if (!mend || findings.length === 0)
    return (await deps.ledgers.isStill(ledger)) ? [...findings, ...oversold] : undefined;
  const after = rebuilt(ledger, claims, now);
  const events = repairEvents(request, address.tenantId, {
    now,
    resourceIds: after.resources,
    before: { ledger: address.id, lines: ledger.lines, moves: ledger.moves },
    after: { ledger: address.id, lines: after.lines, moves: after.moves },
  });
  return (await deps.ledgers.rewrite(ledger, after, { now, events })) ? findings : undefined;
}
