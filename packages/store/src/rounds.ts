/** Lets writes of many requests share round trips to the database. */

export interface RoundsOptions<Item, Result> {
  /**
   * One round trip for all these; answers how each has ended, in their order. Rejects where that is
   * not known of any.
   */
  send: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>;
  itemsMax: number;
  /** Round trips under way at a time. */
  atOnce: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * A function that sends an item with whatever else waits: what one turn of the event loop brings
 * goes out together, and so does what comes while enough round trips are under way.
 */
export function sharedRounds<Item, Result>({
  send,
  itemsMax,
  atOnce,
}: RoundsOptions<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let isGathering = false;

  function gather(): void {
    if (isGathering || underWay >= atOnce || waiting.length === 0) return;
    isGathering = true;
    setImmediate(() => {
      isGathering = false;
      void sendRound(waiting.splice(0, itemsMax));
      gather();
    });
  }

  async function sendRound(round: readonly Waiting<Item, Result>[]): Promise<void> {
    underWay++;
    try {
      const results = await send(round.map(({ item }) => item));
      for (const [index, { resolve, reject }] of round.entries()) {
        const result = results[index];
        if (result?.status === "fulfilled") resolve(result.value);
        else reject(result?.reason ?? new Error("a round trip left an item out"));
      }
    } catch (error) {
      for (const { reject } of round) reject(error);
    } finally {
      underWay--;
      gather();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      gather();
    });
}
