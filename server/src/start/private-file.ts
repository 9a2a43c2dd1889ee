/** Small files that only this user can read, complete or absent whenever the machine stops. */
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces the file in one step; it is on the disk when this resolves. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const written = `${path}.new`;
  const file = await open(written, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(written, path);
  await syncDirectory(dirname(path));
}

/** The file's text, undefined when there is none. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Without it a power cut may take back the new name. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
