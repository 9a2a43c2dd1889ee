import { describe, expect, it } from "@jest/globals";
import {
  type Caller,
  caller,
  callerFromBus,
  callerOnBus,
  channelOf,
  ofSupplier,
} from "./caller.ts";

const plain: Caller = {
  tenantId: "ten_1",
  actorType: "API_KEY",
  actorId: "key_1",
  credentialId: "key_1",
  scopes: ["*"],
  source: "api/v1",
  requestId: "any",
};
const restricted = { ...plain, restrictions: { supplierId: "sup_1", overrides: true } };
const ofChannel = {
  ...restricted,
  scopes: [],
  channel: { channelConnectionId: "chn_1" },
};
/** As a service of the release before parses it. */
const callerBefore = caller.omit({ restrictions: true });

describe("a caller on the bus", () => {
  it.each([plain, restricted, ofChannel])("is read as what was sent: %j", (sent) => {
    const carried: unknown = JSON.parse(JSON.stringify(callerOnBus(sent)));
    expect(caller.parse(callerFromBus(carried))).toEqual(sent);
  });

  it("is known to a service of the release before, but not where it is restricted", () => {
    expect(callerBefore.safeParse(callerOnBus(plain)).success).toBe(true);
    expect(callerBefore.safeParse(callerOnBus(restricted)).success).toBe(false);
    // Bare it would be taken for an unrestricted one.
    expect(callerBefore.parse(restricted)).toEqual(plain);
  });

  it("is unknown to a service that knows no channel keys", () => {
    const beforeChannels = caller.omit({ channel: true });
    const sent = callerOnBus(ofChannel);
    const unwrapped = "restricted" in sent ? sent.restricted : sent;
    expect(beforeChannels.safeParse(unwrapped).success).toBe(false);
  });

  it("that is none at all is left to the parser", () => {
    for (const sent of [undefined, null, "text", 1]) expect(callerFromBus(sent)).toBe(sent);
  });
});

it("is of a channel only with a channel and a supplier", () => {
  expect(channelOf(ofChannel)).toEqual({ channelConnectionId: "chn_1", supplierId: "sup_1" });
  expect([plain, restricted].map(channelOf)).toEqual([undefined, undefined]);
});

it("filters lists by its supplier alone where it has one", () => {
  expect(ofSupplier(plain)).toEqual({});
  expect(ofSupplier(restricted)).toEqual({ supplierId: "sup_1" });
  expect(ofSupplier({ restrictions: { supplierId: null, overrides: false } })).toEqual({});
});
