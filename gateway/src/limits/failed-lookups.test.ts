import { describe, expect, it } from "@jest/globals";
import { refusalOf } from "@slipway/broker";
import { createFailedLookups } from "./failed-lookups.ts";

/** Look-ups of which "good" and "another good one" succeed; any other is a wrong guess. */
function lookups() {
  let now = 0;
  let made = 0;
  const failed = createFailedLookups(60, () => now);
  const ask = async (address: string, digest = "a guess") => {
    const asked = { address, digest };
    try {
      const found = await failed.bound(asked, async () => {
        made++;
        const isFound = digest.endsWith("good");
        failed.note(asked, isFound);
        return isFound ? digest : null;
      });
      return found ?? "401";
    } catch (error) {
      return `429 after ${refusalOf(error)?.details.retryAfterSeconds} s`;
    }
  };
  return {
    ask,
    pass: (ms: number) => (now += ms),
    made: () => made,
    fail(address: string, times: number) {
      for (let time = 0; time < times; time++)
        failed.note({ address, digest: `guess ${time}` }, false);
    },
  };
}

describe("an address that guesses credentials", () => {
  it("is refused once it has used up its failures, which come back over a minute", async () => {
    const { ask, fail, pass } = lookups();
    fail("10.0.0.1", 59);
    expect(await ask("10.0.0.1")).toBe("401");
    expect(await ask("10.0.0.1")).toBe("429 after 1 s");
    expect(await ask("10.0.0.2")).toBe("401");
    // The one that was refused was looked up in its turn, and is owed.
    pass(2_000);
    expect(await ask("10.0.0.1")).toBe("401");
  });

  it("does not lock out a good credential, be it known here or not", async () => {
    const { ask, fail, pass } = lookups();
    expect(await ask("10.0.0.1", "good")).toBe("good");
    fail("10.0.0.1", 500);
    expect(await ask("10.0.0.1", "good")).toBe("good");
    pass(24 * 3_600_000);
    fail("10.0.0.1", 500);
    expect(await ask("10.0.0.1", "good")).toBe("good");
    expect(await ask("10.0.0.1", "another good")).toBe("another good");
  });

  it("does not keep a good credential waiting behind those of other addresses", async () => {
    const { ask, fail, made } = lookups();
    for (const address of ["10.0.0.1", "10.0.0.2"]) fail(address, 500);
    const guesses = Promise.all(
      Array.from({ length: 200 }, (_, time) => ask("10.0.0.1", `guess ${time}`)),
    );
    const good = ask("10.0.0.2", "good");
    expect(await good).toBe("good");
    expect(made()).toBeLessThan(5);
    expect(new Set((await guesses).map((answer) => answer.slice(0, 3)))).toEqual(new Set(["429"]));
    expect(made()).toBeLessThan(60);
  });

  it("counts a credential that was revoked like any other guess", async () => {
    const failed = createFailedLookups(60, () => 0);
    const asked = { address: "10.0.0.1", digest: "revoked" };
    failed.note(asked, true);
    failed.note(asked, false);
    for (let time = 0; time < 60; time++) failed.note(asked, false);
    await expect(failed.bound(asked, () => Promise.resolve(null))).rejects.toMatchObject({
      type: "RATE_LIMITED",
    });
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["::ffff:10.0.0.1", "10.0.0.1", true],
  ])("%s and %s have one allowance: %s", async (one, other, isShared) => {
    const { ask, fail } = lookups();
    fail(one, 60);
    expect((await ask(other)) !== "401").toBe(isShared);
  });
});
