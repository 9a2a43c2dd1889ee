import type { LedgerAddress } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import type { Claim, Ledger } from "../ledger/ledger.ts";
import type { Expected } from "./naming-queue.ts";

/** Copies a ledger's log into the claim records; only what is copied may be dropped from the log. */
export interface Copier {
  /** Whether a log holds steps that nobody copies here yet: another process wrote them, or a lost reply hides ours. */
  lacks(log: Ledger["log"]): boolean;
  /** Whether a log holds so much that it has to be copied before more is written. */
  isFull(log: Ledger["log"]): boolean;
  /**
   * Begins to copy what of a log nobody copies here yet. Only for the log of a version that a write
   * has confirmed: the copy of a step that a fail-over undoes would be released one day, and take
   * places away that were never counted.
   */
  take(log: Ledger["log"]): void;
  /** Revisions that are copied, acknowledged, and still in the log. */
  finished(): number[];
  /** Begins to copy what has just been committed. */
  committed(revision: number, claims: readonly Claim[], dropped: readonly number[]): void;
  isIdle(): boolean;
  /** Resolves when everything committed before the call is copied. */
  copied(): Promise<void>;
  settle(): Promise<void>;
  stop(): void;
}

interface Copying {
  readonly done: Promise<void>;
  /** Waits no longer for bookings to name its claims. */
  readonly hurry: () => void;
}

const stepsMax = 1_000;
const retryMs = 200;

export function createCopier(
  address: LedgerAddress,
  { claims: records, naming, clock, warn }: ActorDeps,
): Copier {
  const copying = new Map<number, Copying>();
  const copied = new Set<number>();
  let isStopped = false;

  /** @param expected claims that bookings are likely to name in a moment. */
  function begin(revision: number, claims: readonly Claim[], expected: readonly string[]): void {
    if (claims.length === 0) return;
    const { named, hurry } = naming.expect(expected);
    const done = copyUntilDone(claims, named).then((isDone) => {
      copying.delete(revision);
      if (isDone) copied.add(revision);
    });
    // mark: copying
    copying.set(revision, { done, hurry });
  }

  async function copyUntilDone(
    claims: readonly Claim[],
    soonNamed: Expected["named"],
  ): Promise<boolean> {
    const named = await soonNamed;
    for (;;) {
      try {
        await records.copy(address, claims, { now: clock(), named });
        return true;
      } catch (error) {
        warn(`ledger ${address.id}: steps not copied yet: ${String(error)}`);
        if (isStopped) return false;
        await new Promise((resume) => setTimeout(resume, retryMs));
      }
    }
  }

  const isUnknown = (revision: number): boolean => !copying.has(revision) && !copied.has(revision);

  async function hurried(): Promise<void> {
    const all = [...copying.values()];
    for (const { hurry } of all) hurry();
    await Promise.all(all.map(({ done }) => done));
  }

  return {
    lacks: (log) => log.keys().some(isUnknown),

    isFull: (log) => log.values().reduce((steps, claims) => steps + claims.length, 0) >= stepsMax,

    take(log) {
      for (const revision of copied) if (!log.has(revision)) copied.delete(revision);
      for (const [revision, claims] of log) if (isUnknown(revision)) begin(revision, claims, []);
    },

    finished: () => [...copied],

    committed(revision, claims, dropped) {
      for (const each of dropped) copied.delete(each);
      begin(
        revision,
        claims,
        claims.filter(isNew).map(({ id }) => id),
      );
    },

    isIdle: () => copying.size === 0,
    copied: hurried,
    async settle() {
      while (copying.size > 0) await hurried();
    },
    stop() {
      isStopped = true;
    },
  };
}

/** What a claim has expanded is told when it is named, by a write of its own. */
function isNew({ step, expanded }: Claim): boolean {
  return step === 1 && !expanded;
}
