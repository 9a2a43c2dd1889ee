/**
 * Programs and libraries of the system's own package mirror, for users who may install nothing. Slipway downloads
 * and unpacks packages into its own folder, which needs no right. apt checks the mirror's signatures with the keys
 * that the
 * system trusts already.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const stepMsMax = 120_000;

/** Name that apt has for each architecture, and the folder of its libraries in a package. */
export const architectures: Partial<
  Record<NodeJS.Architecture, { apt: string; folder: string; loader: string }>
> = {
  x64: { apt: "amd64", folder: "x86_64-linux-gnu", loader: "ld-linux-x86-64.so.2" },
  arm64: { apt: "arm64", folder: "aarch64-linux-gnu", loader: "ld-linux-aarch64.so.1" },
};

const keyrings: Record<string, string> = {
  debian: "/usr/share/keyrings/debian-archive-keyring.gpg",
  ubuntu: "/usr/share/keyrings/ubuntu-archive-keyring.gpg",
};

export interface Fetching {
  packages: readonly string[];
  /** The release they come from, such as trixie; the system's own unless given. */
  suite?: string;
  /** The folder in the unpacked packages that is kept. */
  keep: string;
  /** Where it is put: complete or not at all, also when two processes fetch it at once. */
  target: string;
}

/** Downloads packages and puts one of their folders at the target; rejects with what apt said. */
export async function fetchPackages(fetching: Fetching): Promise<void> {
  const { target, keep } = fetching;
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(`${target}-fetching-`);
  try {
    const unpacked = await downloadAndUnpack(work, fetching);
    // The first process to rename wins, and the other one uses its result.
    await rename(join(unpacked, keep), target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  } catch (error) {
    throw new Error(lastLineOf(error), { cause: error });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function downloadAndUnpack(work: string, { packages, suite }: Fetching): Promise<string> {
  const architecture = architectures[process.arch];
  if (architecture === undefined) throw new Error(`no packages for ${process.arch}`);
  const config = await writeAptConfiguration(work, architecture.apt, suite);
  await run("apt-get", ["-c", config, "update"], { cwd: work, timeout: stepMsMax });
  await run("apt-get", ["-c", config, "download", ...packages], { cwd: work, timeout: stepMsMax });
  const unpacked = join(work, "unpacked");
  for (const file of (await readdir(work)).filter((name) => name.endsWith(".deb"))) {
    await run("dpkg-deb", ["-x", file, unpacked], { cwd: work, timeout: stepMsMax });
  }
  return unpacked;
}

/** A configuration on top of the system's own (its proxies stay), with folders, sources and hooks of its own. */
async function writeAptConfiguration(
  work: string,
  aptArchitecture: string,
  suite = osRelease("VERSION_CODENAME"),
): Promise<string> {
  const keyring = keyrings[osRelease("ID")] ?? "";
  const lines = [
    "Types: deb",
    `URIs: ${await systemMirror()}`,
    `Suites: ${suite}`,
    // Ubuntu keeps most programs in universe.
    `Components: ${osRelease("ID") === "ubuntu" ? "main universe" : "main"}`,
    `Architectures: ${aptArchitecture}`,
    "Targets: Packages",
    // Without this line apt accepts any key that the system trusts.
    ...(existsSync(keyring) ? [`Signed-By: ${keyring}`] : []),
  ];
  const sources = join(work, "our.sources");
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
    // Otherwise apt calls an unreachable mirror a warning and goes on.
    "APT::Update::Error-Mode": "any",
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

/** A field of /etc/os-release, empty when there is none. */
export function osRelease(field: string): string {
  const text = readFileSync("/etc/os-release", "utf8");
  return new RegExp(`^${field}="?([^"\n]*)"?$`, "m").exec(text)?.[1] ?? "";
}

function lastLineOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  const lines = (stderr === undefined || stderr === "" ? message : stderr).trim().split("\n");
  return (lines.find((line) => line.startsWith("E:")) ?? lines.at(-1) ?? message).trim();
}
