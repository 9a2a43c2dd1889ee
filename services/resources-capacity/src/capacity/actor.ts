import { refuse } from "@slipway/broker";
import { isOutage } from "@slipway/store";
import { type Mark, isStale } from "../resource/resource.ts";
import { createCopier } from "./copy-queue.ts";
import type { LedgerAddress } from "./day.ts";
import type { ActorDeps } from "./deps.ts";
import {
  type Claim,
  type Command,
  type Decision,
  type Draft,
  apply,
  decide,
  draftOf,
} from "./ledger.ts";
import { type View, createViews, nextMoment } from "./view-cache.ts";

/** The mailbox of one ledger. Any number may exist: the ledger's revision decides between them. */
export interface Actor {
  /**
   * Decides a command after those before it; answers its claim, or undefined where none is needed
   * or found. Refusals are thrown. A command whose answer was lost may be sent again.
   */
  submit(command: Command, deadline: number): Promise<Claim | undefined>;
  /** Copies what a crash has left uncopied and empties the log. */
  tidy(): Promise<void>;
  isIdle(): boolean;
  /** Resolves when everything committed before the call is copied. */
  copied(): Promise<void>;
  /** Resolves when nothing waits and everything committed is copied. */
  settle(): Promise<void>;
  /** Gives up copying: what is left stays in the ledger's log for whoever comes next. */
  stop(): void;
}

/** Without a command: the log is to be emptied. */
interface Waiting {
  readonly command: Command | undefined;
  readonly deadline: number;
  readonly arrived: number;
  /** Views it has been decided on. */
  views: number;
  waitingSince: number | undefined;
  /** A write of it may have happened without an answer. */
  isUncertain: boolean;
  resolve(claim: Claim | undefined): void;
  reject(error: unknown): void;
}

/** A decision; `write` without a claim: only the log is emptied. */
type Decided = Decision | { outcome: "write" } | { outcome: "failed"; error: unknown };

const mailboxMax = 1_000;
const batchMax = 250;
const viewsMax = 25;
const resizePauseMs = 20;
const outagePauseMs = 100;
const resizeWaitMsMax = 1_000;

/**
 * Commits all commands that wait with one write on the ledger, decided in their order of arrival,
 * and copies them into the claim records afterwards.
 */
