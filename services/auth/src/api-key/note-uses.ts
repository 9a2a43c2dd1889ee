import type { ApiKeyStore } from "./api-key-store.ts";

export function noteUses(apiKeys: ApiKeyStore, warn: (line: string) => void) {
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
    note: (keyId: string, at: Date) => void waiting.set(keyId, at),
    /** Stores what waits. */
    flush,
  };
}

/** When keys were last used: noted in memory, stored in bulk. */
export type Uses = ReturnType<typeof noteUses>;
