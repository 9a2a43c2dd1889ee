import { expect, it } from "@jest/globals";
import { aClaim, aResource, now } from "../../test/made-ledgers.ts";
import { createActor } from "./actor.ts";
import { dayMs } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import { emptyLedger, ledgerOf } from "../ledger/ledger-document.ts";
import { createAttachments } from "./attachment-queue.ts";

const address = { id: "s:0", tenantId: "t", supplierId: "s", range: { from: 0, to: dayMs } };

it("reads all again after ten seconds: a process may have crashed before it bumped the version", async () => {
  const world = { boat: aResource(), clock: now };
  const deps = {
    clock: () => world.clock,
    certainTime: async () => world.clock,
    attachments: createAttachments(),
    ledgers: {
      open: async () => ledgerOf(emptyLedger(address, now)),
      isWhole: async () => true,
      isUnchanged: async () => true,
      commit: async () => "token",
    },
    resources: {
      listDurable: async (_tenantId: string, { optionIds }: { optionIds: string[] }) =>
        optionIds.length > 0 ? [world.boat] : [],
    },
    claims: { get: async () => new Map(), copy: async () => undefined },
  };
  const actor = createActor(address, deps as unknown as ActorDeps);
  const claim = (id: string) => actor.submit(aClaim(id, 11), Number.POSITIVE_INFINITY);
  await expect(claim("first")).rejects.toMatchObject({ type: "CAPACITY_EXHAUSTED" });
  world.boat = aResource({ capacityPerResource: 20 });
  await expect(claim("second")).rejects.toMatchObject({ type: "CAPACITY_EXHAUSTED" });
  world.clock += 10_001;
  await expect(claim("third")).resolves.toBeDefined();
  await actor.settle();
});
