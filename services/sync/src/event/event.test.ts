import { describe, expect, it } from "@jest/globals";
import { nextAttempt, outcomeAfter, streamOf } from "./event.ts";

describe("an attempt that has failed for no fault of the event's", () => {
  const createdAt = new Date("2027-07-01T00:00:00Z");
  const dayMs = 24 * 60 * 60 * 1_000;

  it.each<[string, number, number, boolean, string]>([
    ["is made again", 1, 1_000, false, "RECEIVED"],
    ["is made again however often, within a day", 500, dayMs - 1, false, "RECEIVED"],
    ["is the last after a day", 500, dayMs, false, "FAILED"],
    ["of ours is made again nine times", 8, 1_000, true, "RECEIVED"],
    ["of ours is the last the tenth time", 9, 1_000, true, "FAILED"],
  ])("%s", (_name, attempts, afterMs, isFault, status) => {
    const failure = { error: "SERVICE_UNAVAILABLE", isFault };
    const now = createdAt.getTime() + afterMs;
    const outcome = outcomeAfter({ attempts, createdAt }, failure, now, "bkg_1");
    const known = status === "FAILED" ? { bookingId: "bkg_1", isUnfinished: true } : {};
    expect(outcome).toEqual({ status, error: "SERVICE_UNAVAILABLE", ...known });
    // Reprocessed ever so late and often it has the same patience again.
    const restarted = { at: new Date(now + dayMs), attempts: 700 };
    const again = { attempts: 700 + attempts, createdAt, restarted };
    expect(outcomeAfter(again, failure, now + dayMs + afterMs, "bkg_1")).toEqual(outcome);
  });

  it("is made ever later, a minute later at the most", () => {
    const pauses = [0, 1, 2, 7, 29].map((attempts) =>
      nextAttempt({ attempts, createdAt }, 0).getTime(),
    );
    expect(pauses).toEqual([500, 1_000, 2_000, 60_000, 60_000]);
    const restarted = { at: createdAt, attempts: 29 };
    expect(nextAttempt({ attempts: 29, createdAt, restarted }, 0).getTime()).toBe(500);
  });
});

it("keeps the events of one booking together, and what names none by itself", () => {
  expect(streamOf({ externalId: "V-1" }, "a")).toBe(streamOf({ externalId: "V-1" }, "b"));
  expect(streamOf({ externalId: 7 }, "a")).not.toBe(streamOf({}, "b"));
  // A booking cannot be named so that its events wait for another's.
  expect(streamOf({ externalId: "a" }, "x")).not.toBe(streamOf({}, "a"));
});
