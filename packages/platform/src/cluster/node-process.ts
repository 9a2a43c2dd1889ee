import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const dieWithParent = new URL("../../../../scripts/die-with-parent-preload.mjs", import.meta.url);
const compileCache = fileURLToPath(new URL("../../../../.tools/compile-cache", import.meta.url));

/** A node of a cluster in a process of its own, which ends when this one is killed. */
export function spawnNode(env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ["--import", dieWithParent.href, main], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      // Many processes compile the same files: from the second start on, none does.
      NODE_COMPILE_CACHE: compileCache,
      SLIPWAY_PARENT_PID: String(process.pid),
      ...env,
    },
  });
}
