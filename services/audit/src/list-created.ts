import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type audit, pageItemsMax } from "@slipway/contracts";
import type { Deps } from "./deps.ts";

/** Records of a type whose creation the log has, of every tenant; a page ends at the last entry's id. */
export async function listCreated(
  { entries }: Deps,
  _request: Request,
  { entityType, page = "" }: InputOf<typeof audit.listCreated>,
): Promise<OutputOf<typeof audit.listCreated>> {
  const found = await entries.listCreated(entityType, {
    afterId: page,
    limit: pageItemsMax,
  });
  return {
    items: found.map(({ tenantId, entityId }) => ({ tenantId, entityId })),
    next: found.length < pageItemsMax ? null : (found.at(-1)?.id ?? null),
  };
}
