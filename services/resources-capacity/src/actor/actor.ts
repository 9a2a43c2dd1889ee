import { refuse } from "@slipway/broker";
import { activeSpan, inSpan } from "@slipway/telemetry";
import { type PendingCommand, createBatchWorker } from "./batch-worker.ts";
import { createCopier } from "./copy-queue.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import type { Claim, Command } from "../ledger/ledger.ts";
import { batchMax, mailboxMax } from "../constants.ts";

const untried = { isTried: false, postponedAt: undefined, isUncertain: false };

/** Decides the commands of one ledger in order of arrival; all that wait share one write. */
export function createActor(address: LedgerAddress, deps: ActorDeps) {
  const mailbox: PendingCommand[] = [];
  const exclusiveTasks: (() => Promise<void>)[] = [];
  const copier = createCopier(address, deps);
  const worker = createBatchWorker(address, deps, copier);
  let running: Promise<void> | undefined;

  const enqueue = (command: Command | undefined, deadline: number) =>
    new Promise<Claim | undefined>((resolve, reject) => {
      if (mailbox.length >= mailboxMax) throw refuse("OVERLOADED");
      mailbox.push({ command, deadline, span: activeSpan(), ...untried, resolve, reject });
      running ??= inSpan(undefined, run);
    });

  async function run(): Promise<void> {
    // Commands that arrive in the same turn of the event loop share a batch.
    await turn();
    while (mailbox.length > 0 || exclusiveTasks.length > 0) {
      await exclusiveTasks.shift()?.();
      const batch = mailbox.splice(0, batchMax);
      if (batch.length > 0) mailbox.unshift(...(await worker.answer(batch)));
    }
    running = undefined;
  }

  return {
    /**
     * Decides a command after the earlier ones. Returns its claim; undefined if none is needed or found.
     * Throws refusals. A command whose answer was lost may be sent again.
     */
    submit: enqueue,
    /** Copies the steps that a crash left uncopied into claim records, and empties the claim log. */
    compactLog: async () => void (await enqueue(undefined, Number.POSITIVE_INFINITY)),
    /**
     * Runs a task while no command is decided here. Commands wait, so the task has to be short. Other
     * replicas do not wait, so each write of the task has to filter the ledger's version.
     */
    runExclusive: <Result>(work: () => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        exclusiveTasks.push(() => work().then(resolve, reject));
        running ??= inSpan(undefined, run);
      }),
    queueLength: () => mailbox.length,
    isIdle: () => mailbox.length === 0 && !running && copier.isIdle(),
    /** Gives back the memory of a view that is too old to be used. */
    dropOldView: () => worker.dropOldView(),
    /** Resolves when no command waits and every committed step is copied. */
    async settle() {
      while (running) await running;
      await copier.settle();
    },
    /** Resolves when every step committed before the call is copied. */
    whenCopied: () => copier.whenCopied(),
    /** Stops retrying failed copies: the next process finds those steps in the claim log. */
    stop: () => copier.stop(),
  };
}

/** The mailbox of one ledger. Several replicas may have one: the ledger's version decides between them. */
export type Actor = ReturnType<typeof createActor>;

function turn(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}
