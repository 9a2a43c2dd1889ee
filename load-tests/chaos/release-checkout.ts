/** The last release in a directory of its own, installed as it was then. */
import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { version } from "../../packages/broker/src/version.ts";
import { type Release, releaseBefore } from "./release.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** The release to begin with; undefined where none is older than this checkout. */
export async function findRelease(from: string | undefined): Promise<Release | undefined> {
  const releases = await readFile(join(root, "packages/contracts/history/releases.json"), "utf8");
  return releaseBefore({
    from,
    version,
    releases: JSON.parse(releases) as Readonly<Record<string, string>>,
  });
}

/** Writes the files of a release to the directory, and installs what it depends on. */
export async function checkOutRelease(directory: string, { ref }: Release): Promise<void> {
  await mkdir(directory, { recursive: true });
  const archive = `${directory}.tar`;
  await git(["archive", "--output", archive, ref]);
  await run("tar", ["-xf", archive, "-C", directory]);
  const installer = pathToFileURL(join(directory, "scripts/install.mjs")).href;
  const install = `import(${JSON.stringify(installer)}).then((it) => it.installWhatIsMissing(process.cwd()))`;
  await run(process.execPath, ["--eval", install], { cwd: directory, maxBuffer: 2 ** 24 });
}

async function git(args: readonly string[]): Promise<string> {
  const { stdout } = await run("git", args, { cwd: root, maxBuffer: 2 ** 24 });
  return stdout;
}
