import { execFile } from "node:child_process";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Drill } from "./drill.ts";
import { onServer } from "./installations.ts";
import { type DrillReport, withLoad } from "./with-load.ts";

const run = promisify(execFile);
const sizeMebibytes = 600;
/** The engine writes on into files that it has made before; once a minute its checkpoint needs more. */
const checkpointMs = 90_000;
const chunk = Buffer.alloc(64 * 1_024, 1);

/** On a small file system of its own, in memory: that of the machine stays as it is. */
export const fullDisk: Drill = {
  name: "disk",
  does: "the file system of the embedded engine is full, then space is made",
  async run({ directory, ms }) {
    const disk = join(directory, "disk");
    await mkdir(disk);
    try {
      await run("mount", ["-t", "tmpfs", "-o", `size=${sizeMebibytes}m`, "tmpfs", disk]);
    } catch {
      return "left out: it needs a file system of its own, and this user may not mount one (run it as root)";
    }
    try {
      return await onDisk(disk, Math.max(ms, checkpointMs));
    } finally {
      await run("umount", ["--lazy", disk]);
    }
  },
};

async function onDisk(disk: string, ms: number): Promise<DrillReport> {
  const data = join(disk, "data");
  await mkdir(data);
  const ballast = join(disk, "ballast");
  return onServer(data, (installation) =>
    withLoad(installation, async ({ note }) => {
      const until = performance.now() + ms;
      // The database gives back space and takes it again, so what it frees is taken as well.
      while (performance.now() < until) {
        await fill(ballast);
        await pause(500);
      }
      const died =
        installation
          .server()
          .output()
          .match(/The database stopped/g)?.length ?? 0;
      note(`the database's process ended ${died} times`);
      await rm(ballast);
    }),
  );
}

/** Until nothing more fits. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, "a");
  try {
    for (;;) if ((await handle.write(chunk)).bytesWritten === 0) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    await handle.close();
  }
}
