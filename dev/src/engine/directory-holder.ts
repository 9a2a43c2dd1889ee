/** Which process has a database's directory open, and whether it is one that a killed parent left behind. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The process named in the directory's lock file, undefined when there is none. */
export function directoryHolder(directory: string): number | undefined {
  const pid = Number(textOf(join(directory, "mongod.lock")).trim());
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/**
 * True for a database process that this code started for this directory and whose parent is gone. Each such process
 * has its parent's id in its environment; the kernel gives an orphan another parent.
 */
export function isOrphanedDatabase(pid: number, directory: string): boolean {
  const environment = textOf(`/proc/${pid}/environ`).split("\0");
  const startedBy = environment
    .find((entry) => entry.startsWith(`${parentVariable}=`))
    ?.split("=")[1];
  const parent = /^PPid:\s*(\d+)$/m.exec(textOf(`/proc/${pid}/status`))?.[1];
  const isForDirectory = environment.includes(`${directoryVariable}=${directory}`);
  return isForDirectory && parent !== undefined && startedBy !== undefined && parent !== startedBy;
}

/** A process that ended and was not yet waited for by its parent holds no lock any more. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !/^State:\s*Z/m.test(textOf(`/proc/${pid}/status`));
}

export const parentVariable = "SLIPWAY_DATABASE_PARENT";
export const directoryVariable = "SLIPWAY_DATABASE_DIRECTORY";

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
