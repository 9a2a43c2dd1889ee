import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const pnpm = "pnpm@12.21.0";
const progressEveryMs = 5000;

/** Installs the dependencies that pnpm-lock.yaml names, unless they are there. Safe to run in several processes at once. */
export async function installWhatIsMissing(root) {
  if (isInstalled(root)) return;
  const unlock = await lock(root);
  try {
    if (isInstalled(root)) return;
    await install(root);
    writeFileSync(stampPath(root), lockfileHash(root));
  } finally {
    unlock();
  }
}

function isInstalled(root) {
  // `npm install` leaves this file behind, and a tree that pnpm has to put right.
  if (existsSync(join(root, "node_modules", ".package-lock.json"))) return false;
  try {
    return readFileSync(stampPath(root), "utf8") === lockfileHash(root);
  } catch {
    return false;
  }
}

function stampPath(root) {
  return join(root, "node_modules", ".slipway-installed");
}

function lockfileHash(root) {
  return createHash("sha256")
    .update(readFileSync(join(root, "pnpm-lock.yaml")))
    .digest("hex");
}

/** A directory is the lock: creating one is atomic. The process id in it tells a living owner from a dead one. */
async function lock(root) {
  const directory = join(root, ".tools", "install.lock");
  mkdirSync(join(root, ".tools"), { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      mkdirSync(directory);
      writeFileSync(join(directory, "pid"), String(process.pid));
      return () => rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!waited) say("Waiting for another process that is installing the dependencies.");
    await sleep(500);
    if (ownerIsDead(directory)) rmSync(directory, { recursive: true, force: true });
  }
}

function ownerIsDead(directory) {
  try {
    process.kill(Number(readFileSync(join(directory, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    // No pid file: its owner is between two statements, or was killed there. Another round tells.
    return error.code === "ESRCH";
  }
}

async function install(root) {
  say(`Installing the dependencies with ${pnpm} (once; takes up to a minute or two).`);
  if (existsSync(join(root, "node_modules", ".package-lock.json"))) {
    rmSync(join(root, "node_modules"), { recursive: true, force: true });
  }
  const startedAt = performance.now();
  const { code, output } = await runPnpm(root);
  if (code !== 0)
    throw new Error(`${output.trim()}\nInstalling the dependencies failed (see above).`);
  say(`Installed in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

function runPnpm(root) {
  const [command, ...npm] = npmCommand();
  const pnpmArguments = ["install", "--frozen-lockfile", "--reporter=append-only"];
  const child = spawn(
    command,
    [...npm, "exec", "--yes", `--package=${pnpm}`, "--", "pnpm", ...pnpmArguments],
    {
      cwd: root,
      env: installEnvironment(root),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  let progress = "";
  const read = (chunk) => {
    output += chunk;
    progress = /Progress: [^\n]*/.exec(chunk)?.[0] ?? progress;
  };
  child.stdout.setEncoding("utf8").on("data", read);
  child.stderr.setEncoding("utf8").on("data", read);
  const timer = setInterval(() => say(`  ${progress || "fetching pnpm"}`), progressEveryMs);
  return new Promise((settle) => {
    child.on("error", (error) => settle({ code: 1, output: `Cannot run npm: ${error.message}` }));
    child.on("close", (code) => settle({ code, output }));
  }).finally(() => clearInterval(timer));
}

/** The npm that runs us, else the one on the PATH. */
function npmCommand() {
  const path = process.env.npm_execpath ?? "";
  return path.endsWith("npm-cli.js") ? ["node", path] : ["npm"];
}

/** Keeps the user's settings (proxy, registry) and silences what concerns neither the user nor this repository. */
function installEnvironment(root) {
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

function say(line) {
  process.stderr.write(`${line}\n`);
}
