import type { Deps } from "../deps.ts";
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

/** Lays a record over what a log still has of its claim: the later step counts. */
export function layOver(claims: Map<string, Claim>, record: Claim): void {
  const claim = laterOf(claims.get(record.id), record);
  if (claim) claims.set(record.id, claim);
}

/**
 * A ledger's claims that may be live: their records with its log laid over them. They are those of
 * this very ledger as long as nobody has written it since it was read.
 */
export async function readClaimsOf(
  { claims: records }: Pick<Deps, "claims">,
  { address, log }: Ledger,
): Promise<Map<string, Claim>> {
  const claims = lastSteps(log);
  // What the log still has of a claim may be older than its record, though that has ended.
  for (const record of (await records.get(address.tenantId, [...claims.keys()])).values())
    layOver(claims, record);
  for await (const record of records.listLive(address.id)) layOver(claims, record);
  return claims;
}
