/**
 * A replica set of three simulated members before one engine, for rehearsals. A driver connects to it as to a real one,
 * and a test or `npm run chaos` lets it fail over, take back what no majority had, lag, and answer errors. Only what a
 * client can see is pretended: there is one copy of the data, and nothing is replicated.
 */
import mongoose from "mongoose";
import { setTimeout as pause } from "node:timers/promises";
import type { Command, Document } from "./command.ts";
import { createElections, type Elections } from "./elections.ts";
import { createFaults, type Fault, type Injected } from "./fault.ts";
import { createGate } from "./gate.ts";
import { type Greeter, createGreeter } from "./hello.ts";
import type { Cut } from "./isolation.ts";
import { createEnds, type Ends } from "./leaving.ts";
import { type MemberListener, type Member, startMember } from "./member.ts";
import { type CommandContext, serveCommand } from "./serve-command.ts";
import { openUpstream } from "./upstream.ts";

export type { Effect, Fault, Injected } from "./fault.ts";
export type { Isolation, Leaving } from "./leaving.ts";
export type { MemberListener, Guard } from "./member.ts";

export interface ReplicaSet extends Ends {
  /** For MONGODB_URI. */
  readonly uri: string;
  inject(fault: Fault): Injected;
  /** How much the database's clock is ahead from now on; less than nothing: behind. */
  shiftClock(ms: number): void;
  /** How much later every command is answered from now on, heartbeats too; by the present primary alone, if so wanted. */
  delay(ms: number, by?: "primary"): void;
  close(): Promise<void>;
}

interface Named {
  readonly name?: string;
  /** For each member; ports of this machine without users unless given. */
  readonly listeners?: readonly MemberListener[];
}

const memberCount = 3;

export async function startReplicaSet(
  engineUri: string,
  { name = "rs0", listeners = [] }: Named = {},
): Promise<ReplicaSet> {
  const client = await new mongoose.mongo.MongoClient(engineUri).connect();
  const limits: Document = await client.db("admin").command({ hello: 1 });
  const upstream = openUpstream(engineUri);
  const gate = createGate();
  const faults = createFaults();
  const elections = createElections(memberCount);
  const members: Member[] = [];
  const cuts = new Set<Cut>();
  const { late, clockShiftMs, ...times } = createTimes(elections);
  const greeter = createGreeter(() => ({
    name,
    hosts: members.map(({ address }) => address),
    primary: elections.primary(),
    term: elections.term(),
    clockShiftMs: clockShiftMs(),
    limits,
  }));
  const engine = { upstream, gate, faults, clockShiftMs };
  for (let index = 0; index < memberCount; index++) {
    const around = { ...engine, ...viewOf(index, { elections, greeter, cuts }) };
    const greet = (command: Command) => late(index, greeter.greet(index, command));
    const answer = (command: Command) => late(index, serveCommand(command, around));
    members.push(await startMember({ listener: listeners[index], greet, answer }));
  }
  return {
    uri: `mongodb://${members.map(({ address }) => address).join(",")}/?replicaSet=${name}`,
    ...createEnds({ client, gate, elections, greeter, members, cuts }),
    inject: (fault) => faults.inject(fault),
    ...times,
    async close() {
      await Promise.all(members.map((member) => member.close()));
      upstream.close();
      await client.close();
    },
  };
}

interface PeerView {
  readonly elections: Elections;
  readonly greeter: Greeter;
  readonly cuts: ReadonlySet<Cut>;
}

/** View that a member has of the others. */
function viewOf(
  index: number,
  { elections, greeter, cuts }: PeerView,
): Pick<CommandContext, "isPrimary" | "losses" | "cutOf" | "version"> {
  return {
    isPrimary: (database) => elections.isPrimary(index, database),
    losses: (database) => elections.losses(database),
    cutOf: (database) => [...cuts].find((cut) => cut.covers(database)),
    version: (database) =>
      elections.isWithout(database) ? undefined : greeter.topologyVersion(index),
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
