/** The drills, by the names that `npm run drills -- --only` knows. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdir, open, readdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { OneServer } from "../chaos/site.ts";
import { type Drill, type Place, clusterDrill, serverDrill } from "./drill.ts";
import { hotCopy } from "./hot-copy.ts";
import { olderCollection } from "./older-collection.ts";
import { secondsOf, slowestMs } from "./seen.ts";

const run = promisify(execFile);

const [spareFiles, idleConnections] = [20, 200];
const heapMebibytes = 64;
const [stepMs, delayMs] = [45_000, 1_500];
/** They sell, check keys, and count holds. */
const stepped = ["auth-and-more-1", "resources-capacity-1"];
const clockFile = (directory: string): string => join(directory, "clock.json");
const nodeOptions = (...more: string[]): string =>
  [process.env["NODE_OPTIONS"], ...more].filter(Boolean).join(" ");
const lowHeap = nodeOptions(`--max-old-space-size=${heapMebibytes}`);

export const drills: Readonly<Record<string, Drill>> = {
  nats: clusterDrill(
    "nats-server of a cluster is killed and stays away",
    async ({ cluster }, { ms }) => {
      await cluster.kill("nats-server", ms);
      // Gone since the kill; its keeper starts it again after this.
      await pause(ms);
    },
  ),

  disk: onSmallDisk(
    serverDrill(
      "the file system of the embedded engine is full, then space is made",
      async (installation, { ms, note, directory }) => {
        const ballast = join(directory, "..", "ballast");
        // The engine writes on into files that it has made before; once a minute its checkpoint needs more.
        const until = performance.now() + Math.max(ms, 90_000);
        // The database gives back space and takes it again, so what it frees is taken as well.
        for (; performance.now() < until; await pause(500)) await fill(ballast);
        const died = installation.server().output().split("The database stopped").length - 1;
        note(`the database's process ended ${died} times`);
        await rm(ballast);
      },
    ),
  ),

  // Like `ulimit -n`, too low for the clients that come.
  files: ifRuns(
    ["prlimit", "--version"],
    "left out: this system has no prlimit (util-linux), which sets the limit of a running process",
    serverDrill(
      `the server may open ${spareFiles} more files, and ${idleConnections} clients connect and stay`,
      async (installation, { ms, note }) => {
        const { pid, url } = installation.server();
        const limit = (...words: string[]) => run("prlimit", ["--pid", String(pid), ...words]);
        const { stdout } = await limit("--nofile", "--output", "SOFT", "--noheadings");
        const opened = (await readdir(`/proc/${pid}/fd`)).length;
        await limit(`--nofile=${opened + spareFiles}:`);
        const port = Number(new URL(url).port);
        const sockets = Array.from({ length: idleConnections }, () =>
          connect(port, "127.0.0.1").on("error", () => undefined),
        );
        await pause(ms);
        const left = sockets.filter(({ destroyed }) => !destroyed).length;
        note(`${opened} files were open; ${left} of ${idleConnections} idle connections were held`);
        for (const socket of sockets) socket.destroy();
        await limit(`--nofile=${stdout.trim()}:`);
      },
    ),
  ),

  // A supervisor starts it again whenever it ends, as systemd and Kubernetes do.
  heap: serverDrill(
    `the server is started again with a heap of ${heapMebibytes} MiB, later with its usual one`,
    async (installation, { ms, note }) => {
      await installation.server().stop();
      const until = performance.now() + ms;
      let deaths = 0;
      do {
        const startedAt = performance.now();
        if (await isDone(installation.start({ NODE_OPTIONS: lowHeap }))) {
          note(`ready after ${secondsOf(performance.now() - startedAt)}`);
          const deadBy = performance.now() + ms;
          while (isRunning(installation) && performance.now() < deadBy) await pause(200);
        }
        if (!isRunning(installation)) deaths++;
      } while (performance.now() < until);
      note(`it ended ${deaths} times by itself`);
      await installation.server().stop();
      await installation.start();
    },
  ),

  clock: clusterDrill(
    `the clocks of one process of bookings and one of capacity step by ${secondsOf(stepMs)}, forward and then back`,
    async (_site, { directory, ms }) => {
      for (const by of [stepMs, -stepMs]) {
        const steps = Object.fromEntries(stepped.map((name) => [name, by]));
        await writeFile(clockFile(directory), JSON.stringify(steps));
        await pause(ms / 2);
      }
      await writeFile(clockFile(directory), "{}");
    },
    (directory) => {
      writeFileSync(clockFile(directory), "{}");
      const preload = new URL("clock-preload.mjs", import.meta.url).href;
      const NODE_OPTIONS = nodeOptions(`--import=${preload}`);
      return { NODE_OPTIONS, DRILL_CLOCK_FILE: clockFile(directory) };
    },
  ),

  "hot-copy": hotCopy,

  // A slow secondary delays nobody while a majority is fast.
  "slow-member": clusterDrill(
    `the primary of the replica set answers each command ${secondsOf(delayMs)} later; then it steps down`,
    async ({ set }, { ms, clients, note }) => {
      set.delay(delayMs, "primary");
      await pause(ms);
      const slowest = slowestMs(clients.seen);
      await set.failOver({ how: "step-down", ms: 300 });
      note(`the slowest answer before the step-down took ${secondsOf(slowest)}`);
    },
  ),

  "older-collection": olderCollection,
};

/** The drill, unless this program does not run here. */
function ifRuns([program = "", ...words]: string[], leftOut: string, { does, run: hold }: Drill) {
  const isThere = (): Promise<boolean> => isDone(run(program, words));
  return { does, run: async (place: Place) => ((await isThere()) ? hold(place) : leftOut) };
}

/** On a small file system of its own, in memory: that of the machine stays as it is. */
function onSmallDisk({ does, run: hold }: Drill): Drill {
  return {
    does,
    async run({ directory: disk, ms }) {
      if (!(await isDone(run("mount", ["-t", "tmpfs", "-o", "size=600m", "tmpfs", disk]))))
        return "left out: it needs a file system of its own, and this user may not mount one (run it as root)";
      try {
        const directory = join(disk, "data");
        await mkdir(directory);
        return await hold({ directory, ms });
      } finally {
        await run("umount", ["--lazy", disk]);
      }
    },
  };
}

/** Until nothing more fits. */
async function fill(file: string): Promise<void> {
  const chunk = Buffer.alloc(64 * 1_024, 1);
  const handle = await open(file, "a");
  try {
    for (;;) if ((await handle.write(chunk)).bytesWritten === 0) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    await handle.close();
  }
}

function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

function isRunning(installation: OneServer): boolean {
  try {
    return process.kill(installation.server().pid, 0);
  } catch {
    return false;
  }
}
