import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { type RunningJob, createJob } from "@slipway/broker";
import { type Time, keepTime } from "./keep-time.ts";

const beginning = Date.parse("2027-07-01T00:00:00.000Z");
const everyMs = 10_000;

/** A database whose clock is ahead of this process's by so much; it takes a while to answer. */
const database = { aheadMs: 0, answersAfterMs: 0, isAway: false, breaks: 0 };
const options = { read, offMsMax: 100_000_000, breaks: () => database.breaks };
let lines: string[];
let time: Time;
/** It measures again and again, as the job of a service's store does. */
let measuring: RunningJob;

beforeEach(() => {
  jest.useFakeTimers({ now: beginning, doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
  Object.assign(database, { aheadMs: 0, answersAfterMs: 0, isAway: false });
  lines = [];
  const warn = (line: string): void => void lines.push(line);
  time = keepTime({ ...options, warn });
  const run = (): Promise<void> => time.measure();
  measuring = createJob({ name: "some.measure-clock", everyMs, run }, warn);
});
afterEach(() => {
  void measuring.stop();
  jest.useRealTimers();
});

const databaseNow = (): number => Date.now() + database.aheadMs;

/** The clock is read half way between the question and its answer. */
async function read(): Promise<number> {
  if (database.isAway) throw new Error("away");
  await pause(database.answersAfterMs / 2);
  const shown = databaseNow();
  await pause(database.answersAfterMs / 2);
  return shown;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}

async function start(): Promise<void> {
  await measure();
  measuring.start();
}

async function measure(): Promise<void> {
  const measured = time.measure();
  await jest.advanceTimersByTimeAsync(database.answersAfterMs + 2);
  await measured;
}

/** How far the time that is kept is from the database's. */
const wrongMs = (): number => time.now() - databaseNow();

describe("the time of a replica", () => {
  it.each([0, 30, -50])("is its own where the database's differs by %d ms", async (aheadMs) => {
    database.aheadMs = aheadMs;
    await start();
    expect(time.now()).toBe(Date.now());
    expect(lines).toEqual([]);
  });

  it.each([53, -53, 3_600_000, -86_400_000])(
    "is the database's where that differs by %d ms",
    async (aheadMs) => {
      database.aheadMs = aheadMs;
      await start();
      expect(wrongMs()).toBe(0);
      expect(lines).toEqual([`the clock differs from the database's by ${aheadMs} ms`]);
    },
  );

  it("does not take the way of an answer for a difference", async () => {
    Object.assign(database, { answersAfterMs: 4_000, aheadMs: 1_900 });
    await start();
    expect(time.now()).toBe(Date.now());
    Object.assign(database, { answersAfterMs: 0 });
    await jest.advanceTimersByTimeAsync(everyMs + 2);
    expect(wrongMs()).toBe(0);
  });

  it("follows a clock that is set while it runs, and says so once each time", async () => {
    await start();
    jest.setSystemTime(Date.now() - 60_000);
    database.aheadMs = 60_000;
    await jest.advanceTimersByTimeAsync(3 * everyMs);
    expect(wrongMs()).toBe(0);
    jest.setSystemTime(Date.now() + 60_000);
    database.aheadMs = 0;
    await jest.advanceTimersByTimeAsync(3 * everyMs);
    expect(time.now()).toBe(Date.now());
    expect(lines).toEqual(["the clock differs from the database's by 60000 ms"]);
  });

  it("stays as it is while the database is away, and is looked at again", async () => {
    database.aheadMs = 5_000;
    await start();
    Object.assign(database, { isAway: true, aheadMs: 9_000 });
    await jest.advanceTimersByTimeAsync(2 * everyMs);
    expect(wrongMs()).toBe(-4_000);
    database.isAway = false;
    await jest.advanceTimersByTimeAsync(everyMs + 100);
    expect(wrongMs()).toBe(0);
    expect(lines.filter((line) => line.endsWith("away"))).toHaveLength(2);
  });

  it("is not near enough beyond the bound, and says so when that begins and ends", async () => {
    time = keepTime({ ...options, warn: (line) => lines.push(line), offMsMax: 2_000 });
    database.aheadMs = 1_990;
    await start();
    expect(time.isNear()).toBe(true);
    database.aheadMs = -2_010;
    await measure();
    expect(time.isNear()).toBe(false);
    database.aheadMs = 0;
    await measure();
    expect(time.isNear()).toBe(true);
    expect(lines.filter((line) => line.includes("CLOCK_OFFSET_MAX_SECONDS"))).toEqual([
      "the clock of this process is 2010 ms off, so it is not ready (CLOCK_OFFSET_MAX_SECONDS is 2)",
      "the clock of this process is close enough again (CLOCK_OFFSET_MAX_SECONDS is 2)",
    ]);
  });
});

describe("the floor", () => {
  const jumps: [string, () => void][] = [
    ["nothing", () => undefined],
    ["a clock set forward", () => setClock(600_000)],
    ["a clock set back", () => setClock(-600_000)],
    ["a sleep, in which one clock stands still and the other does not", () => sleep(600_000)],
    ["an answer on a long way", () => Object.assign(database, { answersAfterMs: 8_000 })],
    ["a database that is away", () => Object.assign(database, { isAway: true })],
  ];

  it.each(jumps)(
    "is never later than the database's clock, whatever comes: %s",
    async (_, jump) => {
      for (const aheadMs of [0, 40, -40, 7_000, -7_000]) {
        Object.assign(database, { aheadMs, answersAfterMs: 20, isAway: false });
        void measuring.stop();
        time = keepTime({ ...options, warn: () => undefined });
        await start();
        jump();
        for (let step = 0; step < 30; step++) {
          expect(time.floor()).toBeLessThanOrEqual(databaseNow());
          await jest.advanceTimersByTimeAsync(997);
        }
      }
    },
  );

  it("is never later than the next primary's clock after a fail-over, and close to it soon", async () => {
    await start();
    Object.assign(database, { aheadMs: -9_000, breaks: database.breaks + 1 });
    expect(time.floor()).toBeLessThanOrEqual(databaseNow());
    const certain = time.certain();
    await jest.advanceTimersByTimeAsync(10);
    expect(await certain).toBeLessThanOrEqual(databaseNow());
    expect(databaseNow() - time.floor()).toBeLessThanOrEqual(60);
  });

  it.each([0, 40, 55, 59, -55, -59, 7_000])(
    "ends a hold at most 100 ms after its expiresAt, where the database's clock is %d ms ahead",
    async (aheadMs) => {
      for (const answersAfterMs of [0, 20, 60]) {
        Object.assign(database, { aheadMs, answersAfterMs });
        void measuring.stop();
        time = keepTime({ ...options, warn: () => undefined });
        await start();
        for (let step = 0; step < 30; step++) {
          const lateMs = databaseNow() - time.floor();
          expect(lateMs).toBeGreaterThanOrEqual(0);
          expect(lateMs).toBeLessThanOrEqual(100);
          await jest.advanceTimersByTimeAsync(997);
        }
      }
    },
  );

  it("follows the database's clock closely", async () => {
    database.aheadMs = -7_000;
    await start();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(databaseNow() - time.floor()).toBeLessThanOrEqual(50);
  });
});

/** This process's clock is set; the database's goes on. */
function setClock(byMs: number): void {
  jest.setSystemTime(Date.now() + byMs);
  database.aheadMs -= byMs;
}

/** The machine sleeps: its clock is right at once when it wakes, and no timer has gone on. */
function sleep(forMs: number): void {
  jest.setSystemTime(Date.now() + forMs);
}
