/** The last steps of claims, from a ledger's log and from their records. */
import { type Claim, type Ledger, laterOf } from "./ledger.ts";

/** The last step of each claim in a ledger's log. */
export function lastSteps(log: Ledger["log"]): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const claim of [...log.values()].flat()) keepLater(claims, claim);
  return claims;
}

/** Keeps the later of a claim's record and its step from the log. */
export function keepLater(claims: Map<string, Claim>, record: Claim): void {
  const claim = laterOf(claims.get(record.id), record);
  if (claim) claims.set(record.id, claim);
}

/**
 * A ledger's claims: the later of log and record. They match the ledger as long as its version is unchanged, if the
 * records were read after it: a step that has left the log is in its record.
 */
export function claimsOf({ log }: Ledger, records: Iterable<Claim>): Map<string, Claim> {
  const claims = lastSteps(log);
  for (const record of records) keepLater(claims, record);
  return claims;
}
