import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { syncPath } from "../data/private-file.ts";

/** A file that has its name and all its texts. */
export interface WholeFile {
  readonly bytes: number;
  /** Why the folder could not be synced: a power cut may still take the name, and with it the file. */
  readonly unsynced?: string;
}

/**
 * Writes texts into a file compressed by gzip, for this user alone. It is called `.partial` until all of it is on the disk.
 * The name is in the folder, which has to reach the disk as well: not every file system syncs a folder.
 */
export async function writeWholeFile(
  file: string,
  texts: () => AsyncGenerator<string>,
): Promise<WholeFile> {
  const partial = `${file}.partial`;
  try {
    await pipeline(texts, createGzip(), createWriteStream(partial, { mode: 0o600 }));
    await syncPath(partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  const failure = await syncPath(dirname(file)).catch(({ message }: Error) => message);
  const { size: bytes } = await stat(file);
  return failure === undefined ? { bytes } : { bytes, unsynced: `folder not synced: ${failure}` };
}
