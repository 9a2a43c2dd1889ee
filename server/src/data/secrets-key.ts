import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/**
 * The key that seals the signing secrets in the database, in the form of SECRETS_KEYS: made once and kept beside
 * the data, not in it. An operator who loses it must rotate every secret.
 */
export async function secretsKey(directory: string): Promise<string> {
  const path = join(directory, "secrets-keys");
  const kept = await readPrivateFile(path);
  if (kept !== undefined) return kept.trim();
  const made = `first:${randomBytes(32).toString("base64")}`;
  await writePrivateFile(path, `${made}\n`);
  return made;
}
