/** A whole file in a folder that cannot be synced: what the commands promise of it. */
import { chmod, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { archiveEnded } from "./archive-bookings.ts";
import { type Send, exportTenant } from "./export-tenant.ts";
import { writeWholeFile } from "./write-whole-file.ts";

let folder: string;
const nobody = 65_534;

/** Files can be made in it, and it cannot be opened, so nobody can sync it. Its mode does not bind the root user. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-whole-"));
  await chmod(folder, 0o333);
  if (process.geteuid?.() === 0) process.seteuid?.(nobody);
});
afterEach(async () => {
  if (process.getuid?.() === 0) process.seteuid?.(0);
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

const unsynced = expect.stringMatching(/^folder not synced: EACCES/);

it("is whole, and says that its folder is not synced", async () => {
  const file = join(folder, "all.gz");
  const texts = async function* () {
    yield await Promise.resolve("all of it");
  };
  await expect(writeWholeFile(file, texts)).resolves.toEqual({
    bytes: expect.any(Number),
    unsynced,
  });
  expect(gunzipSync(await readFile(file)).toString()).toBe("all of it");
});

it("is an export that is not clean", async () => {
  const file = join(folder, "tenant.gz");
  const record = { lines: ["{}", "{}"], next: null };
  const send: Send = () => Promise.resolve({ ok: true, record, isClean: true });
  await expect(exportTenant(send, { tenant: "ten_1", file })).resolves.toEqual({
    ok: true,
    record: { file, records: 1, bytes: expect.any(Number), unsynced },
    isClean: false,
  });
});

it("lets no run of the archive remove a record", async () => {
  const version = { tenantId: "ten_1", id: "bkg_1", revision: 1, commit: null };
  const record = { keepDays: 60, items: [{ line: "{}", version }], next: null };
  const removals: string[] = [];
  const send: Send = ({ flags: { versions = "[]" } }) => {
    if (versions !== "[]") removals.push(versions);
    return Promise.resolve({ ok: true, record, isClean: true });
  };
  await expect(archiveEnded(send, folder)).rejects.toThrow(
    /\.jsonl\.gz is whole, and none of its records was removed: folder not synced: EACCES/,
  );
  expect(removals).toEqual([]);
  if (process.getuid?.() === 0) process.seteuid?.(0);
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^bookings-.*\.jsonl\.gz$/)]);
});
