/**
 * The C library that the embedded engine needs. On a Debian or Ubuntu whose own is too old, a newer one is fetched
 * from the system's package mirror into the repository's `.tools/`, and only the engine's process runs on it: nothing
 * is installed, no right is needed. apt checks the mirror's signatures with the keys that the system trusts already.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const glibcNeeded = [2, 38] as const;
const stepMsMax = 120_000;
const packages = ["libc6", "libstdc++6", "libgcc-s1"];

// For each system the release whose C library is new enough, and the keys that sign it.
const newerReleases: Record<string, { suite: string; keyring: string }> = {
  debian: { suite: "trixie", keyring: "/usr/share/keyrings/debian-archive-keyring.gpg" },
  ubuntu: { suite: "noble", keyring: "/usr/share/keyrings/ubuntu-archive-keyring.gpg" },
};

const architectures: Partial<
  Record<NodeJS.Architecture, { apt: string; folder: string; loader: string }>
> = {
  x64: { apt: "amd64", folder: "x86_64-linux-gnu", loader: "ld-linux-x86-64.so.2" },
  arm64: { apt: "arm64", folder: "aarch64-linux-gnu", loader: "ld-linux-aarch64.so.1" },
};

/** The command, and the arguments before the program's own, that run Node on a C library new enough for the engine. */
export interface NodeCommand {
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
    await fetchLibrary(toolsDirectory, folder, version);
  }
  return { command: loader, args: ["--library-path", folder, process.execPath] };
}

function systemGlibc(): string | undefined {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime;
}

export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > glibcNeeded[0] || (major === glibcNeeded[0] && minor >= glibcNeeded[1]);
}

async function fetchLibrary(
  toolsDirectory: string,
  target: string,
  version: string,
): Promise<void> {
  await mkdir(toolsDirectory, { recursive: true });
  const work = await mkdtemp(join(toolsDirectory, "glibc-fetching-"));
  try {
    const unpacked = await downloadAndUnpack(work);
    await mkdir(join(target, ".."), { recursive: true });
    // Complete or absent: whoever renames first wins, and the other one uses what is there.
    await rename(unpacked, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  } catch (error) {
    throw new Error(
      `the engine needs glibc ${glibcNeeded.join(".")}, this system has ${version}, and fetching a newer one from ` +
        `the system's package mirror failed (${lastLineOf(error)})`,
      { cause: error },
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function downloadAndUnpack(work: string): Promise<string> {
  const architecture = architectures[process.arch];
  if (architecture === undefined) throw new Error(`no packages for ${process.arch}`);
  const config = await writeAptConfiguration(work, architecture.apt);
  await run("apt-get", ["-c", config, "update"], { cwd: work, timeout: stepMsMax });
  await run("apt-get", ["-c", config, "download", ...packages], { cwd: work, timeout: stepMsMax });
  const unpacked = join(work, "unpacked");
  for (const file of (await readdir(work)).filter((name) => name.endsWith(".deb"))) {
    await run("dpkg-deb", ["-x", file, unpacked], { cwd: work, timeout: stepMsMax });
  }
  return join(unpacked, "usr", "lib", architecture.folder);
}

/** A configuration on top of the system's own (its proxies stay), with folders, sources and hooks of its own. */
async function writeAptConfiguration(work: string, aptArchitecture: string): Promise<string> {
  const newer = newerReleases[osRelease("ID")];
  if (newer === undefined)
    throw new Error(`no newer release is known for ${osRelease("PRETTY_NAME")}`);
  const lines = [
    "Types: deb",
    `URIs: ${await systemMirror()}`,
    `Suites: ${newer.suite}`,
    "Components: main",
    `Architectures: ${aptArchitecture}`,
    "Targets: Packages",
    // Without this line apt accepts any key that the system trusts.
    ...(existsSync(newer.keyring) ? [`Signed-By: ${newer.keyring}`] : []),
  ];
  const sources = join(work, "newer.sources");
  await writeFile(sources, `${lines.join("\n")}\n`);
  for (const folder of ["lists/partial", "cache/archives/partial"])
    await mkdir(join(work, folder), { recursive: true });
  await writeFile(join(work, "status"), "");
  const config = join(work, "apt.conf");
  await writeFile(config, aptConfiguration(work, sources, aptArchitecture));
  return config;
}

function aptConfiguration(work: string, sources: string, aptArchitecture: string): string {
  const settings: Record<string, string> = {
    "Dir::Etc::sourcelist": sources,
    "Dir::Etc::sourceparts": "/dev/null",
    "Dir::Etc::preferences": "/dev/null",
    "Dir::Etc::preferencesparts": "/dev/null",
    "Dir::State::Lists": join(work, "lists"),
    "Dir::State::status": join(work, "status"),
    "Dir::Cache": join(work, "cache"),
    "APT::Architecture": aptArchitecture,
    "Acquire::Languages": "none",
    "Acquire::Retries": "2",
    "Acquire::http::Timeout": "20",
    "Acquire::https::Timeout": "20",
  };
  const hooks = [
    "APT::Update::Pre-Invoke",
    "APT::Update::Post-Invoke",
    "APT::Update::Post-Invoke-Success",
  ];
  return [
    ...hooks.map((hook) => `#clear ${hook};`),
    ...Object.entries(settings).map(([name, value]) => `${name} "${value}";`),
    "",
  ].join("\n");
}

/** Where the machine's own packages come from: the mirror of its release, as its administrator chose it. */
async function systemMirror(): Promise<string> {
  const format = "$(CODENAME)|$(RELEASE)|$(COMPONENT)|$(REPO_URI)";
  const { stdout } = await run("apt-get", [
    "indextargets",
    "--format",
    format,
    "Created-By: Packages",
  ]);
  const release = osRelease("VERSION_CODENAME");
  const rows = stdout.split("\n").map((line) => line.split("|"));
  const row = rows.find((it) => (it[0] === release || it[1] === release) && it[2] === "main");
  if (row?.[3] === undefined) throw new Error(`apt has no source for ${release}`);
  return row[3];
}

function osRelease(field: string): string {
  const text = readFileSync("/etc/os-release", "utf8");
  return new RegExp(`^${field}="?([^"\n]*)"?$`, "m").exec(text)?.[1] ?? "";
}

function lastLineOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  const lines = (stderr?.trim() || message).split("\n");
  return (lines.find((line) => line.startsWith("E:")) ?? lines.at(-1) ?? message).trim();
}
