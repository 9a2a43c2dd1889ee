/** The files of the console: those that were built with the code or, where it runs from its sources, built of them. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ConsoleFiles } from "./bundle.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Where `npm run pack` puts the built files; a checkout has no such folder. */
const builtFolder = join(root, "console", "built");
/** A build takes five seconds of a processor, so a checkout keeps its last one. */
const keptFolder = join(root, ".tools", "console");
/** Sources of a build; the lock names the versions of the builders and of preact. */
const sources = [
  "{console,packages/client,packages/departures}/package.json",
  "console/{page,src}/**/*.*",
  "packages/{client,departures}/src/**/*.ts",
  "pnpm-lock.yaml",
];

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
  if (existsSync(builtFolder)) return filesIn(builtFolder);
  const hash = await hashOfSources();
  const kept = await filesIn(join(keptFolder, hash)).catch(() => undefined);
  if (kept) return kept;
  // Production neither has nor needs the bundler.
  const { bundleConsole } = await import("./bundle.ts");
  const files = await bundleConsole();
  // Where nothing can be written, or a source has changed meanwhile, the next start builds again.
  if ((await hashOfSources()) === hash) await keep(files, hash).catch(() => undefined);
  return files;
}

async function filesIn(folder: string): Promise<ConsoleFiles> {
  const names = await readdir(folder);
  const read = names.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return new Map(await Promise.all(read));
}

async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  const paths: string[] = [];
  for await (const path of glob(sources, { cwd: root })) paths.push(path);
  for (const path of paths.toSorted())
    hash.update(`${path}\n`).update(await readFile(join(root, path)));
  return hash.digest("hex").slice(0, 16);
}

/** A folder has its name while it is whole: other processes may build at the same time, or read it. */
async function keep(files: ConsoleFiles, hash: string): Promise<void> {
  const unfinished = join(keptFolder, `${hash}.${process.pid}`);
  await mkdir(unfinished, { recursive: true });
  for (const [name, bytes] of files) await writeFile(join(unfinished, name), bytes);
  // The first one stays.
  await rename(unfinished, join(keptFolder, hash)).catch(() => rm(unfinished, { recursive: true }));
  const earlier = (await readdir(keptFolder)).filter(
    (name) => /^[0-9a-f]+$/.test(name) && name !== hash,
  );
  for (const name of earlier) {
    const old = join(keptFolder, `${name}.old.${process.pid}`);
    await rename(join(keptFolder, name), old);
    await rm(old, { recursive: true });
  }
}
