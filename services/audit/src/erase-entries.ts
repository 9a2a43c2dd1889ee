import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type audit, mayReport } from "@slipway/contracts";
import type { Deps } from "./deps.ts";
import { erasedEntry } from "./entry.ts";

/**
 * Removes personal data from the entries of a record from before it was erased. Repeated, it changes nothing. Refuses
 * INSUFFICIENT_SCOPE where the record is another service's.
 */
export async function eraseEntries(
  { entries: log }: Deps,
  { caller, sender }: Request,
  { entityType, entityId, erasedAt }: InputOf<typeof audit.eraseEntries>,
): Promise<OutputOf<typeof audit.eraseEntries>> {
  if (!mayReport(sender, entityType))
    throw refuse("INSUFFICIENT_SCOPE", { detail: `${sender} erases no ${entityType}` });
  const record = { tenantId: caller.tenantId, entityId };
  const before = new Date(erasedAt);
  return { erased: await log.rewrite(record, before, (entry) => erasedEntry(entry, erasedAt)) };
}
