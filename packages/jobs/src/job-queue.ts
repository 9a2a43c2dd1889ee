/** Runs due jobs: tenants in turn and each with its share of the slots, the keys of a tenant in turn, a few jobs of each key. */
import { setTimeout as pause } from "node:timers/promises";
import { type RunningJob, createJob } from "@slipway/broker";
import { attemptBegun, jobsDied, watchQueue } from "@slipway/metrics";
import {
  countEveryMs,
  countedMax,
  jobsPerTurnMax,
  keptShare,
  putOffMs,
  stopMs,
} from "./constants.ts";
import type { DueKey, JobStore, ListedJob } from "./job-store.ts";
import { type RunningJobs, createRunningJobs } from "./running-jobs.ts";
import type { Release, TenantSlots } from "./tenant-slots.ts";

/** How jobs of a key run now. */
interface Terms<Context> {
  /** How many run at the same time, on all replicas. */
  readonly atOnce: number;
  readonly slots: TenantSlots;
  /** The data that their attempts share. */
  readonly context: Context;
}

export interface Lease {
  /**
   * Renews the lease once a third of it is over. Long attempts call it between their steps. Rejects where another attempt
   * has the job, and where the queue stops: the attempt must end then.
   */
  readonly keep: () => Promise<void>;
  readonly until: () => Date;
}

interface Queue<Document, Context> {
  /** `<service>.<verb>-<noun>`: the label of its metric. */
  readonly name: string;
  /** Pause between two looks for jobs that other replicas have made, or whose time has come. */
  readonly everyMs: number;
  /** After this time another attempt takes a job whose attempt has had no end. */
  readonly leaseMs: number;
  readonly jobs: JobStore<Document>;
  /** All slots that terms name. */
  readonly slots: readonly TenantSlots[];
  /** Null: nothing of the key may run, and its jobs are due no longer. */
  readonly termsOf: (key: DueKey) => Promise<Terms<Context> | null>;
  /**
   * Makes one attempt and writes its end; answers whether the job is dead: the last attempt has failed. If it rejects,
   * another attempt follows after the lease, and at once where the queue stops.
   */
  readonly run: (job: Document, context: Context, lease: Lease) => Promise<boolean>;
  /** Ends attempts that a stop no longer waits for. They reject. */
  readonly cutOff?: () => Promise<void>;
  readonly clock: () => number;
  readonly warn: (line: string) => void;
}

interface Leased {
  readonly _id: string;
  readonly tenantId: string;
}

interface Running<Document, Context> extends Queue<Document, Context> {
  readonly attempts: RunningJobs;
  isStopped: boolean;
  /** Whether the last look has left due jobs that had to wait for an attempt's end. */
  isMoreDue: boolean;
  /** Whether the look under way has met a limit behind which more may be due. */
  isLimited: boolean;
  /** Has another look made. */
  readonly wake: () => void;
}

/** A queue with its timer; `wake` says that a job may have come. */
export function createJobQueue<Document extends Leased, Context>(
  given: Queue<Document, Context>,
): RunningJob {
  const { name, everyMs, cutOff, warn } = given;
  const attempts = createRunningJobs();
  const wake = (): void => looking.wake();
  const queue = { ...given, attempts, isStopped: false, isMoreDue: false, isLimited: false, wake };
  const look = createLook(queue);
  const counts = countsOf(queue);
  const looking = createJob({ name, everyMs, run: () => counts.renewAfter(look) }, warn);
  let unwatch = (): void => {};
  return {
    ...looking,
    start() {
      unwatch = watchQueue(name, counts.read);
      jobsDied(name, 0);
      looking.start();
    },
    async stop() {
      unwatch();
      queue.isStopped = true;
      await looking.stop();
      if (cutOff) {
        await Promise.race([attempts.idle(), pause(stopMs, undefined, { ref: false })]);
        await cutOff();
      }
      await attempts.idle();
    },
    async settle() {
      do {
        await looking.settle();
        await attempts.idle();
      } while ((await look()) > 0 || attempts.count() > 0);
    },
  };
}

