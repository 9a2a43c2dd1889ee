import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Bytes by name. */
export type ConsoleFiles = ReadonlyMap<string, Buffer>;

export async function filesIn(folder: string): Promise<ConsoleFiles> {
  const names = await readdir(folder);
  const read = names.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return new Map(await Promise.all(read));
}
