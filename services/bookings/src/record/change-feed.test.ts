import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { lateMaxMs } from "../constants.ts";
import { type FeedPosition, afterPage, completeUntil, lateFromSecond } from "./change-feed.ts";

const at = (ms: number): Date => new Date(ms);

describe("the watermark of a page", () => {
  const last = { updatedAt: at(100), id: "a" };
  const complete = at(200);

  it("is what it has given while more follows", () => {
    const { watermark, next } = afterPage({ from: undefined, last, more: true, complete });
    expect([watermark, next]).toEqual([at(100), last]);
  });

  it("of the last one is what was complete", () => {
    expect(afterPage({ from: undefined, last, more: false, complete })).toEqual({
      watermark: complete,
      next: null,
    });
  });

  it("that goes beyond what was complete is kept to the end", () => {
    const beyond = { from: undefined, last: { ...last, updatedAt: at(300) }, more: true, complete };
    const { watermark, next } = afterPage(beyond);
    expect(watermark).toEqual(complete);
    const end = { from: next ?? undefined, last: undefined, more: false, complete: at(900) };
    expect(afterPage(end).watermark).toEqual(complete);
  });
});

describe("an insert", () => {
  it.each([
    ["whole seconds", 20_000, 25],
    ["the last millisecond of a second", 20_999, 25],
  ])("of %s may be late from the second on in which its time ends", (_, updatedAt, second) => {
    expect(lateFromSecond(at(updatedAt))).toBe(second);
    // The second before has ended when its time ends: such a stamp is in time.
    expect(second * 1_000).toBeLessThanOrEqual(updatedAt + lateMaxMs);
    expect((second + 1) * 1_000).toBeGreaterThan(updatedAt + lateMaxMs);
  });
});

interface Written {
  updatedAt: number;
  /** By the database's clock. */
  at: number;
  id: number;
}

/** Bookings change now and then, each write a little later than its time, by clocks that differ. */
const changes = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: 5 }),
    at: fc.integer({ min: 0, max: 60_000 }),
    lateMs: fc.integer({ min: -20_000, max: lateMaxMs }),
  }),
  { minLength: 1, maxLength: 40 },
);

describe("readings of the feed that begin at the last watermark", () => {
  it("give every last state, whatever is written between their pages", () => {
    fc.assert(
      fc.property(
        changes,
        fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 3 }),
        (drawn, pauses, limit) => {
          const history = historyOf(drawn);
          const given = readAgainAndAgain(history, pauses, limit);
          for (const state of statesAt(history, Infinity))
            expect(given.has(`${state.id} ${state.updatedAt}`)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

/** As written: the updatedAt of one booking only ever grows. */
function historyOf(drawn: readonly { id: number; at: number; lateMs: number }[]): Written[] {
  const latest = new Map<number, number>();
  return drawn
    .toSorted((a, b) => a.at - b.at)
    .map(({ id, at: writtenAt, lateMs }) => {
      const updatedAt = Math.max(writtenAt - lateMs, (latest.get(id) ?? -Infinity) + 1);
      latest.set(id, updatedAt);
      return { id, at: writtenAt, updatedAt };
    });
}

function statesAt(history: readonly Written[], now: number): Written[] {
  const states = new Map<number, Written>();
  for (const one of history) if (one.at <= now) states.set(one.id, one);
  return [...states.values()];
}

/** Pages at the times drawn, reading after reading, until all has long been written. */
function readAgainAndAgain(
  history: readonly Written[],
  pauses: readonly number[],
  limit: number,
): Set<string> {
  const given = new Set<string>();
  let since = -100_000;
  let from: FeedPosition | undefined;
  for (let now = 0, turn = 0; now <= 60_000 || from; turn++) {
    now += pauses[turn % pauses.length] ?? 0;
    if (turn > 5_000) now = Math.max(now, 60_001);
    const page = pageOf(statesAt(history, now), { since, from, limit });
    for (const { id, updatedAt } of page.items) given.add(`${id} ${updatedAt}`);
    const lastOne = page.items.at(-1);
    const last = lastOne && { updatedAt: at(lastOne.updatedAt), id: String(lastOne.id) };
    const { watermark, next } = afterPage({
      from,
      last,
      more: page.more,
      complete: completeUntil(now),
    });
    from = next ?? undefined;
    if (!from) since = watermark.getTime();
  }
  // The reading after the last change.
  for (const { id, updatedAt } of statesAt(history, Infinity))
    if (updatedAt >= since) given.add(`${id} ${updatedAt}`);
  return given;
}

function pageOf(
  states: readonly Written[],
  { since, from, limit }: { since: number; from: FeedPosition | undefined; limit: number },
): { items: Written[]; more: boolean } {
  const keyOf = (one: Written): number => one.updatedAt * 10 + one.id;
  const floor = from ? from.updatedAt.getTime() * 10 + Number(from.id) : -Infinity;
  const left = states
    .filter((one) => one.updatedAt >= since && keyOf(one) > floor)
    .toSorted((a, b) => keyOf(a) - keyOf(b));
  return { items: left.slice(0, limit), more: left.length > limit };
}