/** Counts now and then what is due after a look: what waits for slots, or for a fault to end. */
function countsOf<Document>({
  jobs,
  attempts,
  clock,
}: Pick<Running<Document, unknown>, "jobs" | "attempts" | "clock">) {
  let countedAt = -Infinity;
  let due: Awaited<ReturnType<typeof jobs.countDue>> = null;
  return {
    async renewAfter(look: () => Promise<unknown>) {
      try {
        await look();
      } finally {
        const now = clock();
        if (now - countedAt >= countEveryMs) {
          countedAt = now;
          due = await jobs.countDue(new Date(now), countedMax);
        }
      }
    },
    read: () => ({
      running: attempts.count(),
      due: due?.count ?? 0,
      oldestSeconds: due ? Math.max(0, countedAt - due.oldestAt.getTime()) / 1_000 : 0,
    }),
  };
}

/** A look begins what finds a slot; it answers how many attempts that are. */
function createLook<Document extends Leased, Context>(
  queue: Running<Document, Context>,
): () => Promise<number> {
  const { attempts, jobs, slots } = queue;
  /** The tenant whose turn was last, and the last key of each tenant that had more. */
  let last = "";
  const lastKeys = new Map<string, string>();
  return async () => {
    const { endedCount } = attempts;
    queue.isLimited = false;
    /** Tenants of which nothing more may begin in this look. */
    const passed: string[] = [];
    let isWhole = last === "";
    let begun = 0;
    while (!queue.isStopped && slots.some((each) => each.hasFree())) {
      const turn = { after: last, without: [...fullTenants(slots), ...passed] };
      const found = await jobs.findTenant(new Date(queue.clock()), turn);
      const isFirst = last === "";
      last = found?.tenantId ?? "";
      if (found) {
        const some = await beginSome(queue, lastKeys, found);
        begun += some;
        // One that began all it had may have more by the next round, and waits no longer for who has much.
        if (some === 0) passed.push(last);
        else if (lastKeys.has(last)) isWhole = false;
      } else if (isFirst || isWhole) break;
      else isWhole = true;
    }
    const isShort = slots.some((each) => !each.hasFree() || each.full().length > 0);
    queue.isMoreDue = isShort || queue.isLimited;
    // An attempt that has ended during this look woke none.
    if (queue.isMoreDue && attempts.endedCount !== endedCount) queue.wake();
    return begun;
  };
}

/** Tenants that may have a slot of no kind. */
function fullTenants([first, ...others]: readonly TenantSlots[]): string[] {
  return first?.full().filter((id) => others.every((each) => !each.mayTake(id))) ?? [];
}

/** Begins jobs of a few keys of a tenant; answers how many. The last key is noted where there may be more. */
async function beginSome<Document extends Leased, Context>(
  queue: Running<Document, Context>,
  lastKeys: Map<string, string>,
  first: DueKey,
): Promise<number> {
  const { tenantId } = first;
  const seen = queue.attempts.listBusy(tenantId);
  if (seen.length > 0) queue.isLimited = true;
  let after = lastKeys.get(tenantId) ?? "";
  let isWhole = after === "";
  let begun = 0;
  for (let keys = 0; keys < jobsPerTurnMax && begun < jobsPerTurnMax; ) {
    const isFirst = keys === 0 && isWhole && !seen.includes(first.name);
    const now = new Date(queue.clock());
    const key = isFirst ? first : await queue.jobs.findKey(tenantId, now, { after, without: seen });
    after = key?.name ?? "";
    if (key) {
      keys++;
      seen.push(key.name);
      lastKeys.set(tenantId, key.name);
      begun += await beginSafely(queue, key);
      if (!queue.slots.some((each) => each.mayTake(tenantId))) break;
    } else if (isWhole) {
      lastKeys.delete(tenantId);
      break;
    } else isWhole = true;
  }
  return begun;
}

/** A record that cannot be read delays its own key alone. */
async function beginSafely<Document extends Leased, Context>(
  queue: Running<Document, Context>,
  key: DueKey,
): Promise<number> {
  try {
    return await beginOf(queue, key);
  } catch (error) {
    queue.warn(`${queue.name}: ${String(error)}`);
    return 0;
  }
}

