import { refuse } from "@slipway/broker";
import { ledgerWritten, operationRepeated } from "@slipway/metrics";
import { databaseFailureOf } from "@slipway/store";
import { type Span, inSpan } from "@slipway/telemetry";
import { type Lock, isStale } from "../ledger/resource.ts";
import { type Advanced, advanceLedger } from "./advance-ledger.ts";
import type { Copier } from "./copy-queue.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import { type Claim, type Command, type Draft, type Ledger, draftOf } from "../ledger/ledger.ts";
import type { View, Wanted } from "./view.ts";
import { type Views, createViews } from "./view-cache.ts";
import { outagePauseMs, resizePauseMs, resizeWaitMsMax, viewsMax } from "../constants.ts";

/** A command in a mailbox; without a command, a request to empty the claim log. */
export interface PendingCommand {
  readonly command: Command | undefined;
  readonly deadline: number;
  /** The span of the request that has brought it; undefined where nothing is traced. */
  readonly span: Span | undefined;
  /** A write that may contain it was begun. */
  isTried: boolean;
  /** When it began to wait for a resize. */
  postponedAt: number | undefined;
  /** A write that may contain it got no answer. */
  isUncertain: boolean;
  resolve(claim: Claim | undefined): void;
  reject(error: unknown): void;
}

/** A decision; `write` without a claim only empties the claim log. */
type Decided = Advanced | { outcome: "write" } | { outcome: "failed"; error: unknown };

interface WorkerContext {
  readonly address: LedgerAddress;
  readonly deps: ActorDeps;
  readonly copier: Copier;
  readonly views: Views;
}

/**
 * Decides a batch of commands, each on the state after the earlier ones, and commits all of them by
 * one write of the ledger. The copier then copies the steps into claim records.
 */
export function createBatchWorker(address: LedgerAddress, deps: ActorDeps, copier: Copier) {
  const views = createViews(address, deps);
  const context: WorkerContext = { address, deps, copier, views };
  return {
    /** Answers a batch. Returns the commands that have to wait for a resize. Never throws. */
    async answer(batch: readonly PendingCommand[]) {
      try {
        // The write that all share is shown in the trace of the first of them.
        return await inSpan(batch[0]?.span, () => answerAll(context, batch));
      } catch (error) {
        context.views.drop();
        for (const waiting of batch) waiting.reject(failureOf(error, waiting));
        return [];
      }
    },
    /** Gives back the memory of a view that is too old to be used. */
    dropOldView: () => views.dropOld(),
  };
}

async function answerAll(
  context: WorkerContext,
  batch: readonly PendingCommand[],
): Promise<PendingCommand[]> {
  const { address, deps, views } = context;
  let waiting = [...batch];
  for (let view = 0; view < viewsMax; view++) {
    waiting = waiting.filter(isInTime);
    if (waiting.length === 0) return [];
    try {
      const postponed = await answerOnce(context, waiting);
      if (postponed) return postponed;
    } catch (error) {
      // The reply was lost: the next view shows whether the write was done.
      const isFault = databaseFailureOf(error) === "fault";
      if (isFault || !waiting.some(({ isUncertain }) => isUncertain)) throw error;
      deps.warn(`ledger ${address.id}: ${String(error)}; reading again`);
      operationRepeated("ledger");
      views.drop();
      await pause(outagePauseMs);
    }
  }
  throw refuse("SERVICE_UNAVAILABLE");
}

/** Rejects a command past its deadline. */
function isInTime(waiting: PendingCommand): boolean {
  if (Date.now() <= waiting.deadline) return true;
  waiting.reject(failureOf(refuse("DEADLINE_EXCEEDED"), waiting));
  return false;
}

/** A failure as the caller sees it: OUTCOME_UNKNOWN unless it is certain that nothing was done. */
function failureOf(error: unknown, { isUncertain }: PendingCommand): unknown {
  if (isUncertain) return refuse("OUTCOME_UNKNOWN");
  return databaseFailureOf(error) === "fault" ? error : refuse("SERVICE_UNAVAILABLE");
}

/** One view, one decision per command, one write. Undefined: the view is outdated, read again. */
async function answerOnce(
  context: WorkerContext,
  waiting: readonly PendingCommand[],
): Promise<PendingCommand[] | undefined> {
  const { address, deps, copier, views } = context;
  const wanted: Wanted[] = [];
  for (const { command, isTried } of waiting) if (command) wanted.push({ command, isTried });
  const isCompacting = wanted.length < waiting.length;
  const view = await views.get(wanted);
  // mark: copy-when-due
  const isLogDue = isCompacting || copier.isFull(view.ledger.log);
  if (isLogDue && !(await copyLog(context, view.ledger))) {
    views.drop();
    return undefined;
  }
  // Taken after the last read, so that no hold that has expired by then counts.
  const draft = draftOf(view.ledger, await deps.certainTime());
  const decisions = waiting.map((each) => decideOn(draft, view, each));
  const isCommitted = await commit(context, { draft, decisions, waiting, isCompacting });
  // A resize does not bump ledgers of past days, so their views are never kept. A command that failed
  // may have changed its view in part, so that view is dropped, too.
  const isOver = address.range.to <= deps.clock();
  if (!isCommitted || isOver || decisions.some(({ outcome }) => outcome === "failed")) views.drop();
  if (!isCommitted) return undefined;
  const postponed = answerCommands(waiting, decisions);
  await dropLockedView(context, view);
  if (postponed.length > 0) await pause(resizePauseMs);
  return postponed;
}

