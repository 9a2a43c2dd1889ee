import { afterEach, describe, expect, it, jest } from "@jest/globals";
import type { Caller } from "@slipway/contracts";
import type { ServiceBroker } from "moleculer";
import { callerSigner, isProven, mustProve } from "../src/caller-proof.ts";
import { auth, webhooks } from "@slipway/contracts";

afterEach(() => void jest.useRealTimers());

interface Node {
  id: string;
  metadata: Record<string, unknown>;
}

function aNode(id: string, secrets: readonly string[]): Node {
  const metadata = {};
  callerSigner(secrets).publish({ metadata } as ServiceBroker);
  return { id, metadata };
}

function aBroker(...nodes: Node[]): ServiceBroker {
  return { registry: { nodes: { toArray: () => nodes } } } as unknown as ServiceBroker;
}

const identity = {
  tenantId: "ten_1",
  actorType: "API_KEY",
  actorId: "key_1",
  credentialId: "key_1",
  scopes: ["bookings:read"],
  source: "api/v1",
} as const;

function aCaller(
  secret: string,
  change: Partial<Caller> = {},
  proven: Pick<Caller, "restrictions" | "channel"> = {},
): Caller {
  const found = { ...identity, scopes: [...identity.scopes], ...proven };
  return { ...found, requestId: "any", proof: callerSigner([secret]).prove(found), ...change };
}

describe("the proof of a caller", () => {
  it("is of exactly this caller, whatever the request", () => {
    const broker = aBroker(aNode("auth.a", ["one"]));
    expect(isProven(broker, aCaller("one"))).toBe(true);
    expect(isProven(broker, aCaller("one", { requestId: "other" }))).toBe(true);
    const lies: Partial<Caller>[] = [
      { tenantId: "ten_2" },
      { scopes: ["*"] },
      { actorType: "USER" },
      { actorId: "key_2" },
      { credentialId: null },
      { source: "cli" },
      { proof: undefined },
      { proof: "" },
      { proof: "99999999999.AAAA" },
    ];
    for (const lie of lies)
      expect([lie, isProven(broker, aCaller("one", lie))]).toEqual([lie, false]);
  });

  it("is of the key's restrictions, too", () => {
    const broker = aBroker(aNode("auth.a", ["one"]));
    const restrictions = { supplierId: "sup_1", overrides: false };
    expect(isProven(broker, aCaller("one", {}, { restrictions }))).toBe(true);
    for (const lie of [
      undefined,
      { supplierId: null, overrides: true },
      { supplierId: null, overrides: false },
      { supplierId: "sup_2", overrides: false },
      { supplierId: "sup_1", overrides: true },
    ]) {
      const caller = aCaller("one", { restrictions: lie }, { restrictions });
      expect([lie, isProven(broker, caller)]).toEqual([lie, false]);
    }
  });

  it("is of the key's channel, too", () => {
    const broker = aBroker(aNode("auth.a", ["one"]));
    const restrictions = { supplierId: "sup_1", overrides: false };
    const channel = { channelConnectionId: "chn_1" };
    expect(isProven(broker, aCaller("one", {}, { restrictions, channel }))).toBe(true);
    for (const lie of [undefined, { channelConnectionId: "chn_2" }]) {
      const caller = aCaller("one", { channel: lie }, { restrictions, channel });
      expect([lie, isProven(broker, caller)]).toEqual([lie, false]);
    }
    const unproven = aCaller("one", { channel }, { restrictions });
    expect(isProven(broker, unproven)).toBe(false);
  });

  it("ends, also where it was good before", () => {
    const broker = aBroker(aNode("auth.a", ["ends"]));
    const caller = aCaller("ends");
    expect(isProven(broker, caller)).toBe(true);
    jest.useFakeTimers({ now: Date.now() + 11 * 60_000 });
    expect(isProven(broker, caller)).toBe(false);
  });

  it("is believed of auth's keys alone, and cannot be checked while none is known", () => {
    expect(isProven(aBroker(), aCaller("two"))).toBeUndefined();
    expect(isProven(aBroker(aNode("bookings.a", ["two"])), aCaller("two"))).toBeUndefined();
    expect(isProven(aBroker(aNode("auth.a", ["other"])), aCaller("two"))).toBe(false);
    expect(isProven(aBroker(aNode("auth+catalog.a", ["two"])), aCaller("two"))).toBe(true);
  });

  it("is good by the old key and the new while one follows the other", () => {
    const both = aBroker(aNode("auth.old", ["old"]), aNode("auth.new", ["new", "old"]));
    expect(isProven(both, aCaller("old", { requestId: "1" }))).toBe(true);
    expect(isProven(both, aCaller("new", { requestId: "2" }))).toBe(true);
  });

  it("is asked of a gateway, but for what needs no credential", () => {
    expect(mustProve(webhooks.getSecret, "gateway")).toBe(true);
    expect(mustProve(auth.issueApiKey, "gateway")).toBe(true);
    expect(mustProve(auth.createSession, "gateway")).toBe(false);
    expect(mustProve(webhooks.getSecret, "operator")).toBe(false);
  });
});
