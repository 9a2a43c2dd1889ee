import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type audit, customers, mayReport } from "@slipway/contracts";
import type { Deps } from "./deps.ts";
import { entryWithoutPerson, erasedEntry } from "./entry.ts";

/**
 * Removes personal data from the entries of a record from before it was erased. Repeated, it changes nothing. Refuses
 * INSUFFICIENT_SCOPE where the record is another service's.
 */
export async function eraseEntries(
  { entries: log }: Deps,
  { caller, sender }: Request,
  { entityType, entityId, erasedAt }: InputOf<typeof audit.eraseEntries>,
): Promise<OutputOf<typeof audit.eraseEntries>> {
  requireOwn(sender, entityType);
  const record = { tenantId: caller.tenantId, entityId };
  const before = new Date(erasedAt);
  return { erased: await log.rewrite(record, before, (entry) => erasedEntry(entry, erasedAt)) };
}

const documentsMax = 20_000;

/**
 * Removes the person of an e-mail address from entries about bookings: the newest from before an instant, of which no
 * statement reads more than a bounded number. Repeated, it changes nothing. Refuses INSUFFICIENT_SCOPE.
 */
export async function eraseEntriesOf(
  { entries: log }: Deps,
  { caller, sender }: Request,
  { emailAddress, before, erasedAt }: InputOf<typeof audit.eraseEntriesOf>,
): Promise<OutputOf<typeof audit.eraseEntriesOf>> {
  requireOwn(sender, "booking");
  const search = {
    entityType: "booking",
    pattern: customers.addressPattern(emailAddress),
    before: before === null ? null : new Date(before),
    documentsMax,
  } as const;
  const { changed, ...next } = await log.rewriteFound(caller.tenantId, search, (entry) =>
    entryWithoutPerson(entry, emailAddress, erasedAt),
  );
  return { erased: changed, before: next.before?.toISOString() ?? null };
}

function requireOwn(sender: Request["sender"], entityType: "booking" | "channelEvent"): void {
  if (!mayReport(sender, entityType))
    throw refuse("INSUFFICIENT_SCOPE", { detail: `${sender} erases no ${entityType}` });
}