/** Begins jobs of a key as far as slots are free; answers how many. */
async function beginOf<Document extends Leased, Context>(
  queue: Running<Document, Context>,
  key: DueKey,
): Promise<number> {
  const { jobs, attempts } = queue;
  const terms = await queue.termsOf(key);
  if (!terms) return 0;
  if (!terms.slots.mayTake(key.tenantId)) {
    queue.isLimited = true;
    return 0;
  }
  const now = queue.clock();
  const first = await jobs.listFirst(key, new Date(now), terms.atOnce);
  if (first.length === terms.atOnce) queue.isLimited = true;
  const free = first
    .filter(({ id, isFree }) => isFree && !attempts.has(key, id))
    .slice(0, Math.max(0, terms.atOnce - attempts.countOf(key)));
  // Behind a job of this process it waits for that one's end alone.
  const isBlocked = free.length === 0 && attempts.countOf(key) === 0;
  if (isBlocked && jobs.isOrdered) await putOffBehind(queue, key, first[0]);
  let begun = 0;
  // One statement at a time: requests that use the database do not wait behind a burst.
  for (const { id, dueAt } of free) {
    const release = queue.isStopped ? undefined : terms.slots.take(key.tenantId);
    queue.isLimited ||= !release;
    if (!release) break;
    if (!(await begin(queue, { ...key, id }, terms, release))) continue;
    attemptBegun(queue.name, Math.max(0, now - dueAt.getTime()) / 1_000);
    begun++;
  }
  return begun;
}

/** A job that waits behind another one must not hide jobs that wait for none. */
async function putOffBehind<Document>(
  { jobs, clock }: Pick<Queue<Document, unknown>, "jobs" | "clock">,
  key: DueKey,
  head: ListedJob | undefined,
): Promise<void> {
  if (!head || head.id === key.id) return;
  const until = new Date(Math.max(clock() + putOffMs, head.dueAt.getTime()));
  await jobs.putOff(key, new Date(clock()), until);
}

/** False where another replica has the job, or may have it, or it waits no longer. */
async function begin<Document extends Leased, Context>(
  queue: Running<Document, Context>,
  name: DueKey,
  { atOnce, context }: Terms<Context>,
  release: Release,
): Promise<boolean> {
  const { jobs, attempts, clock, leaseMs, warn } = queue;
  const until = new Date(clock() + leaseMs);
  const job = await jobs.take(name, new Date(clock()), until).catch((error: unknown) => {
    warn(`${queue.name}: ${String(error)}`);
    return null;
  });
  // Race: if the answer comes after the lease, another replica may have the job.
  if (!job || clock() >= until.getTime()) {
    release();
    return false;
  }
  const lease = createLease(queue, name, until);
  const attempt = queue.run(job, context, lease).then(
    (isDead) => jobsDied(queue.name, Number(isDead)),
    async (error: unknown) => {
      warn(`${queue.name} ${name.id}: ${String(error)}`);
      // The next replica need not wait for the lease. An attempt that fails otherwise waits, lest it fails at once again.
      if (queue.isStopped) await jobs.giveBack(name, lease.until());
    },
  );
  attempts.add(name, atOnce, attempt, () => {
    release();
    if (queue.isMoreDue) queue.wake();
  });
  return true;
}

function createLease<Document, Context>(
  queue: Pick<Running<Document, Context>, "isStopped" | "jobs" | "clock" | "leaseMs">,
  name: DueKey,
  taken: Date,
): Lease {
  const { clock, leaseMs } = queue;
  let until = taken;
  let renewing: Promise<void> | undefined;
  async function renew(): Promise<void> {
    const next = new Date(clock() + leaseMs);
    if (!(await queue.jobs.renew(name, until, next)))
      throw new Error("another attempt has the job");
    until = next;
  }
  return {
    until: () => until,
    async keep() {
      if (queue.isStopped) throw new Error("the queue stops");
      if (until.getTime() - clock() >= keptShare * leaseMs) return;
      // Race: several questions of the attempt may ask at once. One write renews for all of them.
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      await renewing;
    },
  };
}
