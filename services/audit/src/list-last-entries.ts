import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type audit,
  firstThatFit,
  textBytesMax,
} from "@slipway/contracts";
import type { Deps } from "./deps.ts";
import { keptFrom } from "./entry.ts";

/** The newest entry of each of these records, of any tenants, as many as fit a page. */
export async function listLastEntries(
  { entries: log, config, clock }: Deps,
  _request: Request,
  { records }: InputOf<typeof audit.listLastEntries>,
): Promise<OutputOf<typeof audit.listLastEntries>> {
  const found = await log.listLast(records);
  const fitting = firstThatFit(found, ({ after }) => 400 + (after?.length ?? 0), textBytesMax);
  return {
    keptFrom: keptFrom(config.keepDays, clock())?.toISOString() ?? null,
    entries: fitting.map(({ tenantId, entityId, action, timestamp, after }) => ({
      tenantId,
      entityId,
      action,
      timestamp: timestamp.toISOString(),
      after,
    })),
    unanswered: found.slice(fitting.length).map(({ entityId }) => entityId),
  };
}
