/** How primaries go, and how majorities are lost and found again. */
import type { mongo } from "mongoose";
import { setTimeout as pause } from "node:timers/promises";
import type { Elections } from "./elections.ts";
import type { Gate } from "./gate.ts";
import type { Greeter } from "./hello.ts";
import { createCut, type Cut, type Outcome } from "./isolation.ts";
import type { Member } from "./member.ts";

/** How a primary goes, and how long there is none. */
export interface Leaving {
  /**
   * It steps down, and its connections stay; it crashes, they are reset and it refuses new ones; or it falls
   * silent, and nothing is answered. After the latter two it comes back as a secondary.
   */
  readonly how: "step-down" | "crash" | "silence";
  /** Until the next one is elected. */
  readonly ms: number;
}

export interface Isolation {
  /** The primary goes, and what it has applied since is undone; resolves when the next one is elected. */
  rollBack(leaving?: Partial<Leaving>): Promise<void>;
  /** The others have caught up: whatever waits for a majority is answered. */
  heal(): Promise<void>;
}

export interface Ends {
  /** Resolves when the next primary is elected. What was applied stays. */
  failOver(leaving: Leaving): Promise<void>;
  /**
   * From now on nothing reaches a majority: writes are applied, answers to those that wait for a majority are
   * withheld, local reads show what was applied, majority reads do not. Of the databases whose names end so, as if
   * each service had a replica set of its own; of all, unless given. Ended by `heal`, it is secondaries that lag.
   */
  isolate(databaseEnding?: string): Promise<Isolation>;
}

const leavingUnlessGiven: Leaving = { how: "step-down", ms: 300 };

interface SetParts {
  readonly client: mongo.MongoClient;
  readonly gate: Gate;
  readonly elections: Elections;
  readonly greeter: Greeter;
  readonly members: readonly Member[];
  readonly cuts: Set<Cut>;
}

/** How isolations begin and end, and primaries go. */
export function createEnds({ client, gate, elections, greeter, members, cuts }: SetParts): Ends {
  let isolations = 0;
  const end = (ended: readonly Cut[], outcome: Outcome): Promise<void> =>
    gate.alone(() => endCuts(cuts, ended, outcome));

  async function loseAll({ how, ms }: Leaving): Promise<void> {
    const left = elections.lose();
    greeter.changed();
    if (how === "crash") await members[left]?.crash();
    if (how === "silence") members[left]?.fallSilent();
    await end([...cuts], "undone");
    await pause(ms);
    elections.elect();
    if (how !== "step-down") {
      greeter.restarted(left);
      await members[left]?.restart();
    }
    greeter.changed();
  }

  /** As behind a router: the members stay, operations on these databases fail for a while. */
  async function loseSome(cut: Cut, ms: number): Promise<void> {
    const elect = elections.loseSome(cut.covers);
    await end([cut], "undone");
    await pause(ms);
    elect();
  }

  async function isolate(databaseEnding?: string): Promise<Isolation> {
    const copies = `${copiesPrefix}${process.pid}-${++isolations}`;
    const covers = databasesWith(databaseEnding);
    const cut = createCut({ copies, covers, client, gate });
    // Writes that have begun reach a majority first; writes from here on do not.
    await gate.alone(() => Promise.resolve(void cuts.add(cut)));
    return {
      async rollBack(leaving) {
        const { how, ms } = { ...leavingUnlessGiven, ...leaving };
        await (databaseEnding === undefined ? loseAll({ how, ms }) : loseSome(cut, ms));
        await client.db(copies).dropDatabase();
      },
      heal: () => end([cut], "healed"),
    };
  }

  // Nothing that a majority lacks survives the election.
  return { failOver: loseAll, isolate };
}

async function endCuts(open: Set<Cut>, ended: readonly Cut[], outcome: Outcome): Promise<void> {
  for (const cut of ended) {
    if (outcome === "undone") await cut.undo();
    open.delete(cut);
    cut.end(outcome);
  }
}

const copiesPrefix = "rehearsal-";
const systemDatabases = new Set(["admin", "config", "local"]);

/** All that services have, unless an ending is given. */
function databasesWith(ending: string | undefined): (database: string) => boolean {
  return (database) =>
    ending === undefined
      ? !systemDatabases.has(database) && !database.startsWith(copiesPrefix)
      : database.endsWith(ending);
}
