import { beforeEach, describe, expect, it } from "@jest/globals";
import { tenantSlots } from "@slipway/delivery";
import { type WorkerPool, createWorkerPool } from "./worker-pool.ts";

interface Task {
  readonly id: string;
  readonly tenantId: string;
  readonly key: string;
}

/** The tasks that are due, as a store would list them. */
let due: Task[];
/** The tasks that have begun, with a way to end each. */
let begun: { task: Task; end: () => void }[];

beforeEach(() => {
  [due, begun] = [[], []];
});

function tasks(tenantId: string, count: number, keys = count): void {
  for (let each = 0; each < count; each++)
    due.push({ id: `${tenantId}${each}`, tenantId, key: `${tenantId} ${each % keys}` });
}

function aPool(slotsMax: number, perKeyMax = 1): WorkerPool {
  const pool = createWorkerPool<Task>({
    slots: tenantSlots(slotsMax),
    perKeyMax,
    findTenant: async (after, without) =>
      due
        .map(({ tenantId }) => tenantId)
        .filter((tenantId) => tenantId > after && !without.includes(tenantId))
        .toSorted()
        .at(0) ?? null,
    list: async (tenantId, busy) =>
      due.filter((task) => task.tenantId === tenantId && !busy.includes(task.key)),
    idOf: ({ id }) => id,
    keyOf: ({ key }) => key,
    run: (task) =>
      new Promise((resolve) => {
        const end = (): void => {
          due = due.filter((each) => each !== task);
          resolve();
        };
        begun.push({ task, end });
      }),
    warn: () => undefined,
  });
  pool.onSlotFree = () => void pool.startDue();
  return pool;
}

const ids = () => begun.map(({ task }) => task.id);

async function endOf(index: number): Promise<void> {
  begun[index]?.end();
  // Room is found behind a few promises.
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

describe("tasks of several tenants", () => {
  it("of the one with a backlog take half of the slots, of the next a third", async () => {
    tasks("a", 100);
    const pool = aPool(20);
    expect(await pool.startDue()).toBe(10);
    tasks("b", 100);
    expect(await pool.startDue()).toBe(5);
  });

  it("begin in turns, ten of one tenant and then some of the next", async () => {
    tasks("a", 100);
    tasks("b", 3);
    tasks("c", 1);
    await aPool(100).startDue();
    expect(ids().slice(0, 14).join(" ")).toBe("a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 c0");
    // As many as are left free.
    expect(ids().filter((id) => id.startsWith("a"))).toHaveLength(48);
  });

  it("get the slot that ends in turns where all are taken", async () => {
    for (const tenantId of ["a", "b", "c", "d"]) tasks(tenantId, 5);
    await aPool(2).startDue();
    expect(ids()).toEqual(["a0", "b0"]);
    for (let each = 0; each < 5; each++) await endOf(each);
    expect(ids().slice(2)).toEqual(["c0", "d0", "a1", "b1", "c1"]);
  });
});

describe("tasks of one tenant", () => {
  it("of one key take no more than that may have, and hide no others", async () => {
    tasks("a", 30, 2);
    const pool = aPool(100, 5);
    expect(await pool.startDue()).toBe(10);
    expect(new Set(begun.map(({ task }) => task.key)).size).toBe(2);
  });

  it("begin once, though they are listed until their run has marked them", async () => {
    tasks("a", 3, 1);
    const pool = aPool(100, 5);
    await pool.startDue();
    await pool.startDue();
    expect(ids()).toEqual(["a0", "a1", "a2"]);
  });

  it("begin when something ends beside which they had to wait", async () => {
    tasks("a", 3, 1);
    await aPool(100).startDue();
    expect(ids()).toEqual(["a0"]);
    await endOf(0);
    expect(ids()).toEqual(["a0", "a1"]);
  });
});
