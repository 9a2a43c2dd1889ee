import type { ApiKeyDeps } from "./deps.ts";
import type { ApiKey } from "../record/api-key.ts";
import type { KeySecret } from "./api-key-store.ts";
import { hashesOf } from "../record/hash-secret.ts";

/**
 * Hashes a key's secret anew, under the current pepper, when the key is used: only then is its secret there to be hashed.
 * A key of an earlier release gets the hash of its digest by it. A failure loses nothing, since the key is known by its old
 * hash: its next use tries again.
 */
export async function moveToPepper(
  { apiKeys, config, warn }: ApiKeyDeps,
  key: ApiKey & KeySecret,
  secret: string,
): Promise<void> {
  await apiKeys
    .moveHash(key, hashesOf(config.peppers.current, secret))
    .catch((error: unknown) => warn(`the hash of ${key.id} under AUTH_PEPPER: ${String(error)}`));
}
