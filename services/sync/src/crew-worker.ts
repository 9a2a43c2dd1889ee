/** Work that is looked for regularly, and at once where something is known to have come. */

export interface ClockedLoop {
  start(): void;
  /** Looks now, or once more when the look under way has ended. */
  wake(): void;
  /** Begins nothing more; resolves when what runs has ended. */
  stop(): Promise<void>;
  /** Resolves when nothing that is due is left. */
  idle(): Promise<void>;
}

export interface ClockedWork {
  readonly everyMs: number;
  /** Does or begins what is due. */
  readonly look: () => Promise<void>;
  readonly warn: (line: string) => void;
}

/** Looks every few milliseconds, one look at a time. */
export function clockedLoop({ everyMs, look, warn }: ClockedWork): ClockedLoop {
  let isStopped = true;
  let isAsked = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false;
      await look().catch((error: unknown) => warn(`sync: ${String(error)}`));
    }
  }

  function wake(): void {
    if (isStopped) return;
    isAsked = true;
    running ??= run().finally(() => {
      running = undefined;
      // What came between the last look and here.
      if (isAsked) wake();
    });
  }

  return {
    wake,
    start() {
      isStopped = false;
      timer = setInterval(wake, everyMs).unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
    async idle() {
      wake();
      while (running) await running;
    },
  };
}

export interface Crew {
  /** Begins what is due, as far as there is room; answers how much that was. */
  begin(): Promise<number>;
  /** Called when something has ended beside which more was due. */
  onRoom: () => void;
  /** Resolves when nothing runs. */
  rest(): Promise<void>;
}

export interface CrewWork<Piece> {
  readonly atOnceMax: number;
  /** What is due; `busy` names the keys of which nothing more may begin. */
  readonly list: (busy: readonly string[]) => Promise<readonly Piece[]>;
  /** What has too many pieces under way already waits. */
  readonly keyOf: (piece: Piece) => string;
  /** Of one key; 1 unless said otherwise. */
  readonly perKeyMax?: number;
  readonly run: (piece: Piece) => Promise<void>;
  readonly warn: (line: string) => void;
}

/** Runs pieces of work side by side, but for those that have the same key. */
export function sideBySide<Piece>(work: CrewWork<Piece>): Crew {
  const { atOnceMax, list, keyOf, perKeyMax = 1, run, warn } = work;
  const underWay = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let isMoreDue = false;

  function begin(key: string, piece: Piece): void {
    underWay.set(key, (underWay.get(key) ?? 0) + 1);
    const ended = run(piece)
      .catch((error: unknown) => warn(`sync: ${String(error)}`))
      .finally(() => {
        const left = (underWay.get(key) ?? 1) - 1;
        if (left === 0) underWay.delete(key);
        else underWay.set(key, left);
        running.delete(ended);
        if (isMoreDue) crew.onRoom();
      });
    running.add(ended);
  }

  const crew: Crew = {
    onRoom: () => {},
    async begin() {
      const busy = [...underWay].filter(([, count]) => count >= perKeyMax).map(([key]) => key);
      const due = running.size < atOnceMax ? await list(busy) : [];
      isMoreDue = due.length > 0 || running.size >= atOnceMax;
      let begun = 0;
      for (const piece of due) {
        const key = keyOf(piece);
        if (running.size >= atOnceMax || (underWay.get(key) ?? 0) >= perKeyMax) continue;
        begin(key, piece);
        begun++;
      }
      return begun;
    },
    async rest() {
      while (running.size > 0) await Promise.all(running);
    },
  };
  return crew;
}

/** A crew that looks for work by itself. */
export function clockedCrew({
  everyMs,
  crew,
  warn,
}: Omit<ClockedWork, "look"> & { crew: Crew }): ClockedLoop {
  const look = async (): Promise<void> => void (await crew.begin());
  const loop = clockedLoop({ everyMs, look, warn });
  crew.onRoom = () => loop.wake();
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await crew.rest();
    },
    async idle() {
      for (;;) {
        await loop.idle();
        await crew.rest();
        if ((await crew.begin()) === 0) return;
      }
    },
  };
}
