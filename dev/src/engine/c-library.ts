/**
 * The C library that the embedded engine needs. On a Debian or Ubuntu whose own is too old, a newer one is fetched
 * into the repository's `.tools/`, and only the engine's process runs on it: nothing is installed.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { architectures, fetchPackages, osRelease } from "../system-packages.ts";

const glibcNeeded = [2, 38] as const;
const packages = ["libc6", "libstdc++6", "libgcc-s1"];

// For each system the release whose C library is new enough.
const newerReleases: Record<string, string> = { debian: "trixie", ubuntu: "noble" };

/** The command, and the arguments before the program's own, that run Node on a C library new enough for the engine. */
interface NodeCommand {
  command: string;
  args: string[];
}

/** Repeating it is free once the library is fetched; two processes may do it at once. */
export async function nodeForEngine(
  toolsDirectory: string,
  log: (line: string) => void,
): Promise<NodeCommand> {
  const asItIs = { command: process.execPath, args: [] };
  if (process.platform !== "linux") return asItIs;
  const version = systemGlibc();
  if (version === undefined) throw new Error("this Linux has no GNU C library");
  if (isNewEnough(version)) return asItIs;
  const folder = join(toolsDirectory, "glibc", process.arch);
  const architecture = architectures[process.arch];
  if (architecture === undefined) throw new Error(`the engine does not exist for ${process.arch}`);
  const loader = join(folder, architecture.loader);
  if (!existsSync(loader)) {
    log(
      `This system's C library is ${version}; fetching a newer one for the database engine, once.`,
    );
    await fetchLibrary(folder, architecture.folder, version);
  }
  return { command: loader, args: ["--library-path", folder, process.execPath] };
}

function systemGlibc(): string | undefined {
  // The report would look up the name of every connected address.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime;
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > glibcNeeded[0] || (major === glibcNeeded[0] && minor >= glibcNeeded[1]);
}

async function fetchLibrary(target: string, folder: string, version: string): Promise<void> {
  const suite = newerReleases[osRelease("ID")];
  try {
    if (suite === undefined)
      throw new Error(`no newer release is known for ${osRelease("PRETTY_NAME")}`);
    await fetchPackages({ packages, suite, keep: join("usr", "lib", folder), target });
  } catch (error) {
    throw new Error(
      `the engine needs glibc ${glibcNeeded.join(".")}, this system has ${version}, and fetching a newer one from ` +
        `the system's package mirror failed (${(error as Error).message})`,
      { cause: error },
    );
  }
}
