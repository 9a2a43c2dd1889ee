import { expect, it } from "@jest/globals";
import { now } from "../../test/made-ledgers.ts";
import { dayMs } from "./day.ts";
import { emptyLedger } from "./ledger-document.ts";
import { readsOf } from "./read-ledger.ts";

it("looks once for claims of a day whose ledger names no resource, and never for others", async () => {
  const address = { id: "s:0", tenantId: "t", supplierId: "s", range: { from: 0, to: dayMs } };
  const stored = emptyLedger(address, now);
  let looks = 0;
  const collection = { find: () => ({ toArray: async () => [stored] }) };
  const { read } = readsOf(collection as never, {
    relay: {} as never,
    claims: { listOf: async () => (looks++, []) },
    warn: () => undefined,
  });
  await read(address, now);
  expect(looks).toBe(1);
  stored.resources = ["boat"];
  await read(address, now);
  expect(looks).toBe(1);
});
