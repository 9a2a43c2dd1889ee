import type { LedgerAddress } from "./day.ts";
import type { ActorDeps } from "./deps.ts";
import type { Claim, Ledger } from "./ledger.ts";
import type { Expected } from "./naming-queue.ts";

/** Copies a ledger's log into the claim records; only what is copied may be dropped from the log. */
export interface Copier {
  /** Begins to copy what of a log nobody copies here yet, and waits where the log is full. */
  take(log: Ledger["log"], options: { mustFinish: boolean }): Promise<void>;
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

  async function hurried(): Promise<void> {
    const all = [...copying.values()];
    for (const { hurry } of all) hurry();
    await Promise.all(all.map(({ done }) => done));
  }

  return {
    async take(log, { mustFinish }) {
      for (const revision of copied) if (!log.has(revision)) copied.delete(revision);
      let steps = 0;
      for (const [revision, claims] of log) {
        steps += claims.length;
        if (!copying.has(revision) && !copied.has(revision)) begin(revision, claims, []);
      }
      if (mustFinish || steps >= stepsMax) await hurried();
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
