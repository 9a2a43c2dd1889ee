/** Work that is looked for regularly, and at once where something is known to have come. */
import type { Release, TenantSlots } from "@slipway/delivery";

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
  /** Begins what is due, as far as there are slots; answers how much that was. */
  begin(): Promise<number>;
  /** Called when something has ended beside which more was due. */
  onRoom: () => void;
  /** Resolves when nothing runs. */
  rest(): Promise<void>;
}

export interface CrewWork<Piece> {
  /** How much runs at the same time, shared by tenant. */
  readonly slots: TenantSlots;
  /** The first tenant behind this one, by id, that has something due; none of `without`. */
  readonly findTenant: (after: string, without: readonly string[]) => Promise<string | null>;
  /** What is due of a tenant; `busy` names the keys of which nothing more may begin. */
  readonly list: (tenantId: string, busy: readonly string[]) => Promise<readonly Piece[]>;
  /** A piece that is under way is listed again until its run has marked it. */
  readonly idOf: (piece: Piece) => string;
  /** What has too many pieces under way already waits. */
  readonly keyOf: (piece: Piece) => string;
  /** Of one key; 1 unless said otherwise. */
  readonly perKeyMax?: number;
  readonly run: (piece: Piece) => Promise<void>;
  readonly warn: (line: string) => void;
}

/** Pieces of one tenant that begin before it is the next tenant's turn. */
const turnMax = 10;

/**
 * Runs pieces of work at the same time: of each key a few, of each tenant as many as its share of the
 * slots. Tenants take turns, so that the backlog of one delays no other.
 */
export function sideBySide<Piece>(work: CrewWork<Piece>): Crew {
  const { slots, findTenant, list, keyOf, perKeyMax = 1 } = work;
  const running = runningPieces(work, () => crew.onRoom());
  /** Whose turn was last. */
  let turn = "";

  /** Begins some of a tenant's pieces; answers how many. */
  async function beginSome(tenantId: string): Promise<number> {
    const due = await list(tenantId, running.busy());
    let begun = 0;
    for (const piece of due) {
      if (begun === turnMax) break;
      if (running.has(piece) || running.countOf(keyOf(piece)) >= perKeyMax) continue;
      const release = slots.take(tenantId);
      if (!release) break;
      running.begin(piece, release);
      begun++;
    }
    return begun;
  }

  const crew: Crew = {
    onRoom: () => {},
    async begin() {
      /** Tenants of which nothing more can begin in this look. */
      const done: string[] = [];
      let begun = 0;
      while (slots.hasFree()) {
        const without = [...slots.full(), ...done];
        const next = (await findTenant(turn, without)) ?? (await findTenant("", without));
        if (next === null) break;
        turn = next;
        const some = await beginSome(next);
        if (some === 0) done.push(next);
        begun += some;
      }
      // What these keep back can begin when something ends.
      running.isMoreDue = !slots.hasFree() || [...slots.full(), ...done].length > 0;
      return begun;
    },
    rest: () => running.rest(),
  };
  return crew;
}

interface RunningPieces<Piece> {
  isMoreDue: boolean;
  begin(piece: Piece, release: Release): void;
  has(piece: Piece): boolean;
  countOf(key: string): number;
  /** Keys of which nothing more may begin. */
  busy(): string[];
  rest(): Promise<void>;
}

function runningPieces<Piece>(
  { idOf, keyOf, perKeyMax = 1, run, warn }: CrewWork<Piece>,
  onRoom: () => void,
): RunningPieces<Piece> {
  const underWay = new Map<string, number>();
  const promises = new Map<string, Promise<void>>();
  const running: RunningPieces<Piece> = {
    isMoreDue: false,
    has: (piece) => promises.has(idOf(piece)),
    countOf: (key) => underWay.get(key) ?? 0,
    busy: () => [...underWay].filter(([, count]) => count >= perKeyMax).map(([key]) => key),
    begin(piece, release) {
      const key = keyOf(piece);
      underWay.set(key, running.countOf(key) + 1);
      const ended = run(piece)
        .catch((error: unknown) => warn(`sync: ${String(error)}`))
        .finally(() => {
          release();
          const left = running.countOf(key) - 1;
          if (left === 0) underWay.delete(key);
          else underWay.set(key, left);
          promises.delete(idOf(piece));
          if (running.isMoreDue) onRoom();
        });
      promises.set(idOf(piece), ended);
    },
    async rest() {
      while (promises.size > 0) await Promise.all(promises.values());
    },
  };
  return running;
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
