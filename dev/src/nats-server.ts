/** Finds or fetches nats-server, and runs one for local clusters and tests. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { endProcess, hasEnded } from "./end-process.ts";
import { freePort } from "./free-port.ts";
import { programOnPath } from "./program-on-path.ts";
import { writePrivateFile } from "@slipway/server/private-file";
import { fetchPackages } from "./system-packages.ts";

export interface NatsServer {
  /** Address with this user and password. */
  urlOf(user: { name: string; password: string }): string;
  readonly child: ChildProcess;
  /** Has it take other users; who stays among them stays connected. */
  reload(authorization: string): Promise<void>;
  /** SIGTERM; resolves when it has ended. */
  stop(): Promise<void>;
}

interface NatsServerOptions {
  /** For its configuration, which holds the password. */
  directory: string;
  /** Any free one unless given. */
  port?: number;
  /** The users and their permissions, in the form of nats-server's configuration. */
  authorization: string;
  log: (line: string) => void;
}

const toolsDirectory = fileURLToPath(new URL("../../.tools", import.meta.url));
const startMsMax = 60_000;

/** One user who may publish and hear everything, as before there was a user for each service. */
export function sharedUser({ name, password }: { name: string; password: string }): string {
  return `authorization: { user: ${JSON.stringify(name)}, password: ${JSON.stringify(password)} }`;
}

/** Starts a nats-server on 127.0.0.1; resolves when it listens. */
export async function startNatsServer(options: NatsServerOptions): Promise<NatsServer> {
  const { directory, authorization, log } = options;
  const program = await natsServerProgram(log);
  const port = options.port ?? (await freePort());
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const config = join(directory, "nats-server.conf");
  const write = (users: string): Promise<void> =>
    writePrivateFile(config, `listen: "127.0.0.1:${port}"\n${users}\n`);
  await write(authorization);
  const child = spawnBound(program, ["--config", config]);
  await untilListening(port, child);
  return {
    urlOf: ({ name, password }) =>
      `nats://${encodeURIComponent(name)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    child,
    async reload(users) {
      await write(users);
      child.kill("SIGHUP");
    },
    stop: () => endProcess(child, () => child.kill("SIGTERM")),
  };
}

/** The program's path; fetched once where it is not installed. Throws one sentence when it cannot be had. */
export async function natsServerProgram(log: (line: string) => void): Promise<string> {
  const installed = programOnPath("nats-server");
  if (installed !== undefined) return installed;
  const target = join(toolsDirectory, "nats-server", process.arch);
  // Distributions do not agree on the folder.
  const fetched = (): string | undefined =>
    ["sbin", "bin"].map((folder) => join(target, folder, "nats-server")).find(existsSync);
  if (fetched() === undefined) {
    log("This system has no nats-server; fetching it, once.");
    await fetchPackages({ packages: ["nats-server"], keep: "usr", target }).catch(cannotFetch);
  }
  return fetched() ?? cannotFetch(new Error("the package holds no such program"));
}

function cannotFetch(error: Error): never {
  throw new Error(
    "A cluster needs nats-server: put it on the PATH. " +
      `Fetching it from the system's package mirror failed (${error.message}).`,
    { cause: error },
  );
}

/** Where the system has setpriv, the kernel ends the program should this process be killed. */
function spawnBound(program: string, args: readonly string[]): ChildProcess {
  const isBound = spawnSync("setpriv", ["--version"]).status === 0;
  return isBound
    ? spawn("setpriv", ["--pdeathsig", "TERM", program, ...args], { stdio: "ignore" })
    : spawn(program, args, { stdio: "ignore" });
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + startMsMax;
  while (!hasEnded(child) && Date.now() < until) {
    if (await answers(port)) return;
    await pause(20);
  }
  child.kill("SIGKILL");
  throw new Error(`nats-server does not listen on port ${port}.`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    // The server speaks first; what merely accepts may be another program.
    socket.once("data", (chunk: Buffer) => {
      socket.destroy();
      resolve(chunk.toString().startsWith("INFO "));
    });
  });
}
