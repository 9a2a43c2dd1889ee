/** Where a database's Unix socket is. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// The kernel's limit is 108 bytes on Linux and 104 on macOS; the listener binds with a suffix of four.
const pathBytesMax = 98;

/**
 * The socket's path for a data directory. It is short, however long the directory's own path is. It is the same at
 * every start, so a driver finds a restarted engine.
 */
export function socketPathFor(directory: string): string {
  const digest = createHash("sha256").update(realpathSync(directory)).digest("hex").slice(0, 16);
  const folderName = `slipway-${process.getuid?.() ?? 0}-${digest}`;
  const inTmp = join(tmpdir(), folderName, "db.sock");
  return Buffer.byteLength(inTmp) <= pathBytesMax ? inTmp : join("/tmp", folderName, "db.sock");
}

/** Makes the socket's folder. Only the process that has the data directory locked makes and removes it. */
export function makeSocketFolder(socketPath: string): void {
  const folder = dirname(socketPath);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Others may write to the folder for temporary files: what they prepared under this name is not ours to use.
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid);
  if (!isOurs || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${folder} must be a folder that only this user can enter; remove it and start again.`,
    );
  }
}

export function removeSocketFolder(socketPath: string): void {
  rmSync(dirname(socketPath), { recursive: true, force: true });
}
