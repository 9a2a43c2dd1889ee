/** Programs that need a server for a while: it has a folder of its own, and both are gone after the work. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, apiKeyOf, startServerProcess } from "./server-process.ts";

export interface OwnServer extends ServerProcess {
  readonly key: string;
  /** The work may write into it; the data directory is below. */
  readonly folder: string;
}

type Env = Readonly<Record<string, string>>;

/** The server is on an empty data directory, as `npm start` starts it. */
export function withServer<Result>(
  env: Env,
  work: (server: OwnServer) => Promise<Result>,
): Promise<Result> {
  return withFolder((folder) => withServerIn(folder, env, work));
}

export async function withFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-own-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function withServerIn<Result>(
  folder: string,
  env: Env,
  work: (server: OwnServer) => Promise<Result>,
): Promise<Result> {
  const server = await startServerProcess({ directory: join(folder, "data"), env });
  try {
    return await work({ ...server, folder, key: await apiKeyOf(server.directory) });
  } finally {
    await server.stop();
  }
}
