/** What drills are held on: one server with its own database, or a cluster of few processes. */
import {
  type ServerProcess,
  apiKeyOf,
  runCommandLine,
  startServerProcess,
} from "@slipway/dev/server-process";
import { type Site, openSite } from "../chaos/site.ts";
import type { Installation } from "./with-load.ts";

export interface OneServer extends Installation {
  /** The one that runs now. */
  server(): ServerProcess;
  /** Starts it again at the same port, on the same data. */
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<unknown>;
}

/** `npm start` on a directory. */
export async function openServer(directory: string): Promise<OneServer> {
  let server = await startServerProcess({ directory });
  const port = Number(new URL(server.url).port);
  return {
    urls: [server.url],
    key: await apiKeyOf(directory),
    server: () => server,
    async start(env = {}) {
      server = await startServerProcess({ directory, port, env });
    },
    doctor: () => runCommandLine(directory, ["doctor"]),
    stop: () => server.stop(),
  };
}

/** Closes the installation, whatever becomes of the work on it. */
export async function onServer<Result>(
  directory: string,
  work: (installation: OneServer) => Promise<Result>,
): Promise<Result> {
  const installation = await openServer(directory);
  try {
    return await work(installation);
  } finally {
    await installation.stop();
  }
}

export async function onCluster<Result>(
  { directory, env = {} }: { directory: string; env?: Readonly<Record<string, string>> },
  work: (site: Site & { cluster: NonNullable<Site["cluster"]> }) => Promise<Result>,
): Promise<Result> {
  const settings = { RATE_LIMIT_RPS: "0", ...env };
  const site = await openSite({ directory, env: settings, isCluster: true, isLean: true });
  const { cluster } = site;
  if (cluster === undefined) throw new Error("a cluster was asked for");
  try {
    return await work({ ...site, cluster });
  } finally {
    await site.stop();
  }
}
