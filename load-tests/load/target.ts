/** The server that is loaded: one that is there, one process, or a cluster on this machine. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { endProcess } from "@slipway/dev/end-process";
import { eachTwice, membersOf, nameOf } from "@slipway/dev/layout";
import {
  apiKeyOf,
  freePort,
  runCommandLine,
  startServerProcess,
} from "@slipway/dev/server-process";

export type Kind = "given" | "local" | "cluster";

interface Restarted {
  readonly processes: number;
  /** Of those that take part. */
  readonly of: number;
}

export interface Target {
  readonly kind: Kind;
  readonly urls: readonly string[];
  readonly key: string;
  /** Of a second tenant. */
  readonly secondKey: string;
  /** The settings that it was started with; none where it was there already. */
  readonly settings: Readonly<Record<string, string>>;
  /** What doctor prints; undefined where only the HTTP interface is known. */
  doctor(): Promise<string | undefined>;
  /** Of a rolling restart: which of its processes have been restarted since it was asked last. */
  restarted?(): Restarted;
  stop(): Promise<unknown>;
}

export function givenTarget(urls: readonly string[], key: string, secondKey = ""): Target {
  return {
    kind: "given",
    urls,
    key,
    secondKey,
    settings: {},
    doctor: () => Promise.resolve(undefined),
    stop: () => Promise.resolve(),
  };
}

interface OwnOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly needsSecondTenant: boolean;
}

/** `npm start`'s program on a data directory of its own, which ends with it. */
export async function startLocal(options: OwnOptions): Promise<Target> {
  const { settings } = options;
  const directory = await newDirectory();
  const env = { MONGODB_URI: "", ...settings };
  const server = await orRemove(directory, startServerProcess({ directory, env }));
  const started: Started = { kind: "local", urls: [server.url], stop: () => server.stop() };
  return own(started, directory, options);
}

interface ClusterOptions extends OwnOptions {
  /** Restarts each of its processes in turn, again and again, behind a balancer. */
  readonly isRolling: boolean;
}

/** `npm run cluster`, on a data directory of its own, which ends with it. */
export async function startCluster(options: ClusterOptions): Promise<Target> {
  const directory = await newDirectory();
  const file = fileURLToPath(new URL("../../dev/src/cluster/main.ts", import.meta.url));
  const flags = options.isRolling ? ["--rolling-restart"] : [];
  const child = spawn(process.execPath, [file, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      MONGODB_URI: "",
      SLIPWAY_DATA_DIR: directory,
      PORT: String(await freePort()),
      ...options.settings,
    },
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const restarted = restartsIn(child.stdout);
  await orRemove(
    directory,
    untilReady(child, () => output),
  );
  const urls = urlsIn(output, options.isRolling ? "balancer" : "gateway");
  const stop = (): Promise<void> => end(child);
  const started: Started = { kind: "cluster", urls, stop, ...(options.isRolling && { restarted }) };
  return own(started, directory, options);
}

/** Reads them from the cluster's log, which is not kept. */
function restartsIn(log: Readable): () => Restarted {
  const names = membersOf(eachTwice).map(nameOf);
  const seen = new Set<string>();
  createInterface({ input: log }).on("line", (line) => {
    const [, name = ""] = /^(\S+) +ended \(exit code 0\) and is started again/.exec(line) ?? [];
    if (names.includes(name)) seen.add(name);
  });
  return () => {
    const processes = seen.size;
    seen.clear();
    return { processes, of: names.length };
  };
}

type Started = Pick<Target, "kind" | "urls" | "restarted" | "stop">;

async function own(
  started: Started,
  directory: string,
  { needsSecondTenant, settings }: OwnOptions,
): Promise<Target> {
  const stop = async (): Promise<void> => {
    await started.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const key = await apiKeyOf(directory);
    const secondKey = needsSecondTenant ? await makeSecondTenant(directory) : "";
    const doctor = async (): Promise<string> =>
      (await runCommandLine(directory, ["doctor"])).stdout;
    return { ...started, key, secondKey, settings, doctor, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Its key, of all scopes. */
async function makeSecondTenant(directory: string): Promise<string> {
  const name = ["--name", "Second tenant"];
  const tenant = await command(directory, ["tenant", "create", ...name, "--currency", "EUR"]);
  const { id = "" } = tenant as { id?: string };
  const issued = await command(directory, ["key", "create", "--tenant", id, ...name]);
  return (issued as { key: string }).key;
}

async function command(directory: string, words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCommandLine(directory, words);
  if (code !== 0) throw new Error(`slipway ${words.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}

function newDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "slipway-load-"));
}

/** What could not start leaves nothing behind. */
async function orRemove<Made>(directory: string, start: Promise<Made>): Promise<Made> {
  try {
    return await start;
  } catch (error) {
    // Its database may not have ended yet.
    await rm(directory, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
    throw error;
  }
}

const readyMsMax = 180_000;

async function untilReady(child: ChildProcess, said: () => string): Promise<void> {
  const until = Date.now() + readyMsMax;
  while (child.exitCode === null && Date.now() < until) {
    // Everything that is printed about it comes before this sentence.
    if (said().includes("What follows is their log")) return;
    await pause(100);
  }
  await end(child);
  throw new Error(`the cluster did not start:\n${said()}`);
}

function urlsIn(output: string, what: "balancer" | "gateway"): string[] {
  const found = [...output.matchAll(new RegExp(`${what} +(http://\\S+)`, "g"))];
  return found.map(([, url = ""]) => url);
}

function end(child: ChildProcess): Promise<void> {
  return endProcess(child, () => child.kill("SIGTERM"));
}
