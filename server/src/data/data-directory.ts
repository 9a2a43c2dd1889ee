/** The folder of one server's data, and the lock that keeps a second server out of it. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CannotStart } from "../settings/cannot-start.ts";
import { makePrivateFolder } from "./private-file.ts";

/** Makes the folder when absent, for this user alone, and locks it. Throws a sentence when another process has it. */
export async function openDataDirectory(path: string) {
  await makePrivateFolder(path).catch((error: Error) => {
    throw new CannotStart(`The data directory ${path} cannot be made: ${error.message}.`);
  });
  const pidFile = join(path, "server.pid");
  const lock = lockFile(join(path, "server.lock"));
  if (lock === undefined) {
    const pid = await readFile(pidFile, "utf8").catch(() => "");
    const holder = pid.trim() === "" ? "Another process" : `Process ${pid.trim()}`;
    throw new CannotStart(`${holder} already serves the data in ${path}; stop it first.`);
  }
  await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    /** Lets another server in; the death of this process does the same. */
    async release() {
      await rm(pidFile, { force: true });
      lock.close();
    },
  };
}

/**
 * Undefined when another process has the lock. It is SQLite's lock on an empty database. The kernel holds it for
 * the process and gives it back however the process ends. So a kill leaves no stale lock, and two starts never
 * both win. Node itself has no such call.
 */
function lockFile(path: string): DatabaseSync | undefined {
  const file = openLockFile(path);
  try {
    file.exec("BEGIN EXCLUSIVE");
    return file;
  } catch (error) {
    file.close();
    if ((error as { errcode?: unknown }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}

const sqliteBusy = 5;

function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw new CannotStart(`${path} cannot be opened: ${(error as Error).message}.`);
  }
}
