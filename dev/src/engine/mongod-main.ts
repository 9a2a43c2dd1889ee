/**
 * Keeps a `mongod` as a replica set of one: `mongod-main.ts <directory> <mongod>`, started with an IPC channel. It is a
 * process of its own because mongod does not notice that the process it serves is gone. It listens on this machine alone
 * and asks for a password, so that other users of the machine learn and change nothing.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { messageOf, sendToParent, whenParentStops } from "./child-message.ts";
import { parentVariable } from "./directory-holder.ts";
import { keyIn, replicaSetArguments, uriOfUser } from "./mongod-user.ts";

// mongod ends with this code when it cannot start, most often because another one has the directory.
const cannotStart = 100;
const stopMsMax = 8000;

const [directory, binary] = process.argv.slice(2);
if (directory === undefined || binary === undefined) {
  throw new Error("Usage: mongod-main.ts <directory> <mongod>, with an IPC channel.");
}
let stopping = false;
mkdirSync(directory, { recursive: true, mode: 0o700 });
const port = await portOf(directory);
const keyFile = join(directory, "slipway.key");
const key = await keyIn(keyFile);
const mongod = startMongod(binary, directory);
whenParentStops(stopMongod);
mongod.once("error", (error) => void endWith(1, error.message));
mongod.once("exit", (code, signal) => void endWith(code, signal ?? `exit code ${code}`));
await announceWhenPrimary();

/** The port is kept beside the data, because the replica set's own configuration names it. */
async function portOf(folder: string): Promise<number> {
  const file = join(folder, "slipway.port");
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    const free = await freePort();
    writeFileSync(file, String(free));
    return free;
  }
}

function startMongod(path: string, folder: string): ChildProcess {
  const args = ["--dbpath", folder, "--port", String(port), "--bind_ip", "127.0.0.1"];
  // A key file asks for authentication, too. The socket in the folder of temporary files is not needed.
  args.push("--keyFile", keyFile, "--nounixsocket");
  args.push(...replicaSetArguments, "--logpath", join(folder, "mongod.log"), "--logappend");
  // Nobody is there to take over, so a shutdown waits for no secondary.
  args.push("--setParameter", "shutdownTimeoutMillisForSignaledShutdown=100");
  const env = { ...process.env, [parentVariable]: String(process.pid) };
  // Where the system has it, setpriv lets the kernel end mongod should this process be killed.
  const dieWithParent = spawnSync("setpriv", ["--version"]).status === 0;
  return dieWithParent
    ? spawn("setpriv", ["--pdeathsig", "TERM", path, ...args], { stdio: "ignore", env })
    : spawn(path, args, { stdio: "ignore", env });
}

function stopMongod(): void {
  stopping = true;
  mongod.kill("SIGTERM");
  setTimeout(() => mongod.kill("SIGKILL"), stopMsMax);
}

async function endWith(code: number | null, reason: string): Promise<void> {
  if (stopping) process.exit(0);
  const where = `${reason}, see ${join(directory ?? "", "mongod.log")}`;
  process.stderr.write(`mongod ended: ${where}\n`);
  await sendToParent({
    type: "failed",
    reason: `mongod ended: ${where}`,
    inUse: code === cannotStart,
  });
  process.exit(1);
}

async function announceWhenPrimary(): Promise<void> {
  try {
    const uri = await uriOfUser(port, key);
    await sendToParent({ type: "ready", uri, pid: mongod.pid ?? process.pid });
  } catch (error) {
    mongod.kill("SIGTERM");
    await endWith(null, messageOf(error));
  }
}
