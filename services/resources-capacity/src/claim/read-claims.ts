import type { ClaimDeps } from "./deps.ts";
import { type Claim, type Ledger, laterOf } from "../ledger/ledger.ts";

/** The last step of each claim in a ledger's log. */
export function lastSteps(log: Ledger["log"]): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const claim of [...log.values()].flat()) {
    const last = laterOf(claims.get(claim.id), claim);
    if (last) claims.set(claim.id, last);
  }
  return claims;
}

/** Keeps the later of a claim's record and its step from the log. */
export function keepLater(claims: Map<string, Claim>, record: Claim): void {
  const claim = laterOf(claims.get(record.id), record);
  if (claim) claims.set(record.id, claim);
}

/**
 * A ledger's claims that may be live: the later of record and log. They match the ledger as long as its
 * version is unchanged.
 */
export async function readClaimsOf(
  { claims: records }: Pick<ClaimDeps, "claims">,
  { address, log }: Ledger,
): Promise<Map<string, Claim>> {
  const claims = lastSteps(log);
  // The log may have an older step than the record of a claim that has ended.
  for (const record of (await records.get(address.tenantId, [...claims.keys()])).values())
    keepLater(claims, record);
  for await (const record of records.listLive(address.id)) keepLater(claims, record);
  return claims;
}
