import { afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import type { RunningJob } from "@slipway/broker";
import { until } from "@slipway/dev/testing-until";
import { readMetrics } from "@slipway/metrics";
import {
  collection as declare,
  makeIndexes,
  type mongo,
  openCollections,
  openDatabase,
} from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import fc from "fast-check";
import {
  type JobStore,
  type Lease,
  createJobQueue,
  jobIndex,
  jobStore,
  tenantSlots,
} from "../src/index.ts";

interface Task {
  readonly _id: string;
  readonly tenantId: string;
  readonly line: string;
  readonly position: number;
  readonly status: "PENDING" | "DONE";
  readonly nextAttemptAt: Date;
  readonly leasedUntil?: Date | null;
}

const { uri, name } = testDatabase(import.meta.url);
const tables = { tasks: declare<Task>("tasks", [jobIndex("line", "PENDING")]) };
const leaseMs = 30_000;
const startAt = Date.parse("2027-06-01T08:00:00.000Z");
let tasks: mongo.Collection<Task>;
let now: number;
/** The attempts that have begun, each with a way to end it. */
let begun: {
  readonly id: string;
  readonly end: () => void;
  readonly fail: () => void;
  readonly lease: Lease;
}[];
let queues: RunningJob[];
let warnings: string[];
/** Attempts end at once. */
let isOver: boolean;

const database = forThisFile(() => openDatabase(uri, name));
beforeAll(async () => {
  await makeIndexes(database.connection, tables);
  tasks = openCollections(database.connection, tables).tasks;
});
beforeEach(async () => {
  await tasks.deleteMany({});
  [now, begun, queues, warnings, isOver] = [startAt, [], [], [], false];
});
afterEach(async () => {
  isOver = true;
  const stopped = queues.map((queue) => queue.stop());
  for (const { end } of begun) end();
  await Promise.all(stopped);
});

interface Aspects {
  readonly slots?: number;
  readonly atOnce?: number;
  readonly order?: string;
  /** Called as an attempt begins. */
  readonly began?: (task: Task) => Promise<void>;
  /** A tenant whose terms cannot be read. */
  readonly unreadable?: string;
  /** A task whose last attempt fails. */
  readonly dead?: string;
  /** The time that the answer to a lease takes. */
  readonly answerMs?: () => number;
}

function aStore(order?: string): JobStore<Task> {
  return jobStore({
    collection: tasks,
    waiting: { status: "PENDING" },
    due: "nextAttemptAt",
    key: ["line"],
    ...(order === undefined ? {} : { order }),
  });
}

/** A replica with a queue of its own. */
function aQueue({ slots: slotsMax = 100, atOnce = 1, order, ...more }: Aspects = {}): RunningJob {
  const slots = tenantSlots(slotsMax);
  const store = aStore(order);
  const queue = createJobQueue({
    name: "test.find-tasks",
    everyMs: 60_000,
    leaseMs,
    jobs: {
      ...store,
      async take(...given) {
        const taken = await store.take(...given);
        now += more.answerMs?.() ?? 0;
        return taken;
      },
    },
    slots: [slots],
    async termsOf({ tenantId }) {
      if (tenantId === more.unreadable) throw new Error("it cannot be read");
      return { atOnce, slots, context: undefined };
    },
    async run(task, _context, lease) {
      await more.began?.(task);
      const { _id } = task;
      return new Promise<boolean>((resolve, reject) => {
        const end = () => {
          const done = { $set: { status: "DONE", leasedUntil: null } } as const;
          tasks.updateOne({ _id }, done).then(() => resolve(_id === more.dead), reject);
        };
        begun.push({ id: _id, end, fail: () => reject(new Error("it failed")), lease });
        if (isOver) end();
      });
    },
    clock: () => now,
    warn: (line) => void warnings.push(line),
  });
  queue.start();
  queues.push(queue);
  return queue;
}

/** Due tasks of a tenant, in so many lines. */
async function add(tenantId: string, count: number, lines = count): Promise<void> {
  const added = Array.from({ length: count }, (_, index) => aTask(tenantId, index, lines));
  await tasks.insertMany(added);
}

function aTask(tenantId: string, index: number, lines: number): Task {
  return {
    _id: `${tenantId}${index}`,
    tenantId,
    line: `line ${index % lines}`,
    position: index,
    status: "PENDING",
    nextAttemptAt: new Date(startAt - 1_000 + index),
  };
}

const ids = (): string[] => begun.map(({ id }) => id);

/** Wakes the queue, and resolves when so many have begun. */
async function begins(queue: RunningJob, count: number): Promise<string[]> {
  queue.wake();
  await until(() => begun.length >= count);
  return ids();
}

/** As the metrics show it of this queue. */
async function shown(of: string): Promise<number | undefined> {
  const metrics = await readMetrics();
  const metric = metrics.find((each) => each.name === `slipway_queue_${of}`);
  return metric?.values.find(({ labels }) => labels["name"] === "test.find-tasks")?.value;
}

describe("jobs of several tenants", () => {
  it("begin in turns, five of one tenant and then some of the next", async () => {
    await add("a", 100);
    await add("b", 3);
    await add("c", 1);
    const order = await begins(aQueue(), 50);
    expect(order.slice(0, 9).join(" ")).toBe("a0 a1 a10 a11 a12 b0 b1 b2 c0");
  });

  it("begin in the same look as a backlog, although they came after their tenant's turn", async () => {
    await add("a", 100);
    await add("b", 1);
    const began = async ({ _id }: Task): Promise<void> => {
      if (_id === "a14") await tasks.insertOne({ ...aTask("b", 1, 2), _id: "late" });
    };
    const order = await begins(aQueue({ slots: 300, began }), 102);
    expect(order.indexOf("late")).toBeLessThan(50);
  });

  it("of the one with a backlog take half of the slots", async () => {
    await add("a", 100);
    const queue = aQueue({ slots: 20 });
    expect(await begins(queue, 10)).toHaveLength(10);
    await add("b", 100);
    const all = await begins(queue, 15);
    expect(all.filter((id) => id.startsWith("b"))).toHaveLength(5);
  });

  it("begin although another tenant's terms cannot be read", async () => {
    await add("a", 2);
    await add("b", 1);
    expect(await begins(aQueue({ unreadable: "a" }), 1)).toEqual(["b0"]);
    expect(warnings).toContain("test.find-tasks: Error: it cannot be read");
  });

  it("get the slot that ends in turns where all are taken", async () => {
    for (const tenantId of ["a", "b", "c", "d"]) await add(tenantId, 5);
    await begins(aQueue({ slots: 2 }), 2);
    expect(ids()).toEqual(["a0", "b0"]);
    expect(await shown("running_attempts")).toBe(2);
    for (let each = 0; each < 5; each++) {
      begun[each]?.end();
      await until(() => begun.length === each + 3);
    }
    expect(ids().slice(2)).toEqual(["c0", "d0", "a1", "b1", "c1"]);
  });
});

it("shows what is due without an attempt, and what has failed for good", async () => {
  await add("a", 5);
  await tasks.insertOne({ ...aTask("a", 9, 9), nextAttemptAt: new Date(startAt + 1) });
  await begins(aQueue({ slots: 2, dead: "a0" }), 1);
  await until(async () => (await shown("due_jobs")) === 4);
  expect(await shown("oldest_due_seconds")).toBe(0.999);
  begun[0]?.end();
  await until(async () => (await shown("dead_jobs_total")) === 1);
});

describe("jobs of one key", () => {
  it("are no more at once than they may be, on two replicas together, and hide no others", async () => {
    await add("a", 1_000, 1);
    await add("a-other", 1);
    const [one, other] = [aQueue({ atOnce: 5 }), aQueue({ atOnce: 5 })];
    one.wake();
    await begins(other, 6);
    one.wake();
    await begins(other, 6);
    expect(ids().toSorted()).toEqual(["a-other0", "a0", "a1", "a2", "a3", "a4"]);
    begun.find(({ id }) => id === "a2")?.end();
    await until(() => begun.length === 7);
    expect(ids()).toContain("a5");
  });

  it("begin once, although two replicas find them at once", async () => {
    await add("a", 40);
    const [one, other] = [aQueue(), aQueue()];
    one.wake();
    await begins(other, 40);
    one.wake();
    other.wake();
    for (const { end } of begun) end();
    await Promise.all([one.settle(), other.settle()]);
    expect(new Set(ids()).size).toBe(40);
    expect(begun).toHaveLength(40);
  });

  it("run one after the other in their order, also past one that waits for its time", async () => {
    await add("a", 3, 1);
    await tasks.updateOne({ _id: "a0" }, { $set: { nextAttemptAt: new Date(now + 5_000) } });
    const queue = aQueue({ order: "position" });
    queue.wake();
    // The jobs behind it are put off, and hide no other job meanwhile.
    await until(async () => {
      queue.wake();
      return (await aStore().findTenant(new Date(now), { after: "", without: [] })) === null;
    });
    expect(ids()).toEqual([]);
    now += 5_000;
    for (const count of [1, 2, 3]) {
      await begins(queue, count);
      begun.at(-1)?.end();
    }
    expect(ids()).toEqual(["a0", "a1", "a2"]);
  });
});

describe("a job whose attempt has no end", () => {
  it("is taken by another replica after its lease, not before", async () => {
    await add("a", 1);
    await begins(aQueue(), 1);
    const other = aQueue();
    now += leaseMs - 1;
    other.wake();
    await add("b", 1);
    expect(await begins(other, 2)).toEqual(["a0", "b0"]);
    now += 1;
    expect(await begins(other, 3)).toEqual(["a0", "b0", "a0"]);
  });

  it("waits for its lease where the attempt fails, and is named in the log", async () => {
    await add("a", 1);
    const queue = aQueue();
    await begins(queue, 1);
    begun[0]?.fail();
    await queue.settle();
    expect(warnings).toEqual(["test.find-tasks a0: Error: it failed"]);
    expect(begun).toHaveLength(1);
    now += leaseMs;
    await begins(queue, 2);
  });

  it("is free at once where its process stops", async () => {
    await add("a", 1);
    const queue = aQueue();
    await begins(queue, 1);
    const stopped = queue.stop();
    begun[0]?.fail();
    await stopped;
    expect(await begins(aQueue(), 2)).toEqual(["a0", "a0"]);
  });

  it("stays with an attempt that keeps its lease, and is free at once where that one's process stops", async () => {
    await add("a", 1);
    const queue = aQueue();
    await begins(queue, 1);
    const other = aQueue();
    for (let thirds = 0; thirds < 6; thirds++) {
      now += leaseMs / 3 + 1;
      await begun[0]?.lease.keep();
      await other.settle();
    }
    expect([ids(), begun[0]?.lease.until()]).toEqual([["a0"], new Date(now + leaseMs)]);
    const stopped = queue.stop();
    await expect(begun[0]?.lease.keep()).rejects.toThrow("the queue stops");
    begun[0]?.fail();
    await stopped;
    expect(await begins(other, 2)).toEqual(["a0", "a0"]);
  });

  it("is kept no longer by an attempt whose lease another one has taken", async () => {
    await add("a", 1);
    await begins(aQueue(), 1);
    now += leaseMs;
    await begins(aQueue(), 2);
    await expect(begun[0]?.lease.keep()).rejects.toThrow("another attempt has the job");
    await expect(begun[1]?.lease.keep()).resolves.toBeUndefined();
  });

  it("begins no attempt whose lease is over before it is known", async () => {
    await add("a", 1);
    let answerMs = leaseMs;
    const queue = aQueue({ answerMs: () => answerMs });
    await queue.settle();
    expect(ids()).toEqual([]);
    answerMs = leaseMs - 1;
    await begins(queue, 1);
  });

  it("keeps the lease of the attempt that has taken it since", async () => {
    await add("a", 1);
    const key = { id: "a0", tenantId: "a", name: "line 0", key: { line: "line 0" } };
    const store = aStore();
    const first = await store.take(key, new Date(now), new Date(now + 10));
    const second = await store.take(key, new Date(now + 10), new Date(now + 20));
    await store.giveBack(key, first?.leasedUntil ?? new Date(0));
    expect(await store.take(key, new Date(now + 11), new Date(now + 30))).toBeNull();
    await store.giveBack(key, second?.leasedUntil ?? new Date(0));
    expect(await store.take(key, new Date(now + 11), new Date(now + 30))).not.toBeNull();
  });
});

/** Notes jobs that begin too early: before an earlier one of their key has ended, or under the lease of another attempt. */
function watchOrder(): { readonly wrong: string[]; readonly began: (task: Task) => Promise<void> } {
  const wrong: string[] = [];
  const leases = new Map<string, number>();
  return {
    wrong,
    async began({ _id, tenantId, line, position, leasedUntil }) {
      if ((leases.get(_id) ?? 0) > now) wrong.push(`${_id} under a lease`);
      leases.set(_id, leasedUntil?.getTime() ?? 0);
      const before = { tenantId, line, position: { $lt: position }, status: "PENDING" } as const;
      if ((await tasks.countDocuments(before)) > 0) wrong.push(`${_id} before others`);
    },
  };
}

it("keeps the order of each key on two replicas, whatever ends, fails, crashes and waits", async () => {
  const step = fc.tuple(fc.constantFrom("wake", "end", "fail", "crash", "wait"), fc.nat(9));
  const steps = fc.array(step, { minLength: 10, maxLength: 50 });
  const property = fc.asyncProperty(steps, async (drawn) => {
    await tasks.deleteMany({});
    [now, begun, isOver] = [startAt, [], false];
    await add("a", 6, 2);
    await add("b", 3, 1);
    const { wrong, began } = watchOrder();
    const replicas = [aQueue({ order: "position", began }), aQueue({ order: "position", began })];
    /** Attempts of a replica that has crashed never end. */
    let lost = 0;
    for (const [what, which] of drawn) {
      const attempt = begun.slice(lost)[which % Math.max(1, begun.length - lost)];
      if (what === "wake") replicas[which % 2]?.wake();
      else if (what === "end") attempt?.end();
      else if (what === "fail") attempt?.fail();
      else if (what === "wait") now += which * 10_000;
      else {
        replicas.splice(
          0,
          2,
          aQueue({ order: "position", began }),
          aQueue({ order: "position", began }),
        );
        lost = begun.length;
      }
      await tasks.countDocuments({});
    }
    isOver = true;
    for (const { end } of begun.slice(lost)) end();
    for (let round = 0; round < 3; round++) {
      now += leaseMs;
      for (const replica of replicas) await replica.settle();
    }
    expect(wrong).toEqual([]);
    expect(await tasks.countDocuments({ status: "PENDING" })).toBe(0);
    const stopped = queues.splice(0).map((queue) => queue.stop());
    for (const { end } of begun) end();
    await Promise.all(stopped);
  });
  // Not made smaller: what fails depends on the times of answers as well, and the run's time is short.
  await fc.assert(property, { numRuns: 25, endOnFailure: true });
});

it("finds a due job behind ten thousand that wait for other times and keys, by the index alone", async () => {
  const waiting = Array.from({ length: 10_000 }, (_, index) => aTask("a", index, 2));
  const later = new Date(now + 60_000);
  await tasks.insertMany(waiting.map((task) => ({ ...task, nextAttemptAt: later })));
  await tasks.insertOne({ ...aTask("b", 0, 1), line: "z" });
  const free = { leasedUntil: { $not: { $gt: new Date(now) } } };
  const due = { status: "PENDING", nextAttemptAt: { $lte: new Date(now) }, ...free } as const;
  const index = { tenantId: 1, line: 1, nextAttemptAt: 1 } as const;
  const ofAll = { ...due, tenantId: { $gt: "" } };
  for (const options of [{ sort: index, limit: 1 }, { hint: index }]) {
    const { executionStats } = await tasks.find(ofAll, options).explain("executionStats");
    expect(executionStats.totalKeysExamined).toBeLessThan(20);
  }
});
