/** `slipway backup verify`: whether a file that mongodump has made can be restored. */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { countArchive } from "@slipway/store";

/** The services whose databases must be of one instant. */
const together = ["bookings", "resources-capacity"];

/** Counts each collection of a backup; rejects with one sentence for a file that is no whole backup of this installation. */
export async function verifyBackup(file: string, databasePrefix: string): Promise<object> {
  const counts = await countedIn(file).catch((error: Error) => {
    throw new Error(`${file} is no whole backup: ${error.message}.`, { cause: error });
  });
  if (!counts.has(".oplog"))
    throw new Error(`${file} is of no one instant: it was made without mongodump --oplog.`);
  const missing = together
    .map((service) => `${databasePrefix}-${service}`)
    .filter((name) => ![...counts.keys()].some((key) => key.startsWith(`${name}.`)));
  if (missing.length > 0)
    throw new Error(`${file} has no database ${missing.join(", ")}: is DATABASE_PREFIX right?`);
  const names = [...counts.keys()].toSorted();
  return { ok: true, file, documents: Object.fromEntries(names.map((n) => [n, counts.get(n)])) };
}

function countedIn(file: string): ReturnType<typeof countArchive> {
  const packed = createReadStream(file);
  const chunks = createGunzip();
  packed.on("error", (error) => chunks.destroy(error));
  return countArchive(packed.pipe(chunks));
}
