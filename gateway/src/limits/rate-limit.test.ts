import { describe, expect, it } from "@jest/globals";
import { isRefusal, refusalOf } from "@slipway/broker";
import { createRateLimit } from "./rate-limit.ts";

/** A limit of 100 a second on a clock that the test moves; each credential is its own tenant's, unless said. */
function aLimit(requestsPerSecond = 100, tenantRequestsPerSecond = 0) {
  let now = 0;
  const rates = { requestsPerSecond, tenantRequestsPerSecond };
  const limit = createRateLimit(rates, () => now);
  const send = (
    credentialId: string,
    tenantId = credentialId,
  ): { headers: Record<string, string>; waitSeconds: number } => {
    const headers: Record<string, string> = {};
    try {
      limit.count(
        { credentialId, tenantId },
        { setHeader: (name, value) => (headers[name] = value) },
      );
      return { headers, waitSeconds: 0 };
    } catch (error) {
      if (!isRefusal(error, "RATE_LIMITED")) throw error;
      const waitSeconds = refusalOf(error)?.details.retryAfterSeconds ?? Number.NaN;
      return { headers, waitSeconds };
    }
  };
  const admitted = (credentialId: string, requests: number, tenantId?: string): number =>
    Array.from({ length: requests }, () => send(credentialId, tenantId)).filter(
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

  it("is answered its policy, what is left of it, and when to come back", () => {
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
    expect(send("a")).toEqual({ headers: {}, waitSeconds: 0 });
  });
});

describe("a tenant", () => {
  it("has one rate for all its credentials, and each of them its own", () => {
    const { send, admitted, pass } = aLimit(100, 150);
    expect(admitted("a", 500, "t")).toBe(200);
    expect(admitted("b", 500, "t")).toBe(100);
    expect(admitted("c", 500, "other")).toBe(200);
    pass(1_000);
    expect(admitted("b", 120, "t")).toBe(120);
    expect(send("b", "t").headers).toEqual({
      "RateLimit-Policy": '"credential";q=100;w=1, "tenant";q=150;w=1',
      RateLimit: '"credential";r=79;t=1, "tenant";r=29;t=1',
    });
  });

  it("pays nothing for what is refused to one of its credentials, nor that for what is refused to it", () => {
    const { limit, admitted } = aLimit(100, 150);
    admitted("a", 500, "t");
    expect(limit.allowances.tenant?.takeSpent()).toEqual({ t: 200 });
    admitted("b", 500, "t");
    expect(limit.allowances.credential?.takeSpent()).toEqual({ a: 200, b: 100 });
  });
});

describe("what other gateways have let through", () => {
  it("counts here too, and may leave a debt of one burst at most", () => {
    const { limit, send, admitted, pass } = aLimit();
    limit.allowances.credential?.debit({ a: 150 });
    expect(admitted("a", 500)).toBe(50);
    limit.allowances.credential?.debit({ a: 100_000 });
    expect(send("a").waitSeconds).toBe(3);
    pass(3_000);
    expect(admitted("a", 500)).toBe(100);
  });

  it("is shared once, and what was refused is not shared", () => {
    const { limit, admitted } = aLimit();
    admitted("a", 500);
    admitted("b", 3);
    const { credential } = limit.allowances;
    expect(credential?.takeSpent()).toEqual({ a: 200, b: 3 });
    expect(credential?.takeSpent()).toEqual({});
  });
});

it("keeps many credentials apart, and the busy ones when the resting are forgotten", () => {
  const { admitted, pass } = aLimit();
  admitted("busy", 200);
  pass(10);
  for (let name = 0; name < 5_000; name++) admitted(`n${name}`, 1);
  expect(admitted("busy", 500)).toBe(1);
});
