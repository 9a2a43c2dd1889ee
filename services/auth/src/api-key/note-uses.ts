import type { ApiKeyStore } from "./api-key-store.ts";

/** When keys were last used: noted in memory, stored in bulk. */
export interface Uses {
  note(keyId: string, at: Date): void;
  /** Stores what waits. */
  flush(): Promise<void>;
}

export function noteUses(apiKeys: ApiKeyStore, warn: (line: string) => void): Uses {
  let waiting = new Map<string, Date>();

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
    flush,
  };
}
