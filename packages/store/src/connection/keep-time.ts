import { type ServiceOptions, readSettings } from "@slipway/broker";
import { type Database, readDatabaseTime } from "./connect.ts";
import { databaseSettings } from "./database-settings.ts";

/** The time by the database's clock: all replicas decide by it, however wrong their own clocks are. */
export type Time = ReturnType<typeof keepTime>;

interface TimeOptions {
  readonly read: () => Promise<number>;
  readonly warn: (line: string) => void;
  /** This process is not ready while its clock is further off than this. */
  readonly offMsMax: number;
  /** Connections that have broken and primaries that have changed: the next primary has another clock. */
  readonly breaks: () => number;
}

/** Clocks that differ by less are left alone, so that time does not jump to and fro. */
const sameMs = 50;
/** Two clocks come apart by less between two measurements, also while one of them is slewed. */
const driftMsMax = 20;
/** No member of a set is further behind another: a ledger's time would stand still for so long. */
const doubtMsMax = 60_000;

/** The time by a service's database. CLOCK_OFFSET_MAX_SECONDS: how far off this process may be. */
export function databaseTime(
  database: Pick<Database, "connection" | "breaks">,
  { settings = {}, log }: Pick<ServiceOptions, "settings" | "log">,
): Time {
  return keepTime({
    read: () => readDatabaseTime(database.connection),
    breaks: database.breaks,
    warn: (line) => log("warn", line),
    offMsMax: readSettings(databaseSettings, settings).CLOCK_OFFSET_MAX_SECONDS * 1_000,
  });
}

/** Keeps the difference of the two clocks as it was measured last. */
export function keepTime({ read, warn, offMsMax, breaks }: TimeOptions) {
  let offsetMs = 0;
  let isNear = true;
  let known = { databaseMs: 0, at: 0, ownMs: 0, breaks: breaks() };

  /** Reads the database's clock now: after a fail-over it may be another one. */
  async function measure(): Promise<void> {
    const [asked, before] = [performance.now(), breaks()];
    const databaseMs = await read();
    const at = performance.now();
    known = { databaseMs, at, ownMs: Date.now(), breaks: before };
    const inexactMs = (at - asked) / 2;
    const foundMs = databaseMs + inexactMs - known.ownMs;
    noteDistance(Math.abs(foundMs) - inexactMs);
    if (Math.abs(foundMs - offsetMs) <= sameMs + inexactMs) return;
    offsetMs = Math.round(Math.abs(foundMs) <= sameMs + inexactMs ? 0 : foundMs);
    if (offsetMs !== 0) warn(`the clock differs from the database's by ${offsetMs} ms`);
  }

  function noteDistance(offMs: number): void {
    const wasNear = isNear;
    // mark: clock-is-near
    isNear = offMs <= offMsMax;
    if (isNear === wasNear) return;
    const how = isNear ? "close enough again" : `${Math.round(offMs)} ms off, so it is not ready`;
    warn(`the clock of this process is ${how} (CLOCK_OFFSET_MAX_SECONDS is ${offMsMax / 1_000})`);
  }

  /** Milliseconds since the epoch, about; where the two clocks agree it is this process's own. */
  const now = (): number => Date.now() + offsetMs;

  /** Never later than the database's clock. */
  function floor(): number {
    // The time since the last measurement by two clocks: one may be set, the other may stand still in a sleep.
    const passedMs = Math.min(Date.now() - known.ownMs, performance.now() - known.at);
    // The next primary may have another clock, which is behind by no more than this.
    const doubtMs = known.breaks === breaks() ? driftMsMax : doubtMsMax;
    return Math.floor(known.databaseMs + passedMs - doubtMs);
  }

  return {
    now,
    floor,
    /** The floor, measured since the primary changed last. Rejects while the database is away. */
    async certain() {
      while (known.breaks !== breaks()) await measure();
      return floor();
    },
    /** Whether this process's clock is close enough to the database's for deadlines to mean anything. */
    isNear: () => isNear,
    measure,
  };
}
