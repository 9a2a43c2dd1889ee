/** The last release in a directory of its own, installed as it was then. */
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Release, releaseBefore } from "./release.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
const pages = "packages/contracts/history";

/** Writes the files of a release to the directory, and installs what it depends on. */
export async function checkOutRelease(directory: string, from?: string): Promise<Release> {
  const merged = ["tag", "--merged", "HEAD", "--no-contains", "HEAD", "--list", "v*"];
  const tags = await git([...merged, "--sort=-version:refname"]);
  const release = releaseBefore({
    from,
    tags: tags.split("\n").filter(Boolean),
    pageCommit: (await git(["log", "-1", "--format=%h", "--", `${pages}/*.json`])).trim(),
  });
  if (release === undefined)
    throw new Error("This clone knows no release: fetch its history, or name one with --from.");
  await mkdir(directory, { recursive: true });
  const archive = `${directory}.tar`;
  await git(["archive", "--output", archive, release.ref]);
  await run("tar", ["-xf", archive, "-C", directory]);
  const installer = pathToFileURL(join(directory, "scripts/install.mjs")).href;
  const install = `import(${JSON.stringify(installer)}).then((it) => it.installWhatIsMissing(process.cwd()))`;
  await run(process.execPath, ["--eval", install], { cwd: directory, maxBuffer: 2 ** 24 });
  return release;
}

async function git(args: readonly string[]): Promise<string> {
  const { stdout } = await run("git", args, { cwd: root, maxBuffer: 2 ** 24 });
  return stdout;
}
