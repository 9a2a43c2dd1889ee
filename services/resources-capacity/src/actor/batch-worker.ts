import { refuse } from "@slipway/broker";
import type { RefusalCode } from "@slipway/contracts";
import { ledgerWritten } from "@slipway/metrics";
import { databaseFailureOf } from "@slipway/store";
import { type Mark, isStale } from "../resource/resource.ts";
import type { Copier } from "./copy-queue.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import {
  type Claim,
  type Command,
  type Decision,
  type Draft,
  type Ledger,
  apply,
  decide,
  draftOf,
} from "../ledger/ledger.ts";
import type { View } from "./view.ts";
import { type Views, createViews } from "./view-cache.ts";

/** A command in a mailbox. Without a command: the ledger's log is to be emptied. */
export interface Waiting {
  readonly command: Command | undefined;
  readonly deadline: number;
  /** A write that it may have been a part of was begun, whatever came of it. */
  isTried: boolean;
  /** Since when it waits for a resize. */
  postponedAt: number | undefined;
  /** A write of it may have happened without an answer. */
  isUncertain: boolean;
  resolve(claim: Claim | undefined): void;
  reject(error: unknown): void;
}

export interface BatchWorker {
  /** Answers every command of a batch but those it returns: they wait for a resize. Never fails. */
  answer(batch: readonly Waiting[]): Promise<Waiting[]>;
  /** Whether the last batch of commands wrote nothing: the next one will most likely be refused too. */
  isRefusing(): boolean;
}

/** A decision; `write` without a claim: only the log is emptied. */
type Decided = Decision | { outcome: "write" } | { outcome: "failed"; error: unknown };

interface Desk {
  readonly address: LedgerAddress;
  readonly deps: ActorDeps;
  readonly copier: Copier;
  readonly views: Views;
  isRefusing: boolean;
}

const viewsMax = 25;
const outagePauseMs = 100;
const resizePauseMs = 20;
const resizeWaitMsMax = 1_000;

/**
 * Commits a batch of commands with one write on the ledger, each decided on the state the earlier
 * ones left, and hands the steps over to be copied.
 */
export function createBatchWorker(
  address: LedgerAddress,
  deps: ActorDeps,
  copier: Copier,
): BatchWorker {
  const views = createViews(address, deps);
  const desk: Desk = { address, deps, copier, views, isRefusing: false };
  return {
    isRefusing: () => desk.isRefusing,
    async answer(batch) {
      try {
        return await answerAll(desk, batch);
      } catch (error) {
        desk.views.drop();
        for (const waiting of batch) waiting.reject(failureOf(error, waiting));
        return [];
      }
    },
  };
}

async function answerAll(desk: Desk, batch: readonly Waiting[]): Promise<Waiting[]> {
  const { address, deps, views } = desk;
  let waiting = [...batch];
  for (let view = 0; view < viewsMax; view++) {
    waiting = waiting.filter(isInTime);
    if (waiting.length === 0) return [];
    try {
      const postponed = await answerOnce(desk, waiting);
      if (postponed) return postponed;
    } catch (error) {
      // A lost reply: the next view tells whether the write was ours.
      const isFault = databaseFailureOf(error) === "fault";
      if (isFault || !waiting.some(({ isUncertain }) => isUncertain)) throw error;
      deps.warn(`ledger ${address.id}: ${String(error)}; looking again`);
      views.drop();
      await pause(outagePauseMs);
    }
  }
  throw refuse("SERVICE_UNAVAILABLE");
}

/** Work past its deadline is not begun. */
function isInTime(waiting: Waiting): boolean {
  if (Date.now() <= waiting.deadline) return true;
  waiting.reject(failureOf(refuse("DEADLINE_EXCEEDED"), waiting));
  return false;
}

/** What a caller learns of a failure: that nothing was done, if that is certain. */
function failureOf(error: unknown, { isUncertain }: Waiting): unknown {
  if (isUncertain) return refuse("OUTCOME_UNKNOWN");
  return databaseFailureOf(error) === "fault" ? error : refuse("SERVICE_UNAVAILABLE");
}

/** One view, one decision for each, one write. Undefined: not to be answered from this view, look again. */
async function answerOnce(desk: Desk, waiting: readonly Waiting[]): Promise<Waiting[] | undefined> {
  const { address, deps, copier, views } = desk;
  const isTidying = waiting.some(({ command }) => !command);
  const view = await views.get(
    waiting.flatMap(({ command, isTried }) => (command ? [{ command, isTried }] : [])),
  );
  // mark: copy-when-due
  const isLogDue = isTidying || copier.isFull(view.ledger.log);
  if (isLogDue && !(await copyLog(desk, view.ledger))) {
    views.drop();
    return undefined;
  }
  // The time is taken after the last read.
  const draft = draftOf(view.ledger, await deps.certainTime());
  const decisions = waiting.map((each) => decideOn(draft, view, each));
  desk.isRefusing = draft.steps.size === 0 && !isTidying;
  const isCommitted = await commit(desk, { draft, decisions, waiting, isTidying });
  // A resize raises no ledger that is over, so no view of one is kept; nor is one that a command
  // which failed may have changed in part.
  const isOver = address.range.to <= deps.clock();
  if (!isCommitted || isOver || decisions.some(({ outcome }) => outcome === "failed")) views.drop();
  if (!isCommitted) return undefined;
  const postponed = settle(waiting, decisions);
  await leaveMarked(desk, view);
  if (postponed.length > 0) await pause(resizePauseMs);
  return postponed;
}

