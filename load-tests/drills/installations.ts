/** The installations that drills are held on: one server with its own database, or a cluster of few processes. */
import { type OneServer, type Site, openServer, openSite } from "../chaos/site.ts";

/** Closes the installation, whatever becomes of the work on it. */
export async function onServer<Result>(
  directory: string,
  work: (installation: OneServer) => Promise<Result>,
): Promise<Result> {
  const installation = await openServer({ directory });
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
