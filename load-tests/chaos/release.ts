/** Which release an upgrade begins with, and that release in a directory of its own, installed as it was then. */
import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { isOlder, version } from "../../packages/broker/src/version.ts";

export interface Release {
  /** The commit, as git knows it. */
  readonly ref: string;
  /** Why this one; the run prints it. */
  readonly because: string;
}

interface Known {
  /** Given by the caller. */
  readonly from: string | undefined;
  /** The version of this checkout. */
  readonly version: string;
  /** The commit of each release. */
  readonly releases: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** The release to begin with; undefined where none is older than this checkout. */
export async function findRelease(from: string | undefined): Promise<Release | undefined> {
  const text = await readFile(join(root, "packages/contracts/history/releases.json"), "utf8");
  return releaseBefore({ from, version, releases: JSON.parse(text) as Known["releases"] });
}

/** The given one, else the newest release of an older version. */
export function releaseBefore({ from, version: own, releases }: Known): Release | undefined {
  if (from !== undefined) return { ref: from, because: "given by --from" };
  const [newest] = Object.keys(releases)
    .filter((release) => isOlder(release, { release: own }))
    .toSorted((a, b) => (isOlder(a, { release: b }) ? 1 : -1));
  const ref = newest === undefined ? undefined : releases[newest];
  return ref === undefined ? undefined : { ref, because: `release ${newest}` };
}

/** Writes the files of a release to the directory, and installs what it depends on. */
export async function checkOutRelease(directory: string, { ref }: Release): Promise<void> {
  await mkdir(directory, { recursive: true });
  const archive = `${directory}.tar`;
  await run("git", ["archive", "--output", archive, ref], { cwd: root });
  await run("tar", ["-xf", archive, "-C", directory]);
  const installer = pathToFileURL(join(directory, "scripts/install.mjs")).href;
  const install = `import(${JSON.stringify(installer)}).then((it) => it.installWhatIsMissing(process.cwd()))`;
  await run(process.execPath, ["--eval", install], { cwd: directory, maxBuffer: 2 ** 24 });
}
