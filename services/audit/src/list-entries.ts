import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, audit } from "@slipway/contracts";
import type { Deps } from "./deps.ts";
import { entryShownTo } from "./entry.ts";

/** The tenant's entries, newest first. */
export async function listEntries(
  { entries }: Deps,
  { caller }: Request,
  { limit, ...filter }: InputOf<typeof audit.listEntries>,
): Promise<OutputOf<typeof audit.listEntries>> {
  return entries.list(caller.tenantId, filter, { limit, itemOf: entryShownTo(caller) });
}
