/** The attempts that run in this process, by the keys of their jobs. */
import type { DueKey } from "./job-store.ts";

interface RunningKey {
  readonly key: DueKey;
  readonly byId: Map<string, Promise<void>>;
  atOnce: number;
}

export function createRunningJobs() {
  const running = new Map<string, RunningKey>();
  let endedCount = 0;
  const textOf = ({ tenantId, key }: DueKey): string => JSON.stringify([tenantId, key]);
  return {
    /** How many attempts have ended so far. */
    get endedCount() {
      return endedCount;
    },
    /** Knows an attempt until it has ended, then calls `onEnd`. `atOnce` is the limit of its key now. */
    add(job: DueKey, atOnce: number, attempt: Promise<unknown>, onEnd: () => void) {
      const text = textOf(job);
      const own = running.get(text) ?? { key: job, byId: new Map(), atOnce };
      running.set(text, own);
      own.atOnce = atOnce;
      const ended = attempt.then(
        () => undefined,
        () => undefined,
      );
      const noted = ended.then(() => {
        own.byId.delete(job.id);
        if (own.byId.size === 0) running.delete(text);
        endedCount++;
        onEnd();
      });
      own.byId.set(job.id, noted);
    },
    has: (key: DueKey, id: string) => running.get(textOf(key))?.byId.has(id) ?? false,
    countOf: (key: DueKey) => running.get(textOf(key))?.byId.size ?? 0,
    /** Names of a tenant's keys of which no more may begin. */
    listBusy: (tenantId: string) =>
      [...running.values()]
        .filter(({ key, byId, atOnce }) => key.tenantId === tenantId && byId.size >= atOnce)
        .map(({ key }) => key.name),
    count: () => running.values().reduce((sum, { byId }) => sum + byId.size, 0),
    /** Resolves when none runs. */
    async idle() {
      while (running.size > 0)
        await Promise.all([...running.values()].flatMap(({ byId }) => [...byId.values()]));
    },
  };
}

export type RunningJobs = ReturnType<typeof createRunningJobs>;
