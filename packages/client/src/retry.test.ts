import { describe, expect, it } from "@jest/globals";
import { SlipwayAbortError, SlipwayConnectionError, SlipwayProblem } from "./errors.ts";
import type { ErrorCode } from "./generated/types.ts";
import { type FailedAttempt, pauseBeforeRetry } from "./retry.ts";

function problem(status: number, code?: ErrorCode, retryAfterMs?: number): SlipwayProblem {
  const body = code === undefined ? {} : { code };
  return new SlipwayProblem("bookings.create", { status, retryAfterMs, body });
}

const cut = new SlipwayConnectionError("cut", "unknown");
const noServer = new SlipwayConnectionError("refused", "not sent");
const aborted = new SlipwayAbortError("aborted", "unknown");

/** The pause after a failed first attempt, at the middle of the random range. */
function pauseAfter(error: unknown, more: Partial<FailedAttempt> = {}): number | undefined {
  const usual = { operation: {}, attempt: 0, maxRetries: 3, msLeft: 30_000, random: 0.5 };
  return pauseBeforeRetry({ error, ...usual, ...more });
}

describe("after a failed attempt", () => {
  const read = { repeat: "read" } as const;
  const byKey = { repeat: "by key" } as const;
  const byId = { repeat: "by id" } as const;
  const byHeader = { repeat: "by header" } as const;

  it.each([
    ["no server was found", noServer, true],
    ["429", problem(429, "RATE_LIMITED"), true],
    ["a proxy's 429", problem(429), true],
    ["503 of Slipway", problem(503, "OVERLOADED"), true],
    ["503 of a proxy", problem(503), false],
    ["502 of a proxy", problem(502), false],
    ["504 OUTCOME_UNKNOWN", problem(504, "OUTCOME_UNKNOWN"), false],
    ["a cut connection", cut, false],
    ["500", problem(500, "INTERNAL"), false],
    ["a refusal", problem(409, "CAPACITY_EXHAUSTED"), false],
    ["an abort", aborted, false],
    ["an error of the program's own", new TypeError("no id"), false],
  ])("because of %s a change is repeated only where nothing was done", (_name, error, expected) => {
    expect(pauseAfter(error) !== undefined).toBe(expected);
  });

  it.each([
    ["a cut connection", cut, true],
    ["502", problem(502), true],
    ["503 of a proxy", problem(503), true],
    ["504", problem(504, "OUTCOME_UNKNOWN"), true],
    ["500", problem(500, "INTERNAL"), false],
    ["an answer that is none of Slipway's", problem(200), false],
    ["a refusal", problem(404, "NOT_FOUND"), false],
    ["an abort", aborted, false],
  ])("because of %s what changes nothing more is repeated", (_name, error, expected) => {
    for (const operation of [read, byKey, byId, byHeader])
      expect(pauseAfter(error, { operation }) !== undefined).toBe(expected);
  });

  it.each([
    ["grows with each attempt", noServer, { attempt: 2 }, 400],
    ["has a bound", noServer, { attempt: 9, maxRetries: 10 }, 2_500],
    ["is at most as the jitter says", noServer, { random: 0 }, 0],
    ["begins after what the server asks for", problem(429, "RATE_LIMITED", 2_000), {}, 2_100],
    ["is not made after the last retry", noServer, { attempt: 3 }, undefined],
    ["is not made where the time is up", cut, { operation: read, msLeft: 100 }, undefined],
    ["leaves a change 2 s for its attempt", noServer, { msLeft: 2_101 }, 100],
    ["is not made where a change would have less", noServer, { msLeft: 2_100 }, undefined],
    [
      "is not made where a refused booking would have less",
      problem(429, "RATE_LIMITED"),
      { operation: byKey, msLeft: 2_000 },
      undefined,
    ],
    ["may leave less after an unknown outcome", cut, { operation: byKey, msLeft: 101 }, 100],
    ["may leave a read less", noServer, { operation: read, msLeft: 101 }, 100],
    ["is not above 30 s", problem(429, "RATE_LIMITED", 31_000), { msLeft: 99_000 }, undefined],
  ] as const)("the pause %s", (_name, error, more, expected) => {
    expect(pauseAfter(error, more)).toBe(expected);
  });
});
