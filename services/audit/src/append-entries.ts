import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, audit } from "@slipway/contracts";
import type { Deps } from "./deps.ts";
import { entryOf } from "./entry.ts";

/**
 * Keeps entries that other services' relays tell, of any tenants. Answers when all are in the
 * journal; those that were told before change nothing.
 */
export async function appendEntries(
  { entries: log }: Deps,
  _request: Request,
  { entries }: InputOf<typeof audit.appendEntries>,
): Promise<OutputOf<typeof audit.appendEntries>> {
  await log.append(entries.map(entryOf));
  return { kept: entries.length };
}
