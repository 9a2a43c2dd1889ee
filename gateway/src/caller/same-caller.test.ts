import { expect, it } from "@jest/globals";
import { isSameCaller } from "./same-caller.ts";

const caller: Parameters<typeof isSameCaller>[0] = {
  tenantId: "ten_1",
  actorType: "API_KEY",
  actorId: "key_1",
  credentialId: "key_1",
  scopes: ["bookings:read"],
  source: "api/v1",
  proof: "29000000.A",
};

it.each([
  ["of a minute later, with its proof", { proof: "29000001.B" }, true],
  ["without a proof", { proof: undefined }, true],
  ["with other scopes", { scopes: [] }, false],
  ["with a restriction", { restrictions: { supplierId: "sup_1", overrides: false } }, false],
  ["of another credential", { credentialId: "key_2" }, false],
])("knows the caller %s", (_, change: Partial<typeof caller>, isSame) => {
  const again = { ...caller, scopes: [...caller.scopes] };
  expect(isSameCaller({ ...again, ...change }, caller)).toBe(isSame);
});