export function createActor(address: LedgerAddress, deps: ActorDeps): Actor {
  const { ledgers, resources, clock, warn } = deps;
  const mailbox: Waiting[] = [];
  const copier = createCopier(address, deps);
  const views = createViews(address, deps);
  let running: Promise<void> | undefined;

  function enqueue(command: Command | undefined, deadline: number): Promise<Claim | undefined> {
    if (mailbox.length >= mailboxMax) throw refuse("OVERLOADED");
    return new Promise((resolve, reject) => {
      const arrived = nextMoment();
      const first = { views: 0, waitingSince: undefined, isUncertain: false };
      mailbox.push({ command, deadline, arrived, ...first, resolve, reject });
      running ??= run();
    });
  }

  async function run(): Promise<void> {
    // Commands of one turn of the event loop share a batch.
    await new Promise((resume) => setImmediate(resume));
    while (mailbox.length > 0) {
      const batch = mailbox.splice(0, batchMax);
      await answer(batch).catch((error: unknown) => {
        views.drop();
        for (const waiting of batch) waiting.reject(failureOf(error, waiting));
      });
    }
    running = undefined;
  }

  /** Answers every command of a batch, or leaves it in the mailbox to wait for a resize. */
  async function answer(batch: readonly Waiting[]): Promise<void> {
    let waiting = [...batch];
    for (let view = 0; view < viewsMax; view++) {
      waiting = waiting.filter(isInTime);
      if (waiting.length === 0) return;
      const isDone = await decideOnce(waiting).catch(async (error: unknown) => {
        // A lost reply: the next view tells whether the write was ours.
        if (!isOutage(error) || !waiting.some(({ isUncertain }) => isUncertain)) throw error;
        warn(`ledger ${address.id}: ${String(error)}; looking again`);
        await pause(outagePauseMs);
        return false;
      });
      if (isDone) return;
      views.drop();
    }
    throw refuse("SERVICE_UNAVAILABLE");
  }

  /** Work past its deadline is not begun. */
  function isInTime(waiting: Waiting): boolean {
    if (Date.now() <= waiting.deadline) return true;
    waiting.reject(failureOf(refuse("DEADLINE_EXCEEDED"), waiting));
    return false;
  }

  /** One view, one decision for each, one write. False: somebody else has written, look again. */
  async function decideOnce(waiting: readonly Waiting[]): Promise<boolean> {
    const commands = waiting.flatMap(({ command, views: seen }) =>
      command ? [{ command, isFirstView: seen === 0 }] : [],
    );
    const view = await views.get(commands);
    const newest = Math.max(...waiting.map(({ arrived }) => arrived));
    await copier.take(view.ledger.log, { mustFinish: waiting.some(({ command }) => !command) });
    const draft = draftOf(view.ledger, clock());
    const decisions = waiting.map((each) => decideOn(draft, view, each));
    for (const each of waiting) each.views++;
    // Only a write is checked by the revision: everything else must rest on what was just read.
    const isJustRead = view.begunAt > newest;
    if (!isJustRead && decisions.some(({ outcome }) => outcome !== "write")) return false;
    if (!(await commit(draft, view, waiting))) return false;
    settle(waiting, decisions);
    if (decisions.some(({ outcome }) => outcome === "wait")) await waitForResizes(view);
    return true;
  }

  function decideOn(draft: Draft, view: View, { command }: Waiting): Decided {
    if (!command) return { outcome: "write" };
    try {
      const claim = view.claims.get(command.claimId);
      const decision = decide(draft, command, { resources: view.resources, claim });
      if (decision.outcome === "write") apply(draft, decision);
      return decision;
    } catch (error) {
      // An impossible state is the trouble of its own command alone.
      return { outcome: "failed", error };
    }
  }

  async function commit(draft: Draft, view: View, waiting: readonly Waiting[]): Promise<boolean> {
    const dropped = copier.finished();
    const isTidying = waiting.some(({ command }) => !command) && dropped.length > 0;
    if (draft.steps.size === 0 && !isTidying) return ledgers.isAt(address, view.ledger.revision);
    for (const each of waiting) each.isUncertain = true;
    const isWritten = await ledgers.commit(draft, dropped);
    for (const each of waiting) each.isUncertain = false;
    if (!isWritten) return false;
    views.committed(draft, dropped);
    copier.committed(view.ledger.revision, [...draft.steps.values()], dropped);
    if (address.range.to <= clock()) views.drop();
    return true;
  }

  function settle(waiting: readonly Waiting[], decisions: readonly Decided[]): void {
    const postponed: Waiting[] = [];
    for (const [index, decision] of decisions.entries()) {
      const each = waiting[index] as Waiting;
      if (decision.outcome === "wait") postponed.push(each);
      else if (decision.outcome === "refused") each.reject(refuse(decision.code));
      else if (decision.outcome === "failed") each.reject(decision.error);
      else each.resolve("claim" in decision ? decision.claim : undefined);
    }
    const now = Date.now();
    const [patient, impatient] = [true, false].map((wanted) =>
      postponed.filter((each) => now - (each.waitingSince ??= now) < resizeWaitMsMax === wanted),
    );
    for (const each of impatient ?? []) each.reject(refuse("SERVICE_UNAVAILABLE"));
    mailbox.unshift(...(patient ?? []));
  }

  /** Lets resizes under way end; the mark of one that will not is taken away. */
  async function waitForResizes(view: View): Promise<void> {
    views.drop();
    const stale = [...view.resources.values()].filter(
      ({ resizing }) => resizing && isStale(resizing, clock()),
    );
    await Promise.all(stale.map(({ id, resizing }) => resizing && removeMark(id, resizing))).catch(
      (error: unknown) => warn(`ledger ${address.id}: ${String(error)}`),
    );
    await pause(resizePauseMs);
  }

  async function removeMark(id: string, mark: Mark): Promise<void> {
    const resource = await resources.get(address.tenantId, id);
    if (resource?.resizing?.attempt === mark.attempt)
      await resources.save(resource, { unmark: true });
  }

  return {
    submit: enqueue,
    async tidy() {
      await enqueue(undefined, Number.POSITIVE_INFINITY);
    },
    isIdle: () => mailbox.length === 0 && !running && copier.isIdle(),
    copied: copier.copied,
    async settle() {
      while (running) await running;
      await copier.settle();
    },
    stop: copier.stop,
  };
}

/** What a caller learns of a failure: that nothing was done, if that is certain. */
function failureOf(error: unknown, { isUncertain }: Waiting): unknown {
  if (isUncertain) return refuse("OUTCOME_UNKNOWN");
  return isOutage(error) ? refuse("SERVICE_UNAVAILABLE") : error;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}
