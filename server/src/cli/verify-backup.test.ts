import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { archiveOf } from "@slipway/store/testing-archive";
import { verifyBackup } from "./verify-backup.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-backup-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const whole = {
  "slipway-bookings.bookings": [{ _id: "bkg_1" }, { _id: "bkg_2" }],
  "slipway-resources-capacity.claims": [{ _id: "clm_1" }],
};

/** Verifies a file with these bytes. */
async function verified(bytes: Buffer): Promise<object> {
  const file = join(directory, "slipway.gz");
  await writeFile(file, bytes);
  return verifyBackup(file, "slipway");
}

it("counts the documents of each collection", async () => {
  await expect(verified(gzipSync(archiveOf({ ...whole, ".oplog": [] })))).resolves.toMatchObject({
    ok: true,
    documents: {
      ".oplog": 0,
      "slipway-bookings.bookings": 2,
      "slipway-resources-capacity.claims": 1,
    },
  });
});

it.each([
  ["empty", Buffer.alloc(0), "slipway.gz is no whole backup: unexpected end of file."],
  [
    "cut off",
    gzipSync(archiveOf({ ...whole, ".oplog": [] })).subarray(0, -9),
    "slipway.gz is no whole backup: unexpected end of file.",
  ],
  ["of no one instant", gzipSync(archiveOf(whole)), "it was made without mongodump --oplog."],
  [
    "of another installation",
    gzipSync(archiveOf({ "own-bookings.bookings": [], ".oplog": [] })),
    "has no database slipway-bookings, slipway-resources-capacity: is DATABASE_PREFIX right?",
  ],
])("refuses a backup that is %s", async (_, bytes, sentence) => {
  await expect(verified(bytes)).rejects.toThrow(sentence);
});
