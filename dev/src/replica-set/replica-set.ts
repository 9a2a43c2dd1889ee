/**
 * A replica set of three simulated members before one engine, for rehearsals. A driver connects to it as to a real one,
 * and a test or `npm run chaos` lets it fail over, take back what no majority had, lag, and answer errors. Only what a
 * client can see is pretended: there is one copy of the data, and nothing is replicated.
 */
import mongoose from "mongoose";
import type { mongo } from "mongoose";
import { setTimeout as pause } from "node:timers/promises";
import type { Command, Document } from "./command.ts";
import { createElections, type Elections } from "./elections.ts";
import { createFaults, type Fault, type Injected } from "./fault.ts";
import { createGate, type Gate } from "./gate.ts";
import { createGreeter, type Greeter } from "./hello.ts";
import { createCut, type Cut, type Outcome } from "./isolation.ts";
import { type Answer, type Member, startMember } from "./member.ts";
import { serveCommand } from "./serve-command.ts";
import { openUpstream } from "./upstream.ts";

export type { Effect, Fault, Injected } from "./fault.ts";

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

export interface ReplicaSet {
  /** For MONGODB_URI. */
  readonly uri: string;
  /** Resolves when the next primary is elected. What was applied stays. */
  failOver(leaving: Leaving): Promise<void>;
  /**
   * From now on nothing reaches a majority: writes are applied, answers to those that wait for a majority are
   * withheld, local reads show what was applied, majority reads do not. Of the databases whose names end so, as if
   * each service had a replica set of its own; of all, unless given. Ended by `heal`, it is secondaries that lag.
   */
  isolate(databaseEnding?: string): Promise<Isolation>;
  inject(fault: Fault): Injected;
  /** How much the database's clock is ahead from now on; less than nothing: behind. */
  shiftClock(ms: number): void;
  /** How much later every command is answered from now on, heartbeats too; by the present primary alone, if so wanted. */
  delay(ms: number, by?: "primary"): void;
  close(): Promise<void>;
}

const name = "rs0";
const memberCount = 3;
const leavingUnlessGiven: Leaving = { how: "step-down", ms: 300 };

export async function startReplicaSet(engineUri: string): Promise<ReplicaSet> {
  const client = await new mongoose.mongo.MongoClient(engineUri).connect();
  const limits: Document = await client.db("admin").command({ hello: 1 });
  const upstream = openUpstream(engineUri);
  const gate = createGate();
  const faults = createFaults();
  const elections = createElections(memberCount);
  const members: Member[] = [];
  const cuts = new Set<Cut>();
  const { late, delay, shiftClock, clockShiftMs } = createTimes(elections);
  const greeter = createGreeter(() => ({
    name,
    hosts: members.map(({ address }) => address),
    primary: elections.primary(),
    term: elections.term(),
    clockShiftMs: clockShiftMs(),
    limits,
  }));
  const answerAt = (index: number, command: Command): Promise<Answer> =>
    serveCommand(command, {
      upstream,
      gate,
      faults,
      clockShiftMs,
      isPrimary: (database) => elections.isPrimary(index, database),
      losses: (database) => elections.losses(database),
      cutOf: (database) => [...cuts].find((cut) => cut.covers(database)),
      version: (database) =>
        elections.isWithout(database) ? undefined : greeter.topologyVersion(index),
    });
  for (let index = 0; index < memberCount; index++)
    members.push(
      await startMember({
        greet: (command) => late(index, greeter.greet(index, command)),
        answer: (command) => late(index, answerAt(index, command)),
      }),
    );
  return {
    uri: `mongodb://${members.map(({ address }) => address).join(",")}/?replicaSet=${name}`,
    ...createEnds({ client, gate, elections, greeter, members, cuts }),
    inject: (fault) => faults.inject(fault),
    shiftClock,
    delay,
    async close() {
      await Promise.all(members.map((member) => member.close()));
      upstream.close();
      await client.close();
    },
  };
}

/** How much later members answer, and how much the database's clock is ahead. */
function createTimes(elections: Elections) {
  let shiftMs = 0;
  let delayMs = 0;
  /** All of them unless it is one. */
  let slowMember: number | undefined;
  async function late<Result>(index: number, answering: Promise<Result>): Promise<Result> {
    const answer = await answering;
    if (delayMs > 0 && (slowMember ?? index) === index) await pause(delayMs);
    return answer;
  }

  function delay(ms: number, by?: "primary"): void {
    delayMs = ms;
    slowMember = by === "primary" ? elections.primary() : undefined;
  }

  const shiftClock = (ms: number): void => void (shiftMs = ms);
  return { late, delay, shiftClock, clockShiftMs: () => shiftMs };
}

interface Parts {
  readonly client: mongo.MongoClient;
  readonly gate: Gate;
  readonly elections: Elections;
  readonly greeter: Greeter;
  readonly members: readonly Member[];
  readonly cuts: Set<Cut>;
}

/** How isolations begin and end, and primaries go. */
function createEnds({
  client,
  gate,
  elections,
  greeter,
  members,
  cuts,
}: Parts): Pick<ReplicaSet, "failOver" | "isolate"> {
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
    // What is on its way has reached a majority; what comes from here on has not.
    await gate.alone(() => Promise.resolve(void cuts.add(cut)));
    return {
      async rollBack(leaving) {
        const { how, ms } = { ...leavingUnlessGiven, ...leaving };
        if (databaseEnding === undefined) await loseAll({ how, ms });
        else await loseSome(cut, ms);
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
