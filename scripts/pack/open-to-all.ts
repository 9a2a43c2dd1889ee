import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Lets any user read what is in a folder, whatever the umask was; returns the bytes of its files. */
export function openToAll(folder: string): number {
  chmodSync(folder, 0o755);
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += openToAll(path);
    else if (entry.isFile()) {
      chmodSync(path, 0o644);
      bytes += lstatSync(path).size;
    }
  }
  return bytes;
}
