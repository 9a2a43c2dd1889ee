// Runs the very pnpm that package.json pins, with any npm and any Node from 20.19 on.
// Usage: `node scripts/pnpm.mjs <arguments of pnpm>`.
// npm fetches it once into .tools/ and refuses what has other bytes. `packageManager` has the hash of pnpm, which starts a
// program of its own for each platform; `pnpmBinaries` has the hashes of those that we install on. On any other platform
// pnpm fetches its program itself and takes it only with a signature of npm's registry.
// Plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The arguments with which Node runs the pinned pnpm. Throws one sentence where that cannot be had. */
export function pinnedPnpm(root) {
  const pin = pinOf(root);
  const key = createHash("sha256").update(JSON.stringify(pin)).digest("hex").slice(0, 16);
  const folder = join(root, ".tools", "pnpm", key);
  if (!existsSync(folder)) fetchInto(folder, root, pin);
  return [join(folder, "node_modules", "pnpm", "bin", "pnpm.mjs")];
}

/** Keeps the user's settings (proxy, registry) and silences what concerns neither the user nor this repository. */
export function installEnvironment(root) {
  const env = {
    ...process.env,
    CI: "true",
    npm_config_loglevel: "error",
    npm_config_update_notifier: "false",
  };
  // Under NODE_ENV=production pnpm would leave out the test tools.
  delete env.NODE_ENV;
  // npm puts the Node of node_modules first on the PATH, and that one is about to be replaced.
  const folders = (process.env.PATH ?? "").split(delimiter);
  env.PATH = folders
    .filter((folder) => !folder.startsWith(join(root, "node_modules")))
    .join(delimiter);
  return env;
}

function pinOf(root) {
  const { packageManager, pnpmBinaries } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const [, version, hash] = /^pnpm@([\d.]+)\+sha512\.([0-9a-f]{128})$/.exec(packageManager) ?? [];
  if (version === undefined)
    throw new Error(
      "packageManager of package.json must be pnpm@<version>+sha512.<128 hex digits>.",
    );
  const integrity = `sha512-${Buffer.from(hash, "hex").toString("base64")}`;
  const binary = `@pnpm/exe.${platform()}`;
  return { version, integrity, binary, binaryIntegrity: pnpmBinaries?.[platform()] };
}

/** As pnpm names its programs: linux-x64, linux-x64-musl, darwin-arm64 ... */
function platform() {
  const isMusl =
    process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
  return `${process.platform}-${process.arch}${isMusl ? "-musl" : ""}`;
}

/** The folder is there complete or not at all, also where two processes make it at once. */
function fetchInto(folder, root, pin) {
  const begun = `${folder}.${process.pid}`;
  rmSync(begun, { recursive: true, force: true });
  mkdirSync(begun, { recursive: true });
  try {
    writeFileSync(join(begun, "package.json"), JSON.stringify(projectOf(pin)));
    writeFileSync(join(begun, "package-lock.json"), JSON.stringify(lockfileOf(pin)));
    const [command, ...npm] = npmCommand();
    const { status, error, stdout, stderr } = spawnSync(
      command,
      [...npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
      { cwd: begun, env: installEnvironment(root), encoding: "utf8" },
    );
    if (status !== 0) throw new Error(failureOf(pin, error?.message ?? `${stdout}${stderr}`));
    try {
      renameSync(begun, folder);
    } catch (lost) {
      // Another process was faster: it has the same hashes.
      if (!existsSync(folder)) throw lost;
    }
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
}

function projectOf({ version }) {
  return { name: "pinned-pnpm", private: true, dependencies: { pnpm: version } };
}

/** npm holds what it fetches against these hashes, and takes nothing that is not named here. */
function lockfileOf({ version, integrity, binary, binaryIntegrity }) {
  const pnpm = { version, integrity };
  const packages = { "": projectOf({ version }), "node_modules/pnpm": pnpm };
  if (binaryIntegrity !== undefined) {
    pnpm.dependencies = { [binary]: version };
    packages[`node_modules/${binary}`] = { version, integrity: binaryIntegrity };
  }
  return { name: "pinned-pnpm", lockfileVersion: 3, requires: true, packages };
}

function failureOf({ version }, output) {
  if (/EINTEGRITY/.test(output))
    return `The pnpm ${version} that npm has fetched is not the one whose sha512 package.json names: it was not run, and nothing was installed.`;
  return `${output.trim()}\nnpm cannot fetch pnpm ${version} (see above).`;
}

/** The npm that runs us, else the one on the PATH. */
function npmCommand() {
  const path = process.env.npm_execpath ?? "";
  return path.endsWith("npm-cli.js") ? ["node", path] : ["npm"];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(process.argv[1]));
  try {
    const child = spawn(process.execPath, [...pinnedPnpm(root), ...process.argv.slice(2)], {
      stdio: "inherit",
    });
    child.on("exit", (code) => process.exit(code ?? 1));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