/** Copies a whole log; false: the ledger is not as it was read any more. */
async function copyLog({ deps, copier }: Desk, ledger: Ledger): Promise<boolean> {
  if (copier.lacks(ledger.log) && !(await deps.ledgers.confirm(ledger))) return false;
  copier.take(ledger.log);
  await copier.copied();
  return true;
}

function decideOn(draft: Draft, view: View, { command }: Waiting): Decided {
  if (!command) return { outcome: "write" };
  try {
    const claim = view.claims.get(command.claimId);
    const replaced =
      command.kind === "claim" ? command.inPlaceOf.flatMap((id) => view.claims.get(id) ?? []) : [];
    const decision = decide(draft, command, { resources: view.resources, claim, replaced });
    if (decision.outcome === "write") apply(draft, decision);
    return decision;
  } catch (error) {
    // An impossible state is the trouble of its own command alone.
    return { outcome: "failed", error };
  }
}

/** A draft, what it was decided on, and for whom. */
interface Decisive {
  readonly draft: Draft;
  readonly decisions: readonly Decided[];
  readonly waiting: readonly Waiting[];
  readonly isTidying: boolean;
}

/** False: the ledger is not as the view has it any more, and nothing was written. */
async function commit(desk: Desk, decisive: Decisive): Promise<boolean> {
  const { deps, copier, views } = desk;
  const { draft, waiting, isTidying } = decisive;
  const dropped = copier.finished();
  const mustWrite = draft.steps.size > 0 || (isTidying && dropped.length > 0);
  // mark: answer-without-write
  if (!mustWrite) return isConfirmed(desk, decisive);
  const wasUncertain = waiting.map(({ isUncertain }) => isUncertain);
  for (const each of waiting) {
    each.isTried = true;
    each.isUncertain = true;
  }
  const written = await deps.ledgers.commit(draft, dropped);
  // A write that matched nothing may have lost to an earlier one of the same command, whose reply was lost.
  if (written !== undefined)
    for (const [index, each] of waiting.entries())
      each.isUncertain = written === false && (wasUncertain[index] ?? false);
  ledgerWritten(waiting.length, typeof written === "string");
  if (!written) return false;
  views.committed(draft, dropped, written);
  copier.committed(draft.ledger.revision, [...draft.steps.values()], dropped);
  // The write has confirmed the version that it filtered, and so what others have written before it.
  copier.take(draft.ledger.log);
  return true;
}

/**
 * An answer without a write rests on the ledger being, after its command came, what it was decided on.
 * A refusal promises nothing: that a majority has this version will do. An answer such as "it is
 * claimed already" promises places: a write that changes nothing on the very version confirms it.
 */
async function isConfirmed(
  { deps, copier }: Desk,
  { draft: { ledger }, decisions }: Decisive,
): Promise<boolean> {
  // mark: confirmed-promise
  const isPromised = decisions.some(({ outcome }) => outcome === "known" || outcome === "unneeded");
  if (!isPromised && (await deps.ledgers.isStill(ledger))) return true;
  if (!(await deps.ledgers.confirm(ledger))) return false;
  copier.take(ledger.log);
  return true;
}

/** Answers all but those that wait for a resize; they wait for a second at most. */
function settle(waiting: readonly Waiting[], decisions: readonly Decided[]): Waiting[] {
  const now = Date.now();
  const postponed: Waiting[] = [];
  // To make an error takes longer than to decide on a refusal: all that are refused alike share one.
  const errors = new Map<RefusalCode, Error>();
  const errorOf = (code: RefusalCode): Error => {
    const error = errors.get(code) ?? refuse(code);
    errors.set(code, error);
    return error;
  };
  for (const [index, each] of waiting.entries()) {
    const decision = decisions[index];
    if (decision?.outcome === "wait" && now - (each.postponedAt ??= now) < resizeWaitMsMax)
      postponed.push(each);
    else if (decision?.outcome === "wait") each.reject(refuse("SERVICE_UNAVAILABLE"));
    else if (decision?.outcome === "refused") each.reject(errorOf(decision.code));
    else if (decision?.outcome === "failed") each.reject(decision.error);
    else each.resolve(decision && "claim" in decision ? decision.claim : undefined);
  }
  return postponed;
}

/**
 * Keeps no view with a mark in it: a resize raises the ledger before it sets its numbers, and not
 * again after that. The mark of somebody who is gone is taken away.
 */
async function leaveMarked(desk: Desk, view: View): Promise<void> {
  const marked = [...view.resources.values()].filter(({ resizing }) => resizing);
  // mark: drop-marked-view
  if (marked.length > 0) desk.views.drop();
  const { clock, warn } = desk.deps;
  for (const { id, resizing } of marked)
    if (resizing && isStale(resizing, clock()))
      await removeMark(desk, id, resizing).catch((error: unknown) => warn(String(error)));
}

async function removeMark({ address, deps }: Desk, id: string, mark: Mark): Promise<void> {
  const resource = await deps.resources.getToChange(address.tenantId, id);
  if (resource?.resizing?.attempt === mark.attempt)
    await deps.resources.save(resource, { unmark: true });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}
