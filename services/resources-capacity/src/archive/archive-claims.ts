import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, capacityArchive } from "@slipway/contracts";
import type { ArchiveDeps } from "./deps.ts";

/**
 * Removes claims that a file has, unless they have taken a later step since. Their ledgers are closed, so nothing counts them.
 * A copy of a step that was sent before and arrives after it brings the record back, which the next run removes again.
 */
export async function archiveClaims(
  { claims }: ArchiveDeps,
  _request: Request,
  { versions }: InputOf<typeof capacityArchive.archiveClaims>,
): Promise<OutputOf<typeof capacityArchive.archiveClaims>> {
  const steps = versions.map(({ tenantId, id, revision: step }) => ({ tenantId, id, step }));
  return { archived: await claims.removeSteps(steps) };
}
