import { describe, expect, it } from "@jest/globals";
import { retryAfterSeconds, retryDelayMs } from "./schedule.ts";

const scheduleSeconds = [0, 5, 300];
const retry = { scheduleSeconds, attempts: 1, retryAfterSeconds: null, random: 0.5 };

describe("the next attempt", () => {
  it.each([
    ["after the first", {}, 5_000],
    ["a fifth earlier", { random: 0 }, 4_000],
    ["a fifth later", { random: 1 }, 6_000],
    ["after the second", { attempts: 2 }, 300_000],
    ["none after the last", { attempts: 3 }, null],
    ["as late as asked for", { retryAfterSeconds: 9 }, 9_000],
    ["not earlier than the schedule", { retryAfterSeconds: 1 }, 5_000],
    ["at most twice the delay later", { retryAfterSeconds: 1_000 }, 10_000],
  ])("%s", (_name, given, expected) => {
    expect(retryDelayMs({ ...retry, ...given })).toBe(expected);
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2027-07-01T08:00:00.000Z");
  it.each([
    ["120", 120],
    ["Thu, 01 Jul 2027 08:01:30 GMT", 90],
    ["Thu, 01 Jul 2027 07:00:00 GMT", 0],
    ["soon", null],
    ["-5", null],
    [undefined, null],
    [["1", "2"], null],
  ])("%j asks for %s seconds", (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});
