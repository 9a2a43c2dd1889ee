import type { ApiKeyStore } from "./api-key-store.ts";

/** Times of use wait at most this long; beside it a gateway answers from its lease for a second. */
const flushEveryMs = 30_000;

/** When keys were last used: noted in memory, stored in bulk. */
export interface Uses {
  note(keyId: string, at: Date): void;
  start(): void;
  /** Stores what waits and ends the timer. */
  stop(): Promise<void>;
  flush(): Promise<void>;
}

export function noteUses(apiKeys: ApiKeyStore, warn: (line: string) => void): Uses {
  let waiting = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    const uses = waiting;
    waiting = new Map();
    try {
      await apiKeys.moveLastUses(uses);
    } catch (error) {
      // The next flush takes them along, unless the key has been used again since.
      waiting = new Map([...uses, ...waiting]);
      warn(`lastUsedAt of ${uses.size} keys: ${String(error)}`);
    }
  }

  return {
    note: (keyId, at) => void waiting.set(keyId, at),
    start() {
      timer = setInterval(() => void flush(), flushEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
    flush,
  };
}
