/** `npm start`'s program before it is ready: what it prints, what its probes answer, and how it ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@slipway/dev/free-port";

const mainFile = fileURLToPath(new URL("../src/main.ts", import.meta.url));

export interface WaitingProcess {
  /** Null while it runs. */
  exitCode(): number | null;
  /** Output so far, both streams. */
  output(): string;
  /** Resolves when it has printed this; rejects when it ends before. */
  untilSaid(text: string): Promise<void>;
  /** The status of a probe at HEALTH_PORT, such as "/readyz"; 0 while nothing listens. */
  probe(path: string): Promise<number>;
  /** Missing parts, as /readyz at HEALTH_PORT names them. */
  reasons(): Promise<readonly string[] | undefined>;
  /** Sends the signal; resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it on a data directory, with settings that every part of a cluster takes. */
export async function startWaiting(
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<WaitingProcess> {
  const healthPort = await freePort();
  const child = spawn(process.execPath, [mainFile], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      SLIPWAY_DATA_DIR: directory,
      PORT: String(await freePort()),
      HEALTH_PORT: String(healthPort),
      AUTH_PEPPER: "p".repeat(32),
      SECRETS_KEYS: `first:${Buffer.alloc(32).toString("base64")}`,
      DRAIN_SECONDS: "0",
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  return {
    exitCode: () => child.exitCode,
    output: () => output,
    async untilSaid(text) {
      while (!output.includes(text)) {
        if (child.exitCode !== null) throw new Error(`it has ended:\n${output}`);
        await pause(20);
      }
    },
    probe: (path) =>
      fetch(`http://127.0.0.1:${healthPort}${path}`).then(
        ({ status }) => status,
        () => 0,
      ),
    async reasons() {
      const response = await fetch(`http://127.0.0.1:${healthPort}/readyz`);
      return ((await response.json()) as { reasons?: string[] }).reasons;
    },
    async end(signal) {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, "close");
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
