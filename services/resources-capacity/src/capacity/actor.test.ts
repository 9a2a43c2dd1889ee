import { describe, expect, it } from "@jest/globals";
import { aClaim, aResizing, aResource, now } from "../../test/made-ledgers.ts";
import { createActor } from "./actor.ts";
import { dayMs } from "./day.ts";
import type { ActorDeps } from "./deps.ts";
import { emptyLedger, ledgerOf } from "./ledger-document.ts";
import { createNaming } from "./naming-queue.ts";

const address = { id: "s:0", tenantId: "t", supplierId: "s", range: { from: 0, to: dayMs } };

/** An actor over stores that hold one ledger and one boat, and what it asks of them. */
function watchedActor() {
  const asked: string[] = [];
  const world = { boat: aResource(), isStill: true, clock: now, breaks: 0, breaking: 0 };
  const deps = {
    clock: () => world.clock,
    breaks: () => world.breaks,
    warn: (line: string) => asked.push(line),
    naming: createNaming(),
    ledgers: {
      read: async () => {
        asked.push("ledger");
        return ledgerOf(emptyLedger(address, now));
      },
      isStill: async () => {
        asked.push("version");
        world.breaks += world.breaking;
        world.breaking = 0;
        return world.isStill;
      },
      commit: async () => {
        asked.push("write");
        return "token";
      },
    },
    resources: {
      listForCapacity: async (_tenantId: string, { optionIds }: { optionIds: string[] }) => {
        if (optionIds.length > 0) asked.push("resources");
        return optionIds.length > 0 ? [world.boat] : [];
      },
      get: async () => world.boat,
      save: async () => asked.push("unmark"),
    },
    claims: {
      get: async (_tenantId: string, ids: string[]) => {
        if (ids.length > 0) asked.push("records");
        return new Map();
      },
      copy: async () => undefined,
    },
  };
  const actor = createActor(address, deps as unknown as ActorDeps);
  let claims = 0;
  return {
    world,
    asked,
    /** What a claim of so many comes to, and what was asked for it. */
    async claim(participants: number): Promise<string[]> {
      asked.length = 0;
      const command = aClaim(`claim-${claims++}`, participants);
      const outcome = await actor.submit(command, Number.POSITIVE_INFINITY).then(
        () => "taken",
        (error: { type?: string }) => String(error.type),
      );
      await actor.settle();
      return [outcome, ...asked];
    },
  };
}

const refused = "CAPACITY_EXHAUSTED";
const anew = ["ledger", "resources"];

describe("an actor", () => {
  it("reads its view once, the ledger first, and writes on it", async () => {
    const { claim } = watchedActor();
    expect(await claim(6)).toEqual(["taken", ...anew, "write"]);
    expect(await claim(4)).toEqual(["taken", "write"]);
  });

  it("looks at nothing but the ledger's version for a refusal, after an own write too", async () => {
    const { claim } = watchedActor();
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
    expect(await claim(11)).toEqual([refused, "version"]);
    expect(await claim(10)).toEqual(["taken", "write"]);
    expect(await claim(1)).toEqual([refused, "version"]);
  });

  it("decides a refusal again on a new view where the ledger was written meanwhile", async () => {
    const { claim, world } = watchedActor();
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
    world.boat = aResource({ capacityPerResource: 20 });
    world.isStill = false;
    expect(await claim(11)).toEqual(["taken", "version", ...anew, "write"]);
  });

  it("keeps no view with a mark in it: the numbers come without another raise", async () => {
    const { claim, world } = watchedActor();
    const resizing = aResizing({ capacityPerResource: 20 });
    world.boat = aResource({ resizing });
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
    world.boat = aResource({ capacityPerResource: 20 });
    expect(await claim(11)).toEqual(["taken", ...anew, "write"]);
  });

  it("takes away the mark of somebody who is gone", async () => {
    const { claim, world } = watchedActor();
    world.boat = aResource({ resizing: aResizing({ since: new Date(now - 60_000) }) });
    expect(await claim(1)).toEqual(["taken", ...anew, "write", "unmark"]);
  });

  it("reads all again after ten seconds: who died before he raised the ledger answers nobody", async () => {
    const { claim, world } = watchedActor();
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
    world.clock += 10_001;
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
  });

  it("reads all again once the database was away: it may lack what it showed before", async () => {
    const { claim, world } = watchedActor();
    expect(await claim(1)).toEqual(["taken", ...anew, "write"]);
    world.breaks++;
    expect(await claim(1)).toEqual(["taken", ...anew, "write"]);
    expect(await claim(1)).toEqual(["taken", "write"]);
  });

  it("answers no refusal from a view that a connection has broken over", async () => {
    const { claim, world } = watchedActor();
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
    world.breaking = 1;
    world.boat = aResource({ capacityPerResource: 20 });
    expect(await claim(11)).toEqual(["taken", "version", ...anew, "write"]);
  });
});
