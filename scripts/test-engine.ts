/** The one database engine of a test run: MONGODB_URI's, else an embedded one in a folder that is thrown away. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../packages/platform/src/engine/database.ts";

let close: (() => Promise<void>) | undefined;
// Said only when the engine does not start: its own account of a quiet day belongs to no test's output.
const log: string[] = [];

/** Repeatable: each of Jest's projects asks for it, when it has a test to run. */
export async function startTestEngine(): Promise<void> {
  if (process.env.SLIPWAY_TEST_MONGODB_URI !== undefined) return;
  const directory = await mkdtemp(join(tmpdir(), "slipway-test-"));
  const database = await openDatabase({
    directory,
    mongodbUri: process.env.MONGODB_URI,
    log: (line) => log.push(line),
  });
  process.env.SLIPWAY_TEST_RUN = process.pid.toString(36);
  process.env.SLIPWAY_TEST_MONGODB_URI = database.uri;
  close = async () => {
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

export async function stopTestEngine(): Promise<void> {
  const closing = close?.();
  close = undefined;
  await closing;
}
