import { describe, expect, it, jest } from "@jest/globals";
import fc from "fast-check";
import { type BodyRoomOptions, createBodyRoom } from "./body-room.ts";

const options = { bytesMax: 100, tenantBytesMax: 40, tenantBodiesMax: 50, waitMsMax: 15_000 };

/** A room whose clock the test moves, and bodies that note whether their bytes were taken. */
function aRoom(given: Partial<BodyRoomOptions> = {}) {
  let now = 0;
  const room = createBodyRoom({ ...options, clock: () => now, ...given });
  return {
    wait: (ms: number) => void (now += ms),
    begin(tenant: string, bytesMax: number) {
      const body = room.begin(tenant, bytesMax);
      const state = { end: body.end, isWaiting: false, refusal: "" };
      return Object.assign(state, {
        take(bytes: number) {
          const wait = body.take(bytes);
          state.isWaiting = wait !== undefined;
          wait?.then(
            () => (state.isWaiting = false),
            ({ type }: { type: string }) => (state.refusal = type),
          );
          return state.isWaiting;
        },
      });
    },
  };
}

const settled = async () => {
  for (let turn = 0; turn < 3; turn++) await Promise.resolve();
};

describe("the room of large bodies", () => {
  it("is taken by what has arrived, not by what is announced", () => {
    const { begin, wait } = aRoom({ bytesMax: 40_000_000, tenantBytesMax: 16_000_000 });
    const slow = Array.from({ length: 20 }, () => begin("a", 15_000_000));
    for (const body of slow) body.take(70_000);
    wait(2_000);
    expect(begin("a", 14_000_000).take(14_000_000)).toBe(false);
    expect(begin("b", 15_000_000).take(15_000_000)).toBe(false);
  });

  it("holds no more of one tenant than its share, whatever another one needs", async () => {
    const { begin } = aRoom();
    const first = begin("a", 30);
    expect(first.take(30)).toBe(false);
    const second = begin("a", 30);
    expect([second.take(10), second.take(1)]).toEqual([false, true]);
    expect(begin("b", 30).take(30)).toBe(false);
    first.end();
    first.end();
    await settled();
    expect(second.isWaiting).toBe(false);
  });

  it("lets a small body in behind a large one that waits", () => {
    const { begin } = aRoom();
    begin("a", 30).take(30);
    expect(begin("a", 25).take(15)).toBe(true);
    expect(begin("a", 8).take(8)).toBe(false);
  });

  it("lets no further body in before one that has waited for long", async () => {
    const { begin, wait } = aRoom();
    const holder = begin("a", 30);
    holder.take(30);
    const large = begin("a", 25);
    expect(large.take(15)).toBe(true);
    wait(5_000);
    const small = begin("a", 8);
    expect(small.take(8)).toBe(true);
    expect(begin("b", 8).take(8)).toBe(false);
    holder.end();
    await settled();
    expect([large.isWaiting, small.isWaiting]).toEqual([false, false]);
  });

  it("refuses what has waited too long, and gives back what it held", async () => {
    jest.useFakeTimers({ doNotFake: ["performance"] });
    try {
      const { begin, wait } = aRoom();
      begin("a", 25).take(25);
      const waiting = begin("a", 30);
      expect([waiting.take(14), waiting.take(2)]).toEqual([false, true]);
      wait(14_999);
      jest.advanceTimersByTime(250);
      await settled();
      expect(waiting.refusal).toBe("");
      wait(1);
      jest.advanceTimersByTime(250);
      await settled();
      expect(waiting.refusal).toBe("OVERLOADED");
      expect(begin("a", 15).take(15)).toBe(false);
    } finally {
      jest.useRealTimers();
    }
  });

  it("refuses what waits when its request is over", async () => {
    const { begin } = aRoom();
    begin("a", 30).take(30);
    const waiting = begin("a", 30);
    expect(waiting.take(30)).toBe(true);
    waiting.end();
    await settled();
    expect(waiting.refusal).toBe("OVERLOADED");
  });

  it("takes so many bodies of a tenant and refuses the next one at once", () => {
    const { begin } = aRoom({ tenantBodiesMax: 2 });
    const first = begin("a", 5);
    begin("a", 5);
    expect(() => begin("a", 5)).toThrow(expect.objectContaining({ type: "OVERLOADED" }));
    begin("b", 5);
    first.end();
    begin("a", 5);
  });
});

interface Upload {
  readonly tenant: number;
  readonly bytes: number;
}

const upload = fc.record({ tenant: fc.nat(5), bytes: fc.integer({ min: 5, max: 20 }) });

/** Sends all of them piece by piece in a drawn order; those that could not become whole. */
async function sendAll(uploads: readonly Upload[], course: () => number): Promise<Upload[]> {
  const { begin } = aRoom();
  let coming = uploads.map((each) => ({
    ...each,
    sent: 0,
    body: begin(`ten_${each.tenant}`, each.bytes),
  }));
  for (;;) {
    const able = coming.filter(({ body }) => !body.isWaiting);
    const next = able[course() % able.length];
    if (!next) return coming;
    if (next.sent === next.bytes) {
      next.body.end();
      coming = coming.filter((each) => each !== next);
    } else {
      const piece = Math.min(1 + (course() % 4), next.bytes - next.sent);
      next.sent += piece;
      next.body.take(piece);
    }
    await settled();
  }
}

it("lets every one of many bodies become whole, in whatever order their pieces come", async () => {
  const course = fc.infiniteStream(fc.nat(1_000));
  await fc.assert(
    fc.asyncProperty(
      fc.array(upload, { minLength: 20, maxLength: 40 }),
      course,
      async (uploads, steps) => {
        expect(await sendAll(uploads, () => steps.next().value ?? 0)).toEqual([]);
      },
    ),
  );
});
