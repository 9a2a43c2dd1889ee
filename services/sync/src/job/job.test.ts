import { expect, it } from "@jest/globals";
import { isRunning, jobAfter } from "./job.ts";

const now = Date.parse("2027-07-01T08:00:00Z");

it.each([
  ["succeeds", { isSuccess: true, error: null, retryInMs: null }, "SUCCEEDED", null],
  ["waits", { isSuccess: false, error: "TIMEOUT", retryInMs: 5_000 }, "PENDING", now + 5_000],
  ["fails", { isSuccess: false, error: "TIMEOUT", retryInMs: null }, "FAILED", null],
])("%s after its attempt", (_name, attempt, status, nextAttemptAt) => {
  expect(jobAfter({ attempts: 2, attemptsBefore: 1 }, attempt, now)).toEqual({
    status,
    attempts: 3,
    attemptsBefore: 1,
    nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
    lastError: attempt.error,
    leasedUntil: null,
  });
});

it("takes no place in its schedule by a fault of ours", () => {
  const fault = { isSuccess: false, error: "INTERNAL", retryInMs: 1, isFault: true };
  expect(jobAfter({ attempts: 2, attemptsBefore: 1 }, fault, now)).toMatchObject({
    attempts: 3,
    attemptsBefore: 2,
  });
});

it.each([
  ["PENDING", now + 1, true],
  ["PENDING", now, false],
  ["PENDING", null, false],
  ["SUCCEEDED", now + 1, false],
] as const)("%s, leased until %s: running %s", (status, until, expected) => {
  const leasedUntil = until === null ? null : new Date(until);
  expect(isRunning({ status, leasedUntil }, now)).toBe(expected);
});
