/** When one key follows another, texts that the old key has sealed are sealed anew, so that it can be removed. */
import { resealedAtOnce } from "./constants.ts";
import type { Sealer } from "./seal.ts";

/** Records with sealed texts, and how they are read and changed. */
interface SealedRecords<Item> {
  readonly idOf: (item: Item) => string;
  /** Records with a text that the key of this name has not sealed, in the order of their ids, from behind `after`. */
  readonly list: (
    keyName: string,
    page: { readonly after: string; readonly limit: number },
  ) => Promise<readonly Item[]>;
  /** Keeps the record with all its texts sealed by `again`, unless another request has changed them since they were read. */
  readonly renew: (item: Item, again: (sealed: string, boundTo: string) => string) => Promise<void>;
}

/**
 * Seals anew, with the first key, texts that another key has sealed. Answers how many records it changed, and which do not
 * open because a key is missing. Several replicas may do so at once, and a repeat changes nothing more.
 */
export async function renewSeals<Item>(
  sealer: Sealer,
  { idOf, list, renew }: SealedRecords<Item>,
  log: (level: "info" | "warn", line: string) => void,
): Promise<void> {
  const again = (sealed: string, boundTo: string): string =>
    sealer.seal(sealer.open(sealed, boundTo), boundTo);
  let renewed = 0;
  let found: readonly Item[] = [];
  for (let after = ""; after === "" || found.length === resealedAtOnce; ) {
    found = await list(sealer.keyName, { after, limit: resealedAtOnce });
    for (const item of found) {
      after = idOf(item);
      try {
        await renew(item, again);
        renewed++;
      } catch (error) {
        log("warn", `the secrets of ${after} are not sealed anew: ${String(error)}`);
      }
    }
    if (found.length === 0) break;
  }
  if (renewed > 0)
    log("info", `the secrets of ${renewed} records are sealed with ${sealer.keyName} now`);
}
