/** The files of the console: those that were built with the code or, where it runs from its sources, built now. */
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ConsoleFiles } from "./bundle.ts";

/** Where `npm run pack` puts the built files; a checkout has no such folder. */
const builtFolder = fileURLToPath(new URL("../built/", import.meta.url));

/** The same files each time. A failure is not kept: the next call tries again. */
export function consoleFiles(): Promise<ConsoleFiles> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

let loading: Promise<ConsoleFiles> | undefined;

async function load(): Promise<ConsoleFiles> {
  if (!existsSync(builtFolder)) {
    // Production neither has nor needs the bundler.
    const { bundleConsole } = await import("./bundle.ts");
    return bundleConsole();
  }
  const names = await readdir(builtFolder);
  const read = names.map(async (name) => [name, await readFile(`${builtFolder}${name}`)] as const);
  return new Map(await Promise.all(read));
}
