/** Work that waits in turns, so that no client can fill the queue against the others. */
export interface FairQueue {
  /**
   * Takes a place when its turn has come. Throws the error of `full`, having taken nothing, where the group has no room
   * left for this client, or after the turn's longest wait.
   */
  enter(turn: Turn): Promise<Place>;
  /** Runs the work in a place of its own, which it leaves afterwards. */
  run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>;
}

/** Whose turn it is. */
export interface Turn {
  /** Groups are served in turn, however much waits in each; each has room of its own. */
  readonly group: string;
  /** The clients of a group, such as addresses, are served in turn, however much each has waiting. */
  readonly by: string;
  /** Weight of the work: 1, or its bytes. */
  readonly weight?: number;
  /** Absent: it waits for as long as it takes. */
  readonly waitMsMax?: number | undefined;
}

export interface Place {
  /** Says what it weighs from now on; 0 leaves. Repeatable. */
  weigh(weight: number): void;
  /** Whether other work would begin if this left. */
  isWanted(): boolean;
}

interface FairQueueOptions {
  /** Weight of all that runs at the same time. Heavier work runs alone. */
  readonly atOnce: number;
  /** Weight of what one client runs at the same time; unless given, the same. */
  readonly eachMax?: number;
  /** How much work waits in each group at most. A full group drops the newest work of the client that has most waiting. */
  readonly waitingMax: number;
  /** The refusal of work that finds no room. */
  readonly full: () => Error;
}

interface Waiting {
  readonly weight: number;
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/** The waiting work of one group, by client. The client whose turn is next stands first. */
type Group = Map<string, Waiting[]>;

/** Groups in which something waits. The one whose turn is next stands first. */
type Groups = Map<string, Group>;

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const running = createRunning(options);
  const line = createLine(options, running);

  async function enter(turn: Turn): Promise<Place> {
    const { group, by, weight = 1 } = turn;
    // Work that leaves begins what waits, so that a newcomer that fits passes nothing but its own client's work.
    if (line.groups.get(group)?.has(by) || !running.fits(by, weight)) await line.waitFor(turn);
    else running.add(by, weight);
    let own = weight;
    return {
      weigh(now) {
        running.add(by, now - own);
        own = now;
        if (line.groups.size > 0) line.beginNext();
      },
      isWanted() {
        running.add(by, -own);
        const isWanted = nextOf(line.groups, running) !== undefined;
        running.add(by, own);
        return isWanted;
      },
    };
  }

  return {
    enter,
    async run(turn, work) {
      const place = await enter(turn);
      try {
        return await work();
      } finally {
        place.weigh(0);
      }
    },
  };
}

/** Work that waits for a place. */
function createLine({ waitingMax, full }: FairQueueOptions, running: Running) {
  const groups: Groups = new Map();

  /** Begins all that fits, each client's in its order. */
  function beginNext(): void {
    for (let next = nextOf(groups, running); next; next = nextOf(groups, running)) {
      const { group, by, waiting } = next;
      running.add(by, waiting.weight);
      remove(groups, next, waiting);
      const clients = groups.get(group);
      if (clients) toEnd(clients, by);
      toEnd(groups, group);
      waiting.begin();
    }
  }

  function expire(turn: Turn, waiting: Waiting): void {
    remove(groups, turn, waiting);
    waiting.refuse(full());
    beginNext();
  }

  return {
    groups,
    beginNext,
    waitFor(turn: Turn): Promise<void> {
      const { group, by, weight = 1, waitMsMax } = turn;
      const clients: Group = groups.get(group) ?? new Map<string, Waiting[]>();
      if (sizeOf(clients) >= waitingMax) makeRoom(clients, by, full);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiting = { weight, begin: resolve, refuse: reject };
      clients.set(by, [...(clients.get(by) ?? []), waiting]);
      groups.set(group, clients);
      if (waitMsMax === undefined) return promise;
      const timer = setTimeout(() => expire(turn, waiting), waitMsMax);
      return promise.finally(() => clearTimeout(timer));
    },
  };
}

/** The work that may begin now: of the first group, and the first client in it, whose first work fits. */
function nextOf(groups: Groups, running: Running) {
  for (const [group, clients] of groups)
    for (const [by, [waiting]] of clients)
      if (waiting && running.fits(by, waiting.weight)) return { group, by, waiting };
  return undefined;
}

function remove(groups: Groups, { group, by }: Turn, waiting: Waiting): void {
  const clients = groups.get(group);
  const others = clients?.get(by)?.filter((each) => each !== waiting) ?? [];
  if (others.length > 0) clients?.set(by, others);
  else clients?.delete(by);
  if (clients?.size === 0) groups.delete(group);
}

/** Takes room from the client that has more waiting than this one will have, or refuses this one. */
function makeRoom(clients: Group, by: string, full: () => Error): void {
  const [most = []] = [...clients.values()].toSorted((a, b) => b.length - a.length);
  if (most.length <= (clients.get(by)?.length ?? 0) + 1) throw full();
  most.pop()?.refuse(full());
}

function toEnd<Value>(all: Map<string, Value>, name: string): void {
  const value = all.get(name);
  if (!all.delete(name) || value === undefined) return;
  all.set(name, value);
}

type Running = ReturnType<typeof createRunning>;

/** Counts what runs, of each client and in all. */
function createRunning({ atOnce, eachMax = atOnce }: FairQueueOptions) {
  const weights = new Map<string, number>();
  let total = 0;
  return {
    add(by: string, weight: number): void {
      total += weight;
      const own = (weights.get(by) ?? 0) + weight;
      if (own > 0) weights.set(by, own);
      else weights.delete(by);
    },
    fits(by: string, weight: number): boolean {
      const own = weights.get(by) ?? 0;
      return (own === 0 || own + weight <= eachMax) && (total === 0 || total + weight <= atOnce);
    },
  };
}

function sizeOf(group: Group): number {
  return [...group.values()].reduce((sum, { length }) => sum + length, 0);
}
