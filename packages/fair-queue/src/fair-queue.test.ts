import { describe, expect, it } from "@jest/globals";
import { type Turn, createFairQueue } from "./fair-queue.ts";

/** A queue of one place; what is run ends when the test ends it. */
function aQueue(waitingMax = 100) {
  const queue = createFairQueue({ atOnce: 1, waitingMax, full: () => new Error("full") });
  const begun: string[] = [];
  const refused: string[] = [];
  let end: () => void = () => {};
  const add = ({ group = "all", by }: { group?: string } & Pick<Turn, "by">, name: string) =>
    queue
      .run({ group, by }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => (end = resolve));
      })
      .catch(() => void refused.push(name));
  return {
    add,
    refused,
    /** Ends what runs until nothing does; the names in the order in which they began. */
    async endAll() {
      await turnOfLoop();
      for (let ended = 0; ended < begun.length; ended++) {
        end();
        await turnOfLoop();
      }
      return begun;
    },
  };
}

const turnOfLoop = () => new Promise((resume) => setImmediate(resume));

describe("a fair queue", () => {
  it("runs so much at once, and what waits as soon as a place is free", async () => {
    const queue = createFairQueue({ atOnce: 2, waitingMax: 10, full: () => new Error("full") });
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await turnOfLoop();
      running--;
    };
    const turn = { group: "all", by: "a" };
    await Promise.all(Array.from({ length: 7 }, () => queue.run(turn, work)));
    expect([most, running]).toEqual([2, 0]);
  });

  it("answers what the work answers, and goes on after work that fails", async () => {
    const queue = createFairQueue({ atOnce: 1, waitingMax: 10, full: () => new Error("full") });
    const turn = { group: "all", by: "a" };
    const failing = queue.run(turn, () => Promise.reject(new Error("broken")));
    const next = queue.run(turn, () => Promise.resolve(7));
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe(7);
    expect(await queue.run(turn, () => Promise.resolve(8))).toBe(8);
  });

  it("serves clients in turn, however much one has waiting", async () => {
    const { add, endAll } = aQueue();
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) void add({ by: "a" }, name);
    for (const name of ["b1", "b2"]) void add({ by: "b" }, name);
    void add({ by: "c" }, "c1");
    expect(await endAll()).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4", "a5"]);
  });

  it("serves groups in turn, however many clients wait in one", async () => {
    const { add, endAll } = aQueue();
    for (const name of ["a", "b", "c", "d"]) void add({ by: name }, name);
    for (const name of ["k1", "k2"]) void add({ group: "known", by: "k" }, name);
    expect(await endAll()).toEqual(["a", "b", "k1", "c", "k2", "d"]);
  });

  it("lets the newest of who waits most give way to another client, where it is full", async () => {
    const { add, endAll, refused } = aQueue(3);
    for (const name of ["a1", "a2", "a3", "a4"]) void add({ by: "a" }, name);
    void add({ by: "b" }, "b1");
    await turnOfLoop();
    expect(refused).toEqual(["a4"]);
    expect(await endAll()).toEqual(["a1", "a2", "b1", "a3"]);
  });

  it("refuses the client that waits most, and one that would only change places", async () => {
    const { add, refused } = aQueue(3);
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) void add({ by: "a" }, name);
    void add({ by: "b" }, "b1");
    // Two of a and one of b wait: a second one of b would have to take a's place for nothing.
    void add({ by: "b" }, "b2");
    await turnOfLoop();
    expect(refused.toSorted()).toEqual(["a4", "a5", "b2"]);
  });

  it("has room for each group, whatever fills another", async () => {
    const { add, endAll, refused } = aQueue(1);
    void add({ by: "a" }, "a");
    void add({ by: "b" }, "b");
    void add({ by: "c" }, "c");
    void add({ group: "known", by: "k" }, "k");
    expect(await endAll()).toEqual(["a", "b", "k"]);
    expect(refused).toEqual(["c"]);
  });
});

/** A queue in which each client may hold 10, and the names of what has a place, in their order. */
function weighed() {
  const full = () => new Error("full");
  const queue = createFairQueue({ atOnce: 25, eachMax: 10, waitingMax: 9, full });
  const begun: string[] = [];
  const enter = async (name: string, by: string, weight: number, waitMsMax?: number) => {
    const entered = queue.enter({ group: "all", by, weight, waitMsMax });
    const place = await entered.catch(() => undefined);
    begun.push(place ? name : `${name} refused`);
    return place;
  };
  return { begun, enter };
}

describe("work that has a weight", () => {
  it("waits for its client's own share in order, and makes no other client wait", async () => {
    const { begun, enter } = weighed();
    const [first] = await Promise.all([enter("a", "one", 7), enter("b", "one", 3)]);
    const more = [enter("c", "one", 7), enter("d", "one", 1)];
    await enter("e", "two", 10);
    expect(begun).toEqual(["a", "b", "e"]);
    first?.weigh(2);
    await turnOfLoop();
    expect(begun).toEqual(["a", "b", "e"]);
    first?.weigh(0);
    first?.weigh(0);
    await more[0];
    expect(begun).toEqual(["a", "b", "e", "c"]);
    (await more[0])?.weigh(0);
    await Promise.all(more);
    expect(begun).toEqual(["a", "b", "e", "c", "d"]);
  });

  it("waits for the share of all, and lighter work of others passes it", async () => {
    const { begun, enter } = weighed();
    const first = await enter("a", "one", 10);
    await enter("b", "two", 10);
    const heavy = enter("c", "three", 8);
    await enter("d", "four", 5);
    expect(begun).toEqual(["a", "b", "d"]);
    first?.weigh(0);
    await heavy;
  });

  it("gives back what it does not weigh after all", async () => {
    const { begun, enter } = weighed();
    const first = await enter("a", "one", 10);
    const second = enter("b", "one", 7);
    first?.weigh(4);
    await turnOfLoop();
    expect(begun).toEqual(["a"]);
    first?.weigh(3);
    await second;
  });

  it("runs alone where it weighs more than all there is", async () => {
    const { begun, enter } = weighed();
    const big = await enter("a", "one", 50);
    const next = enter("b", "one", 1);
    await turnOfLoop();
    expect(begun).toEqual(["a"]);
    big?.weigh(0);
    await next;
  });

  it("is refused after its longest wait, and what comes behind it begins", async () => {
    const { begun, enter } = weighed();
    await enter("a", "one", 8);
    await Promise.all([enter("b", "one", 9, 10), enter("c", "one", 2)]);
    expect(begun.toSorted()).toEqual(["a", "b refused", "c"]);
  });

  it("knows whether other work would begin if it left", async () => {
    const queue = createFairQueue({
      atOnce: 2,
      eachMax: 1,
      waitingMax: 9,
      full: () => new Error("full"),
    });
    const enter = (by: string) => queue.enter({ group: "all", by });
    const [one, two] = await Promise.all([enter("one"), enter("two")]);
    const places = () => [one.isWanted(), two.isWanted()];
    expect(places()).toEqual([false, false]);
    void enter("one");
    expect(places()).toEqual([true, false]);
    void enter("three");
    expect(places()).toEqual([true, true]);
  });
});
