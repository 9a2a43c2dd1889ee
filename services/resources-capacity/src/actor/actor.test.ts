import { describe, expect, it } from "@jest/globals";
import { aClaim, aResizing, aResource, now } from "../../test/made-ledgers.ts";
import { createActor } from "./actor.ts";
import { dayMs } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import { type LedgerDocument, emptyLedger, ledgerOf } from "../ledger/ledger-document.ts";
import { createAttachments } from "./attachment-queue.ts";

const address = { id: "s:0", tenantId: "t", supplierId: "s", range: { from: 0, to: dayMs } };

/** An actor over stores that hold one ledger and one boat, and what it asks of them. */
function watchedActor({ copies = false } = {}) {
  const asked: string[] = [];
  const world = {
    boat: aResource(),
    isStill: true,
    clock: now,
    log: {} as LedgerDocument["log"],
  };
  const deps = {
    clock: () => world.clock,
    certainTime: async () => world.clock,
    warn: (line: string) => asked.push(line),
    attachments: createAttachments(),
    ledgers: {
      read: async () => {
        asked.push("ledger");
        const revision = Object.keys(world.log).length;
        return ledgerOf({ ...emptyLedger(address, now), revision, log: world.log });
      },
      isUnchanged: async () => {
        asked.push("version");
        return world.isStill;
      },
      confirmUnchanged: async () => {
        asked.push("confirm");
        return world.isStill;
      },
      commit: async () => {
        asked.push("write");
        return "token";
      },
    },
    resources: {
      listDurable: async (_tenantId: string, { optionIds }: { optionIds: string[] }) => {
        if (optionIds.length > 0) asked.push("resources");
        return optionIds.length > 0 ? [world.boat] : [];
      },
      getToChange: async () => world.boat,
      save: async () => asked.push("unlock"),
    },
    claims: {
      get: async (_tenantId: string, ids: string[]) => {
        if (ids.length > 0) asked.push("records");
        return new Map();
      },
      copy: async (_ledger: object, [claim]: { id: string }[]) => {
        if (copies) asked.push(`copy ${claim?.id}`);
      },
    },
  };
  const actor = createActor(address, deps as unknown as ActorDeps);
  let claims = 0;
  return {
    world,
    asked,
    /** The outcome of a claim, and the operations it took. */
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
    /** The outcome of a release of an unknown claim, and the operations it took. */
    async release(): Promise<string[]> {
      asked.length = 0;
      const command = { kind: "release", claimId: "none", neverNamed: true } as const;
      await actor.submit(command, Number.POSITIVE_INFINITY);
      await actor.settle();
      return ["done", ...asked];
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

  it("reads nothing but the ledger's version for a refusal, after an own write too", async () => {
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
    expect(await claim(11)).toEqual(["taken", "version", "confirm", ...anew, "write"]);
  });

  it("confirms the ledger by a write before it says that something is done already", async () => {
    const { release } = watchedActor();
    expect(await release()).toEqual(["done", "ledger", "records", "confirm"]);
  });

  it("copies steps of another process only once a write has confirmed their version", async () => {
    const { claim, world } = watchedActor({ copies: true });
    world.log = { 1: JSON.stringify([{ id: "other", step: 1, use: [] }]) };
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
    const asked = await claim(1);
    expect(asked.slice(0, 2)).toEqual(["taken", "write"]);
    expect(asked.slice(2).toSorted()).toEqual(["copy claim-1", "copy other"]);
  });

  it("keeps no view with a locked resource: the numbers come without another bump", async () => {
    const { claim, world } = watchedActor();
    const resizing = aResizing({ capacityPerResource: 20 });
    world.boat = aResource({ resizing });
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
    world.boat = aResource({ capacityPerResource: 20 });
    expect(await claim(11)).toEqual(["taken", ...anew, "write"]);
  });

  it("removes a stale lock", async () => {
    const { claim, world } = watchedActor();
    world.boat = aResource({ resizing: aResizing({ since: new Date(now - 60_000) }) });
    expect(await claim(1)).toEqual(["taken", ...anew, "write", "unlock"]);
  });

  it("reads all again after ten seconds: a process may have crashed before it bumped the version", async () => {
    const { claim, world } = watchedActor();
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
    world.clock += 10_001;
    expect(await claim(11)).toEqual([refused, ...anew, "version"]);
  });
});
