import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

/**
 * The key of the hashes of secrets: made once and kept beside the data, not in it, so that a copy of
 * the database alone lets nobody in. An operator who loses it must make new keys.
 */
export async function authPepper(directory: string): Promise<string> {
  const path = join(directory, "auth-pepper");
  const kept = await readPrivateFile(path);
  if (kept !== undefined) return kept.trim();
  const made = randomBytes(32).toString("hex");
  await writePrivateFile(path, `${made}\n`);
  return made;
}
