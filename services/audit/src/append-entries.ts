import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type audit, mayTell } from "@slipway/contracts";
import type { Deps } from "./deps.ts";
import { entryOf } from "./entry.ts";

/**
 * Keeps entries that other services' relays tell, of any tenants. Answers when all are in the
 * journal; those that were told before change nothing. Refuses INSUFFICIENT_SCOPE, and keeps none, where one is
 * of a record that is another service's.
 */
export async function appendEntries(
  { entries: log }: Deps,
  { sender }: Request,
  { entries }: InputOf<typeof audit.appendEntries>,
): Promise<OutputOf<typeof audit.appendEntries>> {
  const foreign = entries.find(({ entityType }) => !mayTell(sender, entityType));
  if (foreign)
    throw refuse("INSUFFICIENT_SCOPE", {
      detail: `${sender} has no ${foreign.entityType} to tell of`,
    });
  await log.append(entries.map(entryOf));
  return { kept: entries.length };
}
