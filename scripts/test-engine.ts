/** The one database engine of a test run: MONGODB_URI's, else an embedded one in the run's folder, which is thrown away. */
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../dev/src/engine/database.ts";
import { type TestNats, startTestNats } from "../dev/src/testing-nats.ts";
import { serveTestPlatform } from "./test-platform.ts";

let nats: TestNats | undefined;
let close: (() => Promise<void>) | undefined;

/** Repeatable: each of Jest's projects asks for it, when it has a test to run. */
export async function startTestEngine(): Promise<void> {
  if (process.env.SLIPWAY_TEST_MONGODB_URI !== undefined) return;
  const directory = join(tmpdir(), "database");
  await mkdir(directory, { mode: 0o700 });
  const database = await openQuietly(directory);
  if (process.env.SLIPWAY_TEST_OVER_NATS !== undefined) {
    nats = await startTestNats();
    process.env.SLIPWAY_TEST_NATS_URL = nats.url;
  }
  process.env.SLIPWAY_TEST_RUN = process.pid.toString(36);
  process.env.SLIPWAY_TEST_MONGODB_URI = database.uri;
  const platform = await serveTestPlatform();
  process.env.SLIPWAY_TEST_PLATFORM = platform.url;
  close = async () => {
    await platform.stop();
    await nats?.close();
    await database.stop();
    await rm(directory, { recursive: true, force: true });
    if (process.env.SLIPWAY_TEST_IS_WHOLE === undefined) return;
    const { assertAllEntered } = await import("./test-use-cases.ts");
    assertAllEntered();
  };
}

export async function stopTestEngine(): Promise<void> {
  const closing = close?.();
  close = undefined;
  await closing;
}

/** The log of the engine is shown only when it does not start. */
async function openQuietly(directory: string): Promise<Database> {
  const said: string[] = [];
  const log = (line: string): number => said.push(line);
  return openDatabase({ directory, mongodbUri: process.env.MONGODB_URI, log }).catch(
    (error: unknown) => {
      throw new Error([...said, String(error)].join("\n"), { cause: error });
    },
  );
}
