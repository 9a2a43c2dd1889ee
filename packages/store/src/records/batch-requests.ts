/** Lets many requests share round trips to the database, as DataLoader does. */
import { type Span, activeSpan, inSpan } from "@slipway/telemetry";

interface BatchOptions<Item, Result> {
  /** One round trip for all items; answers each one's outcome, in order. Rejects where the outcome of none is known. */
  send: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>;
  itemsMax: number;
  /** Round trips under way at a time. */
  atOnce: number;
}

interface Waiting<Item, Result> {
  item: Item;
  /** The span of the request that has brought the item. */
  span: Span | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * A function that sends an item together with all others that wait. Items that come in one turn of the
 * event loop go out together, and so do items that come while enough round trips are under way.
 */
export function batchRequests<Item, Result>({
  send,
  itemsMax,
  atOnce,
}: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let isGathering = false;

  function gather(): void {
    if (isGathering || underWay >= atOnce || waiting.length === 0) return;
    isGathering = true;
    setImmediate(() => {
      isGathering = false;
      const batch = waiting.splice(0, itemsMax);
      // A shared round trip is shown in the trace of the first that waits for it.
      void inSpan(batch[0]?.span, () => sendBatch(batch));
      gather();
    });
  }

  async function sendBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    underWay++;
    try {
      const results = await send(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result?.status === "fulfilled") resolve(result.value);
        else reject(result?.reason ?? new Error("a round trip left an item out"));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay--;
      gather();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, span: activeSpan(), resolve, reject });
      gather();
    });
}

interface TenantBatches<Item, Read, Result> {
  /** One round trip for all these items, which are of this tenant. */
  readonly read: (tenantId: string, items: readonly Item[]) => Promise<Read>;
  /** An item's own part of what was read. */
  readonly resultOf: (read: Read, item: Item) => Result | Promise<Result>;
  readonly itemsMax: number;
  readonly atOnce: number;
}

/** Batches items by tenant: items of one tenant share a round trip, and no tenant's failure reaches another. */
export function batchByTenant<Item extends { readonly tenantId: string }, Read, Result>({
  read,
  resultOf,
  ...bounds
}: TenantBatches<Item, Read, Result>): (item: Item) => Promise<Result> {
  return batchRequests<Item, Result>({
    ...bounds,
    send(items) {
      const byTenant = Map.groupBy(items, ({ tenantId }) => tenantId);
      const reads = new Map([...byTenant].map(([id, own]) => [id, read(id, own)]));
      return Promise.allSettled(
        items.map(async (item) => resultOf((await reads.get(item.tenantId)) as Read, item)),
      );
    },
  });
}
