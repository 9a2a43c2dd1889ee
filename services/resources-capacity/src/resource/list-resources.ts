import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { type ResourceRecord, resourceRecord } from "./resource.ts";

type Input = InputOf<typeof resourcesCapacity.listResources>;

/** Where a page of the bus ends, and how many are left to answer. */
const cursor = z.tuple([z.string(), z.string(), z.number().nullable()]);

const readMax = 100;
/** A page of the bus holds one record of the largest metadata at least. */
const bytesMax = 256 * 1024;

/** Resources by lower-cased name, then id. With `limit` one page of the API, with its total. */
export async function listResources(
  deps: Deps,
  request: Request,
  { supplierId, limit, offset, page }: Input,
): Promise<OutputOf<typeof resourcesCapacity.listResources>> {
  const { tenantId } = request.caller;
  const [nameKey, id, left] = page === undefined ? [] : parsePage(page);
  const wanted = left ?? limit ?? null;
  const readLimit = Math.min(readMax, wanted ?? readMax);
  const [found, total] = await Promise.all([
    deps.resources.list(tenantId, {
      supplierId,
      limit: readLimit,
      ...(nameKey !== undefined && id !== undefined
        ? { after: [nameKey, id] as const }
        : { skip: limit === undefined ? 0 : (offset ?? 0) }),
    }),
    limit === undefined ? undefined : deps.resources.count(tenantId, supplierId),
  ]);
  const items = fitting(found.map(resourceRecord));
  const last = items.at(-1);
  const remaining = wanted === null ? null : wanted - items.length;
  const isEnd =
    !last || remaining === 0 || (found.length < readLimit && items.length === found.length);
  const next = isEnd ? null : JSON.stringify([last.name.toLowerCase(), last.id, remaining]);
  return { items, next, ...(total === undefined ? {} : { total }) };
}

function parsePage(page: string): z.output<typeof cursor> {
  try {
    return cursor.parse(JSON.parse(page));
  } catch {
    throw refuse("VALIDATION_FAILED");
  }
}

/** As many of the first as fit a message. */
function fitting(records: readonly ResourceRecord[]): ResourceRecord[] {
  let bytes = 0;
  const end = records.findIndex((record, index) => {
    bytes += Buffer.byteLength(JSON.stringify(record));
    return index > 0 && bytes > bytesMax;
  });
  return end === -1 ? [...records] : records.slice(0, end);
}
