import { expect, it } from "@jest/globals";
import { type Caller, channelOf, ofSupplier } from "./caller.ts";

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
it("is of a channel only with a channel and a supplier", () => {
  expect(channelOf(ofChannel)).toEqual({ channelConnectionId: "chn_1", supplierId: "sup_1" });
  expect([plain, restricted].map(channelOf)).toEqual([undefined, undefined]);
});

it("filters lists by its supplier alone where it has one", () => {
  expect(ofSupplier(plain)).toEqual({});
  expect(ofSupplier(restricted)).toEqual({ supplierId: "sup_1" });
  expect(ofSupplier({ restrictions: { supplierId: null, overrides: false } })).toEqual({});
});
