/** Small files and folders that only this user can read. A file is complete or absent whenever the machine stops. */
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
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
  await syncPath(dirname(path));
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

/** Resolves when a file, or the names in a folder, are on the disk: a power cut may take back the others. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes a folder, and those above it, unless it is there. Node's own recursive `mkdir` never ends where
 * a file system lets nobody make a folder, as /proc does.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    if (code !== "ENOENT" || (await isThere(dirname(path)))) throw error;
    await makePrivateFolder(dirname(path));
    await makePrivateFolder(path);
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
