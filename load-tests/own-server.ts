/** A server in a directory of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, apiKeyOf, startServerProcess } from "@slipway/dev/server-process";

export interface OwnServer extends ServerProcess {
  readonly directory: string;
  readonly key: string;
}

/** Starts a server for this work, and removes it with its data. */
export async function onOwnServer<Result>(
  env: Readonly<Record<string, string>>,
  work: (server: OwnServer) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "slipway-own-"));
  const quiet = { NODE_ENV: "production", LOG_LEVEL: "warn" };
  const server = await startServerProcess({ directory, env: { ...quiet, ...env } });
  try {
    return await work({ ...server, directory, key: await apiKeyOf(directory) });
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
