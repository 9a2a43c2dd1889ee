// Runs a script of this repository on Node 24, with any npm and any Node from 20.19 on.
// Usage: `node scripts/run.mjs [flags of Node] <script> [arguments]`.
// It installs missing dependencies first. One of them is the Node 24 binary itself. This file and what it imports are
// plain JavaScript without dependencies, because they run before anything is installed.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installWhatIsMissing } from "./install.mjs";
import { dieWithParent } from "./die-with-parent.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeMajorMin = 24;
// A Ctrl-C reaches this process twice, from the terminal and from npm. The script must see it once.
const sameSignalMs = 1000;

const given = process.argv.slice(2);
const scriptAt = given.findIndex((argument) => !argument.startsWith("-"));
if (scriptAt < 0) stop("Say which script to run: node scripts/run.mjs <script> [arguments]");

try {
  await installWhatIsMissing(root);
} catch (error) {
  stop(error.message);
}
runScript(nodeBinary(), [
  ...given.slice(0, scriptAt),
  resolve(root, given[scriptAt]),
  ...given.slice(scriptAt + 1),
]);

function nodeBinary() {
  const installed = join(
    root,
    "node_modules",
    `node-${process.platform}-${process.arch}`,
    "bin",
    "node",
  );
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split(".")[0]) >= nodeMajorMin) return process.execPath;
  return stop(
    `Slipway needs Node ${nodeMajorMin} or newer on ${process.platform}-${process.arch}; this is Node ${process.versions.node}.`,
  );
}

function runScript(binary, nodeArguments) {
  const preload = pathToFileURL(join(root, "scripts", "die-with-parent-preload.mjs")).href;
  const child = spawn(binary, ["--import", preload, ...nodeArguments], {
    stdio: "inherit",
    // Its own process group: the terminal signals only this process, which then passes the signal on.
    detached: true,
    env: {
      // From the second start on nothing is compiled, nor are types taken out: a third of a start.
      NODE_COMPILE_CACHE: join(root, ".tools", "compile-cache"),
      // Else the C library keeps the 19 MiB of a password's hash for each thread that has made one
      // (docs/decisions/0014).
      MALLOC_MMAP_THRESHOLD_: "16777216",
      MALLOC_TRIM_THRESHOLD_: "16777216",
      ...process.env,
      PATH: dirname(binary) + delimiter + (process.env.PATH ?? ""),
      SLIPWAY_PARENT_PID: String(process.pid),
    },
  });
  const isStopping = passSignalsOn(child);
  // A drain outlives a parent that did not wait for it; otherwise a killed npm means a killed script.
  if (process.env.npm_lifecycle_event !== undefined)
    dieWithParent(isStopping, () => child.kill("SIGKILL"));
  child.on("error", (error) => stop(`Cannot start ${binary}: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** Returns whether a signal has been passed on. */
function passSignalsOn(child) {
  const passedAt = new Map();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - (passedAt.get(signal) ?? -Infinity) < sameSignalMs) return;
      passedAt.set(signal, now);
      child.kill(signal);
    });
  }
  return () => passedAt.size > 0;
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
