import type { Request } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type resourcesCapacity,
  pageItemsMax,
} from "@slipway/contracts";
import { readPage } from "@slipway/store";
import { z } from "zod";
import type { ResourceDeps } from "./deps.ts";
import { type ResourceRecord, resourceRecord } from "../ledger/resource.ts";

/** Where a page on the bus ends, and how many more the API's page takes. */
const position = z
  .tuple([z.string(), z.string(), z.number().nullable()])
  .transform(([nameKey, id, left]) => ({ after: [nameKey, id] as const, left }));

/** Resources by lower-cased name, then id. With `limit` one page of the API, with its total. */
export async function listResources(
  deps: ResourceDeps,
  request: Request,
  input: InputOf<typeof resourcesCapacity.listResources>,
): Promise<OutputOf<typeof resourcesCapacity.listResources>> {
  const { tenantId } = request.caller;
  const { supplierId, limit, offset, page } = input;
  const start =
    page === undefined
      ? { skip: limit === undefined ? 0 : (offset ?? 0), left: limit ?? null }
      : readPage(page, (begin) => position.parse(begin));
  const wanted = Math.min(pageItemsMax, start.left ?? pageItemsMax);
  const [{ items, more }, total] = await Promise.all([
    deps.resources.list(tenantId, { supplierId, ...start, limit: wanted, itemOf: resourceRecord }),
    limit === undefined ? undefined : deps.resources.count(tenantId, supplierId),
  ]);
  const next = more ? pageAfter(items, start.left) : null;
  return { items, next, ...(total === undefined ? {} : { total }) };
}

function pageAfter(items: readonly ResourceRecord[], left: number | null): string | null {
  const last = items.at(-1);
  const remaining = left === null ? null : left - items.length;
  if (!last || remaining === 0) return null;
  return JSON.stringify([last.name.toLowerCase(), last.id, remaining]);
}
