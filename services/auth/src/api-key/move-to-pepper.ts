import type { ApiKeyDeps } from "./deps.ts";
import type { ApiKeyStore } from "./api-key-store.ts";
import { hashOf } from "../record/hash-secret.ts";

/**
 * Hashes a key's digest anew, under the current pepper, when the key is used: only then is its digest there to be hashed.
 * A failure loses nothing, since the key is known by its old hash: its next use tries again.
 */
export async function moveToPepper(
  { apiKeys, config, warn }: ApiKeyDeps,
  key: Parameters<ApiKeyStore["moveHash"]>[0],
  digest: string,
): Promise<void> {
  await apiKeys
    .moveHash(key, hashOf(config.peppers.current, digest))
    .catch((error: unknown) => warn(`the hash of ${key.id} under AUTH_PEPPER: ${String(error)}`));
}
