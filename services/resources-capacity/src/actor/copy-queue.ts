import type { LedgerAddress } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import type { Claim, Ledger } from "../ledger/ledger.ts";
import type { AwaitedClaims } from "./attachment-queue.ts";
import { copyRetryMs, logStepsMax } from "../constants.ts";

interface Copying {
  readonly done: Promise<void>;
  /** Ends the wait for the claims to be attached. */
  readonly flush: () => void;
}

export function createCopier(address: LedgerAddress, deps: ActorDeps) {
  const copying = new Map<number, Copying>();
  const copied = new Set<number>();
  let isStopped = false;
  const copyUntilDone = copiesUntilDone(address, deps, () => isStopped);

  /** @param awaited claims that will probably be attached in a moment. */
  function begin(revision: number, claims: readonly Claim[], awaited: readonly string[]): void {
    if (claims.length === 0) return;
    const { attached, flush } = deps.attachments.waitFor(awaited);
    const done = copyUntilDone(claims, attached).then((isDone) => {
      copying.delete(revision);
      if (isDone) copied.add(revision);
    });
    // mark: copying
    copying.set(revision, { done, flush });
  }

  const isUnknown = (revision: number): boolean => !copying.has(revision) && !copied.has(revision);

  async function flushAll(): Promise<void> {
    const all = [...copying.values()];
    for (const { flush } of all) flush();
    await Promise.all(all.map(({ done }) => done));
  }

  return {
    /** Whether the log has steps that are not being copied here: another process's, or ones whose reply was lost. */
    hasUncopied: (log: Ledger["log"]) => log.keys().some(isUnknown),

    /** Whether the log is so large that it has to be copied before the next write. */
    isFull: (log: Ledger["log"]) => stepsIn(log) >= logStepsMax,

    /**
     * Begins to copy those steps. Only for the log of a version that a write has confirmed: if a fail-over
     * undid a copied step, its release would later subtract places that were never counted.
     */
    copyMissing(log: Ledger["log"]) {
      for (const revision of copied) if (!log.has(revision)) copied.delete(revision);
      for (const [revision, claims] of log) if (isUnknown(revision)) begin(revision, claims, []);
    },

    /** Revisions whose steps are copied and still in the log. */
    copiedRevisions: () => [...copied],

    /** Begins to copy the steps of a commit. */
    committed(revision: number, claims: readonly Claim[], dropped: readonly number[]) {
      for (const each of dropped) copied.delete(each);
      begin(revision, claims, soonAttached(claims));
    },

    isIdle: () => copying.size === 0,
    /** Resolves when every step committed before the call is copied. */
    whenCopied: flushAll,
    async settle() {
      while (copying.size > 0) await flushAll();
    },
    stop: () => void (isStopped = true),
  };
}

/** Copies a ledger's claim log into the claim records. Only copied steps may be dropped from the log. */
export type Copier = ReturnType<typeof createCopier>;

function stepsIn(log: Ledger["log"]): number {
  let steps = 0;
  for (const claims of log.values()) steps += claims.length;
  return steps;
}

type CopyUntilDone = (
  claims: readonly Claim[],
  awaited: AwaitedClaims["attached"],
) => Promise<boolean>;

/** Copies again until it succeeds; false: it was stopped before. */
function copiesUntilDone(
  address: LedgerAddress,
  { claims: records, clock, warn }: ActorDeps,
  isStopped: () => boolean,
): CopyUntilDone {
  return async (claims, awaited) => {
    const attached = await awaited;
    for (;;) {
      try {
        await records.copy(address, claims, { now: clock(), attached });
        return true;
      } catch (error) {
        warn(`ledger ${address.id}: steps not copied yet: ${String(error)}`);
        if (isStopped()) return false;
        await new Promise((resume) => setTimeout(resume, copyRetryMs));
      }
    }
  };
}

/** New claims that expanded nothing: attaching the others also writes an event, so it takes its own write. */
function soonAttached(claims: readonly Claim[]): string[] {
  const soon: string[] = [];
  for (const { id, step, expanded } of claims) if (step === 1 && !expanded) soon.push(id);
  return soon;
}
