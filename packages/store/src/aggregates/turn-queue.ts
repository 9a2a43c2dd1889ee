import type { Aggregate, Aggregates } from "./aggregates.ts";

/**
 * Runs work one at a time per key in this process. It decides nothing, conditional writes do that;
 * it keeps parallel requests on one record from losing races until they give up.
 */
export type TurnQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createTurnQueue(): TurnQueue {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

/** The same records, each changed by one request of this process at a time. */
export function inTurns<D extends Aggregate>(records: Aggregates<D>): Aggregates<D> {
  const queue = createTurnQueue();
  return {
    ...records,
    change: (tenantId, id, now, decide) =>
      queue(id, () => records.change(tenantId, id, now, decide)),
  };
}
