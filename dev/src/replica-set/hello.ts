/** Greetings by which members state their role, at once or as soon as it changes. */
import mongoose from "mongoose";
import { setTimeout as pause } from "node:timers/promises";
import type { Command, Document } from "./command.ts";
import { okReply, type TopologyVersion } from "./error-reply.ts";

const { Long, ObjectId } = mongoose.mongo;

/** State of the set that all members agree on. */
interface SetState {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly primary: number | undefined;
  readonly term: number;
  readonly clockShiftMs: number;
  /** Sizes and versions from the engine's own greeting. */
  readonly limits: Document;
}

export interface Greeter {
  /** The answer to a `hello` of the member with this index; waits for news where the driver asks for them. */
  greet(index: number, command: Command): Promise<Buffer>;
  topologyVersion(index: number): TopologyVersion;
  /** The state has changed: drivers that wait get an answer. */
  changed(): void;
  /** It comes back as another process. */
  restarted(index: number): void;
}

export function createGreeter(state: () => SetState): Greeter {
  let counter = 1;
  let news = Promise.withResolvers<void>();
  const processes = new Map<number, mongoose.mongo.ObjectId>();
  const topologyVersion = (index: number): TopologyVersion => {
    const processId = processes.get(index) ?? new ObjectId();
    processes.set(index, processId);
    return { processId, counter: Long.fromNumber(counter) };
  };

  async function untilNews(index: number, command: Command): Promise<void> {
    const known = command.field("topologyVersion") as TopologyVersion | undefined;
    if (known === undefined) return;
    const { processId } = topologyVersion(index);
    const isCurrent = processId.equals(known.processId) && Number(known.counter) === counter;
    const waitMs = Number(command.field("maxAwaitTimeMS") ?? 0);
    if (isCurrent) await Promise.race([news.promise, pause(waitMs, undefined, { ref: false })]);
  }

  /** Streams give the version that the driver knew when it began; later ones follow from what was said. */
  const seenCounters = new WeakMap<Command, number>();
  return {
    topologyVersion,
    async greet(index, command) {
      const seen = seenCounters.get(command);
      if (seen === undefined) await untilNews(index, command);
      else if (seen === counter)
        await Promise.race([
          news.promise,
          pause(Number(command.field("maxAwaitTimeMS") ?? 10_000), undefined, { ref: false }),
        ]);
      seenCounters.set(command, counter);
      return greeting(state(), index, { topologyVersion: topologyVersion(index) });
    },
    changed() {
      counter++;
      const before = news;
      news = Promise.withResolvers();
      before.resolve();
    },
    restarted: (index) => void processes.set(index, new ObjectId()),
  };
}

function greeting(state: SetState, index: number, own: Document): Buffer {
  const { name, hosts, primary, term, limits, clockShiftMs } = state;
  const isPrimary = primary === index;
  return okReply({
    ...limits,
    helloOk: true,
    isWritablePrimary: isPrimary,
    ismaster: isPrimary,
    secondary: !isPrimary,
    setName: name,
    setVersion: 1,
    hosts,
    me: hosts[index],
    ...(primary !== undefined && { primary: hosts[primary] }),
    // As a mongod makes it of the term: later elections compare as greater.
    ...(isPrimary && {
      electionId: new ObjectId(`7fffffff${term.toString(16).padStart(16, "0")}`),
    }),
    logicalSessionTimeoutMinutes: 30,
    localTime: new Date(Date.now() + clockShiftMs),
    ...own,
  });
}
