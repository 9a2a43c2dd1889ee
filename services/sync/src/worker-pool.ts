/** Tasks that run concurrently, a share of the slots for each tenant. */
import { type Job, type RunningJob, createJob } from "@slipway/broker";
import type { Release, TenantSlots } from "@slipway/delivery";
import { turnMax } from "./constants.ts";

export interface WorkerPool {
  /** Starts the due tasks that find a slot; returns how many. */
  startDue(): Promise<number>;
  /** Called when a task ends while due tasks wait for a slot or for a key. */
  onSlotFree: () => void;
  /** Resolves when no task runs. */
  idle(): Promise<void>;
}

interface PoolWork<Task> {
  /** How many tasks run at the same time, shared by tenant. */
  readonly slots: TenantSlots;
  /** The first tenant after this id that has a due task; none of `without`. */
  readonly findTenant: (after: string, without: readonly string[]) => Promise<string | null>;
  /** Returns due tasks of a tenant; skips keys at their concurrency limit (`busy`). */
  readonly list: (tenantId: string, busy: readonly string[]) => Promise<readonly Task[]>;
  /** Tells tasks apart: a running task is listed again until its run has marked it. */
  readonly idOf: (task: Task) => string;
  /** A task waits while `perKeyMax` tasks of its key run. */
  readonly keyOf: (task: Task) => string;
  /** 1 by default. */
  readonly perKeyMax?: number;
  readonly run: (task: Task) => Promise<void>;
  readonly warn: (line: string) => void;
}

/**
 * Runs tasks concurrently: a few of each key, and of each tenant as many as its share of the slots.
 * Tenants take turns, so the backlog of one delays no other.
 */
export function createWorkerPool<Task>(work: PoolWork<Task>): WorkerPool {
  const { slots, findTenant, list, keyOf, perKeyMax = 1 } = work;
  const running = runningTasks(work, () => pool.onSlotFree());
  /** The tenant whose turn was last. */
  let turn = "";

  /** Starts some of a tenant's tasks; returns how many. */
  async function startSome(tenantId: string): Promise<number> {
    const due = await list(tenantId, running.busy());
    let started = 0;
    for (const task of due) {
      if (started === turnMax) break;
      if (running.has(task) || running.countOf(keyOf(task)) >= perKeyMax) continue;
      const release = slots.take(tenantId);
      if (!release) break;
      running.start(task, release);
      started++;
    }
    return started;
  }

  const pool: WorkerPool = {
    onSlotFree: () => {},
    async startDue() {
      /** Tenants of which no more tasks can start in this look. */
      const done: string[] = [];
      let started = 0;
      while (slots.hasFree()) {
        const without = [...slots.full(), ...done];
        const next = (await findTenant(turn, without)) ?? (await findTenant("", without));
        if (next === null) break;
        turn = next;
        const some = await startSome(next);
        if (some === 0) done.push(next);
        started += some;
      }
      // Their waiting tasks can start when a task ends.
      running.isMoreDue = !slots.hasFree() || [...slots.full(), ...done].length > 0;
      return started;
    },
    idle: () => running.idle(),
  };
  return pool;
}

interface RunningTasks<Task> {
  isMoreDue: boolean;
  start(task: Task, release: Release): void;
  has(task: Task): boolean;
  countOf(key: string): number;
  /** Keys at their concurrency limit. */
  busy(): string[];
  idle(): Promise<void>;
}

function runningTasks<Task>(
  { idOf, keyOf, perKeyMax = 1, run, warn }: PoolWork<Task>,
  onSlotFree: () => void,
): RunningTasks<Task> {
  const underWay = new Map<string, number>();
  const promises = new Map<string, Promise<void>>();
  const running: RunningTasks<Task> = {
    isMoreDue: false,
    has: (task) => promises.has(idOf(task)),
    countOf: (key) => underWay.get(key) ?? 0,
    busy: () => [...underWay].filter(([, count]) => count >= perKeyMax).map(([key]) => key),
    start(task, release) {
      const key = keyOf(task);
      underWay.set(key, running.countOf(key) + 1);
      const ended = run(task)
        .catch((error: unknown) => warn(`sync: ${String(error)}`))
        .finally(() => {
          release();
          const left = running.countOf(key) - 1;
          if (left === 0) underWay.delete(key);
          else underWay.set(key, left);
          promises.delete(idOf(task));
          if (running.isMoreDue) onSlotFree();
        });
      promises.set(idOf(task), ended);
    },
    async idle() {
      while (promises.size > 0) await Promise.all(promises.values());
    },
  };
  return running;
}

/** A job that starts the due tasks of a pool, and is woken when a task ends that others wait for. */
export function createPoolJob(
  pool: WorkerPool,
  job: Pick<Job, "name" | "everyMs">,
  warn: (line: string) => void,
): RunningJob {
  const looking = createJob({ ...job, run: () => pool.startDue() }, warn);
  pool.onSlotFree = () => looking.wake();
  return {
    ...looking,
    async stop() {
      await looking.stop();
      await pool.idle();
    },
    async settle() {
      for (;;) {
        await looking.settle();
        await pool.idle();
        if ((await pool.startDue()) === 0) return;
      }
    },
  };
}
