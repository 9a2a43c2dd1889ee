import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { installHooks } from "./hooks/install-hooks.mjs";
import { installEnvironment, pinnedPnpm } from "./pnpm.mjs";

const progressEveryMs = 5000;

/** Installs the dependencies that pnpm-lock.yaml names, unless they are there. Safe to run in several processes at once. */
export async function installWhatIsMissing(root) {
  if (isInstalled(root)) return;
  const unlock = await lock(root);
  try {
    if (isInstalled(root)) return;
    await install(root);
    installHooks(root);
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

/** A directory is the lock: creating one is atomic. The process id in it distinguishes a living owner from a dead one. */
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
    // No pid file: its owner is between two statements, or was killed there. Another round shows it.
    return error.code === "ESRCH";
  }
}

async function install(root) {
  say("Installing the dependencies (once; takes up to a minute or two).");
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
  const pnpmArguments = ["install", "--frozen-lockfile", "--reporter=append-only"];
  const child = spawn(process.execPath, [...pinnedPnpm(root), ...pnpmArguments], {
    cwd: root,
    env: installEnvironment(root),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let progress = "";
  const read = (chunk) => {
    output += chunk;
    progress = /Progress: [^\n]*/.exec(chunk)?.[0] ?? progress;
  };
  child.stdout.setEncoding("utf8").on("data", read);
  child.stderr.setEncoding("utf8").on("data", read);
  const timer = setInterval(() => say(`  ${progress || "starting pnpm"}`), progressEveryMs);
  return new Promise((settle) => {
    child.on("error", (error) => settle({ code: 1, output: `Cannot run pnpm: ${error.message}` }));
    child.on("close", (code) => settle({ code, output }));
  }).finally(() => clearInterval(timer));
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
