import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type audit, mayReport } from "@slipway/contracts";
import type { Deps } from "./deps.ts";
import { entryOf } from "./entry.ts";

/**
 * Adds events of any tenants, which other services' relays send, to the log. Answers when all are in the
 * journal; repeated events change nothing. Refuses INSUFFICIENT_SCOPE, and adds none, where one is of
 * a record that is another service's.
 */
export async function appendEntries(
  { entries: log }: Deps,
  { sender }: Request,
  { entries }: InputOf<typeof audit.appendEntries>,
): Promise<OutputOf<typeof audit.appendEntries>> {
  const foreign = entries.find(({ entityType }) => !mayReport(sender, entityType));
  if (foreign)
    throw refuse("INSUFFICIENT_SCOPE", {
      detail: `${sender} sends no events of ${foreign.entityType}`,
    });
  await log.append(entries.map(entryOf));
  return { kept: entries.length };
}
