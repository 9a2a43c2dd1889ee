import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const main = join(root, "server/src/main.ts");
const dieWithParent = pathToFileURL(join(root, "scripts/die-with-parent-preload.mjs"));

/** A node of a cluster in a process of its own, which ends when this one is killed. */
export function spawnNode(env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ["--import", dieWithParent.href, main], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      SLIPWAY_PARENT_PID: String(process.pid),
      ...env,
    },
  });
}
