/** What time it is by the database's clock, which all replicas go by, however wrong their own are. */
export interface Time {
  /** Milliseconds since the epoch, about; where the two clocks agree it is this process's own. */
  readonly now: () => number;
  /** Never later than the database's clock. */
  readonly floor: () => number;
  start(): Promise<void>;
  stop(): void;
}

const everyMs = 10_000;
/** Clocks that differ by less are left alone, so that time does not jump to and fro. */
const sameMs = 50;

/** @param readDatabaseTime reads the database's clock. */
export function keepTime(
  readDatabaseTime: () => Promise<number>,
  warn: (line: string) => void,
): Time {
  let offsetMs = 0;
  let known = { databaseMs: 0, at: 0 };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const asked = performance.now();
    const databaseMs = await readDatabaseTime();
    const at = performance.now();
    known = { databaseMs, at };
    const inexactMs = (at - asked) / 2;
    const foundMs = databaseMs + inexactMs - Date.now();
    if (Math.abs(foundMs - offsetMs) <= sameMs + inexactMs) return;
    offsetMs = Math.round(Math.abs(foundMs) <= sameMs + inexactMs ? 0 : foundMs);
    if (offsetMs !== 0) warn(`the clock differs from the database's by ${offsetMs} ms`);
  }

  function schedule(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => warn(`the database's clock: ${String(error)}`))
        .finally(schedule);
    }, everyMs).unref();
  }

  const now = (): number => Date.now() + offsetMs;
  return {
    now,
    // Two ways, of which neither is ahead: the clock may be set, and may stand still in a sleep.
    floor: () =>
      Math.floor(Math.min(now() - sameMs, known.databaseMs + performance.now() - known.at)),
    async start() {
      await look();
      schedule();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
