import type { ApiKeyDeps } from "./deps.ts";
import { pepperName } from "../record/hash-secret.ts";

/** While one pepper follows another: the old one may go once this says 0. */
export async function logKeysToMove({
  apiKeys,
  users,
  config: { peppers },
  log,
  warn,
}: ApiKeyDeps): Promise<void> {
  if (peppers.old === undefined) return;
  try {
    const keys = await apiKeys.countUnderOthers(pepperName(peppers.current));
    log("info", "API keys that are not hashed under AUTH_PEPPER", { keys });
    const secondFactors = await users.countSealedByOthers(pepperName(peppers.current));
    log("info", "second factors that are not sealed under AUTH_PEPPER", { secondFactors });
  } catch (error) {
    warn(`API keys that are not hashed under AUTH_PEPPER: ${String(error)}`);
  }
}
