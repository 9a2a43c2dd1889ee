import { describe, expect, it } from "@jest/globals";
import { refusalOf } from "@slipway/broker";
import { createFailedLookups } from "./failed-lookups.ts";

function lookups(perMinute = 60) {
  let now = 0;
  const failed = createFailedLookups(perMinute, () => now);
  return {
    pass: (ms: number) => (now += ms),
    fail(address: string, times: number) {
      for (let time = 0; time < times; time++) failed.note(address, `guess ${time}`, false);
    },
    find: (address: string, digest: string) => failed.note(address, digest, true),
    waitOf(address: string, digest = "a guess") {
      try {
        failed.expectAllowance(address, digest);
        return 0;
      } catch (error) {
        return refusalOf(error)?.details.retryAfterSeconds;
      }
    },
  };
}

describe("an address that guesses credentials", () => {
  it("waits once it has used up its failures, which come back over a minute", () => {
    const { fail, waitOf, pass } = lookups();
    fail("10.0.0.1", 59);
    expect(waitOf("10.0.0.1")).toBe(0);
    fail("10.0.0.1", 1);
    expect(waitOf("10.0.0.1")).toBe(1);
    expect(waitOf("10.0.0.2")).toBe(0);
    pass(1_000);
    expect(waitOf("10.0.0.1")).toBe(0);
  });

  it("does not lock out a credential that was good within ten minutes, from wherever it comes", () => {
    const { fail, find, waitOf, pass } = lookups();
    find("10.0.0.1", "good");
    fail("10.0.0.1", 500);
    expect(waitOf("10.0.0.1", "good")).toBe(0);
    expect(waitOf("10.0.0.1", "new")).toBeGreaterThan(0);
    pass(10 * 60_000);
    fail("10.0.0.1", 500);
    expect(waitOf("10.0.0.1", "good")).toBeGreaterThan(0);
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["2001:0db8::1", "2001:db8:0:0:7::", true],
    ["::1", "::2", true],
    ["::ffff:10.0.0.1", "10.0.0.1", true],
    ["::ffff:10.0.0.1", "::ffff:10.0.0.2", false],
  ])("%s and %s have one allowance: %s", (one, other, isShared) => {
    const { fail, waitOf } = lookups();
    fail(one, 60);
    expect(waitOf(other) !== 0).toBe(isShared);
  });

  it("has no limit where it is turned off", () => {
    const { fail, waitOf } = lookups(0);
    fail("10.0.0.1", 100_000);
    expect(waitOf("10.0.0.1")).toBe(0);
  });
});
