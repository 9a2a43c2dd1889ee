import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { syncPath } from "../data/private-file.ts";

/**
 * Writes texts into a file compressed by gzip, for this user alone. It is called `.partial` until all of it is on the disk.
 * Answers its size.
 */
export async function writeWholeFile(
  file: string,
  texts: () => AsyncGenerator<string>,
): Promise<number> {
  const partial = `${file}.partial`;
  try {
    await pipeline(texts, createGzip(), createWriteStream(partial, { mode: 0o600 }));
    await syncPath(partial);
    await rename(partial, file);
    // The name is in the folder, which has to reach the disk as well.
    await syncPath(dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return (await stat(file)).size;
}
