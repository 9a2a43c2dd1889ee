import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, audit } from "@slipway/contracts";
import type { Deps } from "./deps.ts";
import { keptFrom } from "./entry.ts";

type Output = OutputOf<typeof audit.listLastEntries>;

/** Half of the bus's message limit: texts are escaped once more on the wire. */
const bytesMax = 256 * 1024;

/** The newest entry of each of these records, of any tenants, as many as a message holds. */
export async function listLastEntries(
  { entries: log, config, clock }: Deps,
  _request: Request,
  { records }: InputOf<typeof audit.listLastEntries>,
): Promise<Output> {
  const entries: Output["entries"] = [];
  const unanswered: string[] = [];
  let bytes = 0;
  for (const { tenantId, entityId, action, timestamp, after } of await log.listLast(records)) {
    bytes += 400 + (after?.length ?? 0);
    if (entries.length > 0 && bytes > bytesMax) unanswered.push(entityId);
    else entries.push({ tenantId, entityId, action, timestamp: timestamp.toISOString(), after });
  }
  return {
    keptFrom: keptFrom(config.keepDays, clock())?.toISOString() ?? null,
    entries,
    unanswered,
  };
}
