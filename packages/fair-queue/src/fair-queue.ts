/** Work that waits in turns, so that no client can fill the queue against the others. */
export interface FairQueue {
  /**
   * Runs the work when its turn comes. Throws the error of `full`, having begun nothing, where the
   * group has no room left for this client.
   */
  run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>;
}

/** Whose turn it is. */
export interface Turn {
  /** Groups are served in turn, however much waits in each; each has room of its own. */
  readonly group: string;
  /** The clients of a group, such as addresses, are served in turn, however much each has waiting. */
  readonly by: string;
}

interface FairQueueOptions {
  /** How much work runs at the same time. */
  readonly atOnce: number;
  /** How much work waits in each group at most. A full group drops the newest work of the client that has most waiting. */
  readonly waitingMax: number;
  /** The refusal of work that finds no room. */
  readonly full: () => Error;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/** The waiting work of one group, by client. The client whose turn is next stands first. */
type Group = Map<string, Waiting[]>;

export function createFairQueue({ atOnce, waitingMax, full }: FairQueueOptions): FairQueue {
  /** Groups in which something waits. The one whose turn is next stands first. */
  const groups = new Map<string, Group>();
  let running = 0;

  function waitFor({ group: name, by }: Turn): Promise<void> {
    const group: Group = groups.get(name) ?? new Map<string, Waiting[]>();
    if (sizeOf(group) >= waitingMax) makeRoom(group, by);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    group.set(by, [...(group.get(by) ?? []), { begin: resolve, refuse: reject }]);
    groups.set(name, group);
    return promise;
  }

  /** Takes room from the client that has more waiting than this one will have, or refuses this one. */
  function makeRoom(group: Group, by: string): void {
    const [most = []] = [...group.values()].toSorted((a, b) => b.length - a.length);
    if (most.length <= (group.get(by)?.length ?? 0) + 1) throw full();
    most.pop()?.refuse(full());
  }

  function beginNext(): void {
    const [first] = groups;
    if (!first) return;
    const [name, group] = first;
    const next = takeNext(group);
    groups.delete(name);
    if (group.size > 0) groups.set(name, group);
    running++;
    next?.begin();
  }

  return {
    async run(turn, work) {
      // Ended work begins the next work at once, so nothing waits while there is a place.
      if (running < atOnce) running++;
      else await waitFor(turn);
      try {
        return await work();
      } finally {
        running--;
        beginNext();
      }
    },
  };
}

function takeNext(group: Group): Waiting | undefined {
  const [first] = group;
  if (!first) return undefined;
  const [by, [next, ...others]] = first;
  group.delete(by);
  if (others.length > 0) group.set(by, others);
  return next;
}

function sizeOf(group: Group): number {
  return [...group.values()].reduce((sum, { length }) => sum + length, 0);
}
