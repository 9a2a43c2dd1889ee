import { describe, expect, it, jest } from "@jest/globals";
import { refusalOf } from "@slipway/broker";
import { createOverload } from "./overload.ts";

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return "room";
  } catch (error) {
    return refusalOf(error)?.code ?? String(error);
  }
};

describe("a gateway", () => {
  it("takes so many requests at once, reads three quarters of it, and more as they end", () => {
    const overload = createOverload({ inFlightMax: 4, loopDelayMsMax: 0 });
    const ends = [1, 2, 3].map(() => overload.takePlace({ kind: "read", tenantId: null }));
    expect(codeOf(() => overload.expectRoom("read"))).toBe("OVERLOADED");
    expect(codeOf(() => overload.takePlace({ kind: "read", tenantId: null }))).toBe("OVERLOADED");
    ends.push(overload.takePlace({ kind: "mutation", tenantId: null }));
    expect(codeOf(() => overload.takePlace({ kind: "mutation", tenantId: null }))).toBe(
      "OVERLOADED",
    );
    for (const end of ends.splice(0, 2)) end();
    expect(codeOf(() => overload.takePlace({ kind: "read", tenantId: null }))).toBe("room");
  });

  it("takes nothing more while its event loop is late, and more once it is not", async () => {
    jest.useFakeTimers({ doNotFake: ["performance", "setTimeout"] });
    const overload = createOverload({ inFlightMax: 4, loopDelayMsMax: 10 });
    const state = (): string => codeOf(() => overload.expectRoom("mutation"));
    /** Two seconds by the gateway's timer, with turns that each take so long. */
    const pass = async (turnMs: number): Promise<void> => {
      for (let turn = 0; turn < 5; turn++) {
        const until = performance.now() + turnMs;
        while (performance.now() < until);
        await new Promise((resume) => setTimeout(resume, 1));
      }
      jest.advanceTimersByTime(2_000);
    };
    try {
      expect(state()).toBe("room");
      while (state() === "room") await pass(60);
      expect(state()).toBe("OVERLOADED");
      while (state() !== "room") await pass(0);
    } finally {
      overload.stop();
      jest.useRealTimers();
    }
  });

  it("gives a tenant half of the places, and others the rest", () => {
    const overload = createOverload({ inFlightMax: 8, loopDelayMsMax: 0 });
    const take = (kind: "read" | "mutation", tenantId: string) => () =>
      overload.takePlace({ kind, tenantId });
    const ends = [1, 2, 3, 4].map(() => overload.takePlace({ kind: "read", tenantId: "greedy" }));
    expect(codeOf(take("read", "greedy"))).toBe("RATE_LIMITED");
    expect(codeOf(take("mutation", "greedy"))).toBe("RATE_LIMITED");
    // An answer that has begun is finished.
    const begun = { kind: "read", tenantId: "greedy", hasBegun: true } as const;
    expect(codeOf(() => overload.takePlace(begun))).toBe("room");
    expect(codeOf(take("read", "other"))).toBe("room");
    for (const end of ends) end();
    expect(codeOf(take("read", "greedy"))).toBe("room");
  });

  it("asks those it turns away back after different times of 1 to 5 seconds", () => {
    const overload = createOverload({ inFlightMax: 1, loopDelayMsMax: 0 });
    overload.takePlace({ kind: "mutation", tenantId: null });
    const waits = new Set<number | undefined>();
    for (let time = 0; time < 200; time++)
      try {
        overload.expectRoom("mutation");
      } catch (error) {
        waits.add(refusalOf(error)?.details.retryAfterSeconds);
      }
    expect([...waits].toSorted((a = 0, b = 0) => a - b)).toEqual([1, 2, 3, 4, 5]);
  });
});
