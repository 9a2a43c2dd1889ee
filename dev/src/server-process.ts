/** A server in a process of its own, for benchmarks, chaos runs and end-to-end tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { endProcess, hasEnded } from "./end-process.ts";
import { freePort } from "./free-port.ts";

export { freePort };

const root = fileURLToPath(new URL("../../", import.meta.url));
const readyMsMax = 180_000;

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly directory: string;
  /** Output so far, both streams. */
  readonly output: () => string;
  /** SIGTERM; resolves with the exit code when it has ended. */
  stop(): Promise<number | null>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

interface ServerProcessOptions {
  directory: string;
  port?: number;
  env?: Readonly<Record<string, string>>;
  /** The checkout whose program is started; this one unless given. */
  checkout?: string;
}

/** Benchmarks and tests send as fast as they can; only those that ask for limits get them. */
const unlimited = { RATE_LIMIT_RPS: "0", LOOP_DELAY_MS_MAX: "0" };

/**
 * Starts `npm start`'s program on a data directory, without limits of rate unless `env` names some;
 * resolves once it is ready.
 */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const checkout = options.checkout ?? root;
  const child = spawn(process.execPath, [await programOf(checkout)], {
    cwd: checkout,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      SLIPWAY_DATA_DIR: options.directory,
      PORT: String(port),
      ...unlimited,
      ...options.env,
    },
  });
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString("utf8")).slice(-200_000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child, () => output);
  return {
    url,
    pid: child.pid ?? 0,
    directory: options.directory,
    output: () => output,
    async stop() {
      await endProcess(child, () => child.kill("SIGTERM"));
      return child.exitCode;
    },
    kill: () => endProcess(child, () => child.kill("SIGKILL")),
  };
}

/** The program that `npm start` runs in a checkout: older ones have it elsewhere. */
async function programOf(checkout: string): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(checkout, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  return join(checkout, scripts.start.split(" ").at(-1) ?? "");
}

/** The key that the first start on a data directory wrote there. */
export async function apiKeyOf(directory: string): Promise<string> {
  const text = await readFile(join(directory, "credentials.json"), "utf8");
  return (JSON.parse(text) as { apiKey: string }).apiKey;
}

/** The user of the first start, whose password the operator has set once more: the user need not change it. */
export async function firstUserOf(directory: string): Promise<{ email: string; password: string }> {
  const text = await readFile(join(directory, "credentials.json"), "utf8");
  const { email, password } = JSON.parse(text) as { email: string; password: string };
  await commanded(directory, ["user", "password", "--email", email], password);
  return { email, password };
}

/** Runs one command of the operator's command line; resolves with its exit code and output. */
export async function runCommandLine(
  directory: string,
  words: readonly string[],
  input = "",
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(root, "server/src/cli/main.ts"), ...words], {
    cwd: root,
    stdio: "pipe",
    env: { ...process.env, SLIPWAY_DATA_DIR: directory, ...env },
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.stdout += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (said.stderr += chunk.toString("utf8")));
  child.stdin.end(input);
  await once(child, "close");
  return { code: child.exitCode, ...said };
}

/** Runs a command that has to succeed; resolves with what it prints, which is JSON. */
export async function commanded<Answer>(
  directory: string,
  words: readonly string[],
  input = "",
  env?: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { code, stdout, stderr } = await runCommandLine(directory, words, input, env);
  if (code !== 0) throw new Error(`slipway ${words.join(" ")}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}

/** Makes another tenant of a server that runs, and a key of all scopes. */
export async function makeTenant(
  directory: string,
  name: string,
  env?: Readonly<Record<string, string>>,
): Promise<{ tenantId: string; key: string }> {
  const tenant = ["tenant", "create", "--name", name, "--currency", "EUR"];
  const { id: tenantId } = await commanded<{ id: string }>(directory, tenant, "", env);
  const issued = ["key", "create", "--tenant", tenantId, "--name", name];
  const { key } = await commanded<{ key: string }>(directory, issued, "", env);
  return { tenantId, key };
}

/** Makes an owner of a tenant. */
export async function makeUser(
  directory: string,
  tenantId: string,
): Promise<{ email: string; password: string }> {
  const password = randomUUID();
  const email = `owner-${password.slice(0, 8)}@example.com`;
  const words = ["user", "create", "--tenant", tenantId, "--email", email];
  await commanded(directory, words, password);
  return { email, password };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + readyMsMax;
  while (!hasEnded(child) && Date.now() < until) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await pause(25);
  }
  await endProcess(child, () => child.kill("SIGKILL"));
  throw new Error(`the server did not become ready:\n${output()}`);
}
