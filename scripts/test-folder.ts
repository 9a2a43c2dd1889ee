/** The folder of a test run: what tests, and the engines that they start, would write to the folder of temporary files. */
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Linux keeps files in memory. No test takes the power away, so none needs a disk that holds what is synced to it. */
const inMemory = "/dev/shm";
/** A run that meets four clusters at once writes half of it. */
const bytesMin = 4 * 1024 ** 3;
const prefix = "slipway-test-";

/** Makes it and has this process, and those that it starts, take it for temporary files. It goes when this process ends. */
export function useTestFolder(): void {
  const folder = (hasRoom() ? folderThatRuns(inMemory) : undefined) ?? folderIn(tmpdir());
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

function folderIn(parent: string): string {
  removeWhatKilledRunsLeft(parent);
  const folder = join(parent, `${prefix}${process.pid}`);
  // Another user, as whom a test runs what it has unpacked, may pass through and not look around.
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}

/** Undefined where no program may run, as a container often has it: tests unpack some. */
function folderThatRuns(parent: string): string | undefined {
  const folder = folderIn(parent);
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

function hasRoom(): boolean {
  if (!isWritable(inMemory) || process.availableMemory() < 2 * bytesMin) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= bytesMin;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A run that is interrupted gets no chance to clean up; its folder bears the id of its process. */
function removeWhatKilledRunsLeft(parent: string): void {
  for (const name of readdirSync(parent).filter((each) => /^slipway-test-\d+$/.test(each)))
    if (!isAlive(Number(name.slice(prefix.length)))) remove(join(parent, name));
}

/** Another user's cannot be removed, and need not be. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true });
  } catch {
    return;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
