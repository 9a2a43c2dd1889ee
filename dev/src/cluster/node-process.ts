import { type ChildProcess, execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const dieWithParent = pathToFileURL(join(root, "scripts/die-with-parent-preload.mjs"));

/** A node of a cluster in a process of its own, which ends when this one is killed. It runs the program of a checkout. */
export function spawnNode(
  env: Readonly<Record<string, string>>,
  checkout: string = root,
): ChildProcess {
  const main = join(checkout, "server/src/main.ts");
  return spawn(process.execPath, ["--import", dieWithParent.href, main], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      SLIPWAY_PARENT_PID: String(process.pid),
      ...env,
    },
  });
}

/** A command of a checkout's command line, which has to succeed; answers what it prints. */
export async function runCommand(
  command: string,
  { env, checkout }: { env: Readonly<Record<string, string>>; checkout: string },
): Promise<string> {
  const main = join(checkout, "server/src/cli/main.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [main, command], {
    env: { ...process.env, ...env },
  });
  return stdout.trim();
}
