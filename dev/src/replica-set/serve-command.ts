/** The way of one command: injected faults, who may serve it, the engine, and how long its answer is withheld. */
import { setTimeout as pause } from "node:timers/promises";
import { type Command, messageOf, replyBodyOf, withFields } from "./command.ts";
import {
  isLinearizable,
  isWrite,
  mayReadSecondary,
  waitMsMax,
  waitsForMajority,
} from "./concern.ts";
import { atShiftedTime } from "./database-clock.ts";
import { errorReply, okReply, type TopologyVersion, withWriteConcernError } from "./error-reply.ts";
import type { Effect, Faults } from "./fault.ts";
import type { Gate } from "./gate.ts";
import type { Cut } from "./isolation.ts";
import type { Answer } from "./member.ts";
import type { Upstream } from "./upstream.ts";

export interface CommandContext {
  readonly upstream: Upstream;
  readonly gate: Gate;
  readonly faults: Faults;
  readonly clockShiftMs: () => number;
  /** Whether the member that was asked is the primary of this database. */
  readonly isPrimary: (database: string) => boolean;
  /** How often the database has lost its primary so far. */
  readonly losses: (database: string) => number;
  readonly cutOf: (database: string) => Cut | undefined;
  /** Undefined where the loss is one database's, which the members do not report. */
  readonly version: (database: string) => TopologyVersion | undefined;
}

// The engine has no sessions, and commands about them end its process.
const sessionCommands = new Set([
  "startSession",
  "endSessions",
  "killSessions",
  "killAllSessions",
  "refreshSessions",
]);
const interrupted = { code: 11_602, steppedDown: 189, noPrimary: 10_107, noRead: 13_435 } as const;
const wtimeoutCode = 64;

export async function serveCommand(command: Command, around: CommandContext): Promise<Answer> {
  const { name, database } = command;
  if (sessionCommands.has(name)) return okReply();
  const before = around.faults.take(command, "before");
  const early = await suffered(before, around.version(database));
  if (early !== undefined) return early;
  if (!around.isPrimary(database) && !mayReadSecondary(command))
    return errorReply(
      isWrite(command) ? interrupted.noPrimary : interrupted.noRead,
      around.version(database),
    );
  const cutNow = around.cutOf(database);
  if (cutNow && isLinearizable(command) && (await cutNow.ended) === "undone")
    return errorReply(interrupted.code, around.version(database));
  const losses = around.losses(database);
  const { answer, cut } = await apply(command, around);
  const after = around.faults.take(command, "after");
  const instead = await suffered(after, around.version(database));
  if (instead !== undefined) return instead;
  if (typeof after === "object" && "writeConcernError" in after)
    return withWriteConcernError(answer, after.writeConcernError);
  return withheld(command, { answer, cut, losses, around });
}

/** Answer of a fault in the command's place; undefined: the command goes on. */
async function suffered(
  effect: Effect | undefined,
  version: TopologyVersion | undefined,
): Promise<Answer | undefined> {
  if (effect === undefined || typeof effect === "string") return effect;
  if ("hold" in effect) await effect.hold;
  return "error" in effect ? errorReply(effect.error, version) : undefined;
}

/** As the primary does it. A cut that begins or ends meanwhile is taken into account before the engine is asked. */
async function apply(
  command: Command,
  around: CommandContext,
): Promise<{ answer: Buffer; cut?: Cut | undefined }> {
  const { gate, upstream, cutOf } = around;
  for (;;) {
    const cut = cutOf(command.database);
    await cut?.prepare(command);
    const applied = await gate.share(async () => {
      if (cutOf(command.database) !== cut) return undefined;
      // It waited at the gate, and the primary is gone.
      if (!around.isPrimary(command.database) && isWrite(command))
        return { answer: errorReply(interrupted.noPrimary, around.version(command.database)) };
      const asked = forEngine(cut?.view(command) ?? command, around.clockShiftMs());
      return { answer: replyBodyOf(await upstream.ask(messageOf(asked))), cut };
    });
    if (applied !== undefined) return applied;
  }
}

function forEngine(command: Command, clockShiftMs: number): Command {
  const isUnsaid = isWrite(command) && command.field("writeConcern") === undefined;
  return withFields(atShiftedTime(command, clockShiftMs), {
    lsid: undefined,
    $clusterTime: undefined,
    txnNumber: undefined,
    $readPreference: undefined,
    // The engine's own default does not wait for its journal, a replica set's does.
    ...(isUnsaid && { writeConcern: { w: 1, j: true } }),
  });
}

interface Applied {
  answer: Buffer;
  /** In which it was applied. */
  cut: Cut | undefined;
  losses: number;
  around: CommandContext;
}

/** A write that failed waits as well: what it ran into may be undone. */
async function withheld(command: Command, applied: Applied): Promise<Buffer> {
  const { answer, cut, losses, around } = applied;
  const { database } = command;
  if (!isWrite(command)) return answer;
  if (cut && waitsForMajority(command)) {
    const isTooLate = await isOver(cut.ended, waitMsMax(command));
    if (isTooLate) return withWriteConcernError(answer, wtimeoutCode);
    if ((await cut.ended) === "undone")
      return withWriteConcernError(answer, interrupted.code, around.version(database));
  }
  // Applied, and the primary went before it could say so.
  if (around.losses(database) === losses) return answer;
  return withWriteConcernError(answer, interrupted.steppedDown, around.version(database));
}

/** Whether the time is over before the wait is; without a time it never is. */
async function isOver(wait: Promise<unknown>, ms: number | undefined): Promise<boolean> {
  if (ms === undefined) return false;
  return Promise.race([wait.then(() => false), pause(ms, true, { ref: false })]);
}
