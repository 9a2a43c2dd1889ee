import { describe, expect, it } from "@jest/globals";
import { isRefusal, refusalOf } from "@slipway/broker";
import { type RateHeaders, createRateLimit } from "./rate-limit.ts";

/** A limit of 100 a second on a clock that the test moves. */
function aLimit(requestsPerSecond = 100) {
  let now = 0;
  const limit = createRateLimit(requestsPerSecond, () => now);
  const send = (credentialId: string): { headers?: RateHeaders; waitSeconds: number } => {
    let headers: RateHeaders | undefined;
    try {
      limit.count(credentialId, (each) => (headers = each));
      return { ...(headers ? { headers } : {}), waitSeconds: 0 };
    } catch (error) {
      if (!isRefusal(error, "RATE_LIMITED")) throw error;
      const waitSeconds = refusalOf(error)?.details.retryAfterSeconds ?? Number.NaN;
      return { ...(headers ? { headers } : {}), waitSeconds };
    }
  };
  const admitted = (credentialId: string, requests: number): number =>
    Array.from({ length: requests }, () => send(credentialId)).filter(
      ({ waitSeconds }) => waitSeconds === 0,
    ).length;
  return { limit, send, admitted, pass: (ms: number) => (now += ms) };
}

describe("a credential", () => {
  it("may send twice its rate at once and its rate from then on", () => {
    const { admitted, pass } = aLimit();
    expect(admitted("a", 500)).toBe(200);
    pass(1_000);
    expect(admitted("a", 500)).toBe(100);
    pass(250);
    expect(admitted("a", 500)).toBe(25);
    pass(60_000);
    expect(admitted("a", 500)).toBe(200);
  });

  it("spends nothing of another's", () => {
    const { admitted } = aLimit();
    admitted("a", 500);
    expect(admitted("b", 500)).toBe(200);
  });

  it("is told its policy, what is left of it, and when to come back", () => {
    const { send, admitted, pass } = aLimit();
    expect(send("a").headers).toEqual({
      "RateLimit-Policy": '"credential";q=100;w=1',
      RateLimit: '"credential";r=199;t=1',
    });
    admitted("a", 199);
    expect(send("a")).toEqual({
      waitSeconds: 1,
      headers: { "RateLimit-Policy": '"credential";q=100;w=1', RateLimit: '"credential";r=0;t=1' },
    });
    pass(1_000);
    expect(send("a").waitSeconds).toBe(0);
  });

  it("has no limit where it is turned off", () => {
    const { send, admitted } = aLimit(0);
    expect(admitted("a", 10_000)).toBe(10_000);
    expect(send("a")).toEqual({ waitSeconds: 0 });
  });
});

describe("what other gateways have let through", () => {
  it("counts here too, and may leave a debt of one burst at most", () => {
    const { limit, send, admitted, pass } = aLimit();
    limit.debit({ a: 150 });
    expect(admitted("a", 500)).toBe(50);
    limit.debit({ a: 100_000 });
    expect(send("a").waitSeconds).toBe(3);
    pass(3_000);
    expect(admitted("a", 500)).toBe(100);
  });

  it("is told once, and what was refused is not told", () => {
    const { limit, admitted } = aLimit();
    admitted("a", 500);
    admitted("b", 3);
    expect(limit.takeSpent()).toEqual({ a: 200, b: 3 });
    expect(limit.takeSpent()).toEqual({});
  });
});

it("keeps many credentials apart, and the busy ones when the resting are forgotten", () => {
  const { admitted, pass } = aLimit();
  admitted("busy", 200);
  pass(10);
  for (let name = 0; name < 5_000; name++) admitted(`n${name}`, 1);
  expect(admitted("busy", 500)).toBe(1);
});
