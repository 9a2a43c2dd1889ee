/**
 * The environment that `npm run` gives a program: the C library returns the memory of a password's hash to the
 * system.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";

const root = join(import.meta.dirname, "..");
const hash = pathToFileURL(join(root, "services/auth/src/record/hash-password.ts")).href;
/** The pool has four threads. */
const hashMiB = 19;

/** Each thread of the pool hashes more than once: the first block teaches the C library to keep the others. */
const program = `
import { hashPassword } from ${JSON.stringify(hash)};
const before = process.memoryUsage.rss();
for (let round = 0; round < 4; round++)
  await Promise.all(Array.from({ length: 8 }, () => hashPassword("correct horse battery")));
console.log((process.memoryUsage.rss() - before) / 2 ** 20);
`;

it("keeps no memory of password hashes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "slipway-run-"));
  try {
    const file = join(folder, "hashes.ts");
    await writeFile(file, program);
    const { MALLOC_MMAP_THRESHOLD_: _, MALLOC_TRIM_THRESHOLD_: __, ...env } = process.env;
    const args = [join(root, "scripts", "run.mjs"), file];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    // A thread may be about to return its last block.
    expect(Number(stdout)).toBeLessThan(2 * hashMiB);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("sets in the image what npm run sets", async () => {
  const settings = async (file: string) =>
    [...(await readFile(join(root, file), "utf8")).matchAll(/(MALLOC_\w+)[=: "]+(\d+)/g)].map(
      ([, name, value]) => [name, value],
    );
  const ofRuns = await settings("scripts/run.mjs");
  expect(ofRuns).toHaveLength(2);
  expect(await settings("docker/Dockerfile")).toEqual(ofRuns);
});
