/** The files of the console: those that were built with the code or, where it runs from its sources, built of them. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConsoleFiles, filesIn } from "./files-in.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Where `npm run pack` puts the built files; a checkout has no such folder. */
const built = join(root, "console", "built");
/** A build takes two seconds of a processor, so a checkout keeps its last one. */
const kept = join(root, ".tools", "console");
/** The lock names the versions of the builder and of what the pages load. */
const sources = [
  "{console,packages/client,packages/departures}/package.json",
  "console/{page,app,src}/**/*.*",
  "packages/{client,departures}/src/**/*.ts",
  "pnpm-lock.yaml",
];

let loading: Promise<ConsoleFiles> | undefined;

/** The same files each time. A failure is not kept: the next call tries again. */
export function consoleFiles(): Promise<ConsoleFiles> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<ConsoleFiles> {
  if (existsSync(built)) return filesIn(built);
  const hash = await hashOfSources();
  const last = await filesIn(join(kept, hash)).catch(() => undefined);
  if (last) return last;
  // Production neither has nor needs the builder.
  const { buildConsole } = await import("./build-console.ts");
  const files = await buildConsole();
  // Where nothing can be written, or a source has changed meanwhile, the next start builds again.
  if ((await hashOfSources()) === hash) await keep(files, hash).catch(() => undefined);
  return files;
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
  const unfinished = join(kept, `${hash}.${process.pid}`);
  await mkdir(unfinished, { recursive: true });
  for (const [name, bytes] of files) await writeFile(join(unfinished, name), bytes);
  // The first one stays.
  await rename(unfinished, join(kept, hash)).catch(() => rm(unfinished, { recursive: true }));
  const earlier = (await readdir(kept)).filter((name) => /^[0-9a-f]+$/.test(name) && name !== hash);
  for (const name of earlier) {
    const old = join(kept, `${name}.old.${process.pid}`);
    await rename(join(kept, name), old);
    await rm(old, { recursive: true });
  }
}
