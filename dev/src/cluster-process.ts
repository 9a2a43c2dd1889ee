/** `npm run cluster` in a process of its own, for benchmarks. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { endProcess, hasEnded } from "./end-process.ts";
import { freePort } from "./free-port.ts";

interface ClusterProcess {
  readonly pid: number;
  /** Addresses of the gateways. */
  readonly urls: readonly string[];
  /** SIGTERM; resolves when it has ended. */
  stop(): Promise<void>;
}

interface ClusterProcessOptions {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

const readyMsMax = 180_000;

/** Starts it on a data directory; resolves once it is ready. */
export async function startClusterProcess(options: ClusterProcessOptions): Promise<ClusterProcess> {
  const { directory, env } = options;
  const main = fileURLToPath(new URL("cluster/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, SLIPWAY_DATA_DIR: directory, PORT: String(await freePort()), ...env },
  });
  const stop = (): Promise<void> => endProcess(child, () => child.kill("SIGTERM"));
  child.stdout.resume();
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const until = Date.now() + readyMsMax;
  // Everything that is printed about it comes before this sentence.
  while (!said.includes("What follows is their log")) {
    if (hasEnded(child) || Date.now() > until) {
      await stop();
      throw new Error(`the cluster did not start:\n${said}`);
    }
    await pause(100);
  }
  const addresses = said.matchAll(/gateway +(http:\S+)/g);
  return { pid: child.pid ?? 0, urls: [...addresses].map(([, url = ""]) => url), stop };
}
