/** A folder in `.tools/` that a check fetches once, named after the pins it was made of. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { toolsDirectory } from "../go-tools.ts";

/**
 * The folder for these pins; `fill` makes it where it is not there yet. It is there whole or not at all, also where
 * two processes make it at once.
 */
export async function keptFolder(
  name: string,
  pins: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const key = createHash("sha256")
    .update(await readFile(pins))
    .digest("hex")
    .slice(0, 16);
  const folder = join(toolsDirectory, "clients", `${name}-${key}`);
  if (existsSync(folder)) return folder;
  await mkdir(join(toolsDirectory, "clients"), { recursive: true });
  const begun = await mkdtemp(`${folder}-making-`);
  try {
    await fill(begun);
    await rename(begun, folder).catch((lost: unknown) => {
      // Another process was faster: it has the same pins.
      if (!existsSync(folder)) throw lost;
    });
  } finally {
    await rm(begun, { recursive: true, force: true });
  }
  return folder;
}
