import { refuse } from "@slipway/broker";
import { type Waiting, createBatchWorker } from "./batch-worker.ts";
import { createCopier } from "./copy-queue.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import type { Claim, Command } from "../ledger/ledger.ts";

/** The mailbox of one ledger. Any number may exist: the ledger's revision decides between them. */
export interface Actor {
  /**
   * Decides a command after those before it; answers its claim, or undefined where none is needed
   * or found. Refusals are thrown. A command whose answer was lost may be sent again.
   */
  submit(command: Command, deadline: number): Promise<Claim | undefined>;
  /** Copies what a crash has left uncopied and empties the log. */
  tidy(): Promise<void>;
  /**
   * Runs work on the ledger while nothing is decided here: commands wait for it, so it has to be
   * short. Replicas that serve the same ledger do not; whatever it writes filters the revision.
   */
  apart<Result>(work: () => Promise<Result>): Promise<Result>;
  isIdle(): boolean;
  /** Commands that wait. */
  waiting(): number;
  /** Resolves when everything committed before the call is copied. */
  copied(): Promise<void>;
  /** Resolves when nothing waits and everything committed is copied. */
  settle(): Promise<void>;
  /** Tries no copy again: what is left stays in the ledger's log for whoever comes next. */
  stop(): void;
}

const mailboxMax = 1_000;
const batchMax = 250;

/** Commands of one ledger, decided in their order of arrival, all that wait at once. */
export function createActor(address: LedgerAddress, deps: ActorDeps): Actor {
  const mailbox: Waiting[] = [];
  const errands: (() => Promise<void>)[] = [];
  const copier = createCopier(address, deps);
  const worker = createBatchWorker(address, deps, copier);
  let running: Promise<void> | undefined;

  function enqueue(command: Command | undefined, deadline: number): Promise<Claim | undefined> {
    if (mailbox.length >= mailboxMax) throw refuse("OVERLOADED");
    return new Promise((resolve, reject) => {
      const first = { isTried: false, postponedAt: undefined, isUncertain: false };
      mailbox.push({ command, deadline, ...first, resolve, reject });
      running ??= run();
    });
  }

  async function run(): Promise<void> {
    // Commands of one turn of the event loop share a batch.
    await turn();
    while (mailbox.length > 0 || errands.length > 0) {
      await errands.shift()?.();
      // One look at the ledger does for all that it refuses. Those that are coming are waited for: this
      // turn reads them and handles them at its end, so they are here after the next one.
      if (worker.isRefusing()) {
        await turn();
        await turn();
      }
      if (mailbox.length > 0)
        mailbox.unshift(...(await worker.answer(mailbox.splice(0, batchMax))));
    }
    running = undefined;
  }

  return {
    async submit(command, deadline) {
      return enqueue(command, deadline);
    },
    async tidy() {
      await enqueue(undefined, Number.POSITIVE_INFINITY);
    },
    apart(work) {
      return new Promise((resolve, reject) => {
        errands.push(() => work().then(resolve, reject));
        running ??= run();
      });
    },
    waiting: () => mailbox.length,
    isIdle: () => mailbox.length === 0 && !running && copier.isIdle(),
    copied: () => copier.copied(),
    async settle() {
      while (running) await running;
      await copier.settle();
    },
    stop: () => copier.stop(),
  };
}

function turn(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}