/** Copies the whole claim log; false: the ledger was written after it was read. */
async function copyLog({ deps, copier }: WorkerContext, ledger: Ledger): Promise<boolean> {
  if (copier.hasUncopied(ledger.log) && !(await deps.ledgers.confirmUnchanged(ledger)))
    return false;
  copier.copyMissing(ledger.log);
  await copier.whenCopied();
  return true;
}

function decideOn(draft: Draft, view: View, { command }: PendingCommand): Decided {
  if (!command) return { outcome: "write" };
  try {
    return advanceLedger(draft, view, command);
  } catch (error) {
    // An impossible state fails its own command only.
    return { outcome: "failed", error };
  }
}

/** A draft with the commands of the batch and their decisions. */
interface DecidedBatch {
  readonly draft: Draft;
  readonly decisions: readonly Decided[];
  readonly waiting: readonly PendingCommand[];
  readonly isCompacting: boolean;
}

/** False: the ledger was written after it was read, so nothing was done. */
async function commit(context: WorkerContext, decisive: DecidedBatch): Promise<boolean> {
  const { deps, copier, views } = context;
  const { draft, waiting, isCompacting } = decisive;
  const dropped = copier.copiedRevisions();
  const mustWrite = draft.steps.size > 0 || (isCompacting && dropped.length > 0);
  // mark: answer-without-write
  if (!mustWrite) return isStillValid(context, decisive);
  const wasUncertain = waiting.map(({ isUncertain }) => isUncertain);
  for (const each of waiting) {
    each.isTried = true;
    each.isUncertain = true;
  }
  const written = await deps.ledgers.commit(draft, dropped);
  // A write that matched nothing is certain, unless an earlier write of the same command got no reply.
  if (written !== undefined)
    for (const [index, each] of waiting.entries())
      each.isUncertain = written === false && (wasUncertain[index] ?? false);
  ledgerWritten(waiting.length, typeof written === "string");
  if (!written) return false;
  views.committed(draft, dropped, written);
  copier.committed(draft.ledger.revision, [...draft.steps.values()], dropped);
  // The write confirms the version that it filtered, and with it all earlier steps.
  copier.copyMissing(draft.ledger.log);
  return true;
}

/**
 * A write is checked by its version filter. An answer without a write must re-check the version after
 * the command arrived. For a refusal a majority read of the version is enough. An answer such as
 * "already claimed" promises places, so a write that changes nothing has to confirm the version.
 */
async function isStillValid(
  { deps, copier }: WorkerContext,
  { draft: { ledger }, decisions }: DecidedBatch,
): Promise<boolean> {
  // mark: confirmed-promise
  const isPromised = decisions.some(({ outcome }) => outcome === "known" || outcome === "unneeded");
  if (!isPromised && (await deps.ledgers.isUnchanged(ledger))) return true;
  if (!(await deps.ledgers.confirmUnchanged(ledger))) return false;
  copier.copyMissing(ledger.log);
  return true;
}

/** Answers all commands except those that wait for a resize, which wait a second at most. */
function answerCommands(
  waiting: readonly PendingCommand[],
  decisions: readonly Decided[],
): PendingCommand[] {
  const now = Date.now();
  const postponed: PendingCommand[] = [];
  for (const [index, each] of waiting.entries()) {
    const decision = decisions[index];
    if (decision?.outcome === "wait" && now - (each.postponedAt ??= now) < resizeWaitMsMax)
      postponed.push(each);
    else if (decision?.outcome === "wait") each.reject(refuse("SERVICE_UNAVAILABLE"));
    else if (decision?.outcome === "refused") each.reject(decision.error);
    else if (decision?.outcome === "failed") each.reject(decision.error);
    else each.resolve(decision && "claim" in decision ? decision.claim : undefined);
  }
  return postponed;
}

/**
 * Drops a view with a locked resource: a resize bumps the ledger's version before it sets the new
 * numbers, and not again afterwards. Also removes stale locks.
 */
async function dropLockedView(context: WorkerContext, view: View): Promise<void> {
  const { clock, warn } = context.deps;
  for (const { id, resizing } of view.resources.values()) {
    if (!resizing) continue;
    // mark: drop-locked-view
    context.views.drop();
    if (isStale(resizing, clock()))
      await removeLock(context, id, resizing).catch((error: unknown) => warn(String(error)));
  }
}

async function removeLock({ address, deps }: WorkerContext, id: string, lock: Lock): Promise<void> {
  const resource = await deps.resources.getToChange(address.tenantId, id);
  if (resource?.resizing?.attempt === lock.attempt)
    await deps.resources.save(resource, { unlock: true });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}
