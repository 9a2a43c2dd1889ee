/** Processes of a cluster that stop in the middle of whatever they do, and go on a minute later. */
import { setTimeout as pause } from "node:timers/promises";
import type { ClusterSite } from "./site.ts";

const databaseName = "database";

/** One of each kind: gateway, each service, the bus, the database. */
export function kindsOf({ cluster }: ClusterSite): string[] {
  const kinds = Map.groupBy(cluster.names, (name) => name.replace(/-\d+$/, ""));
  return [...[...kinds.values()].map(([first = ""]) => first), databaseName];
}

/** SIGSTOP, and SIGCONT after a while. */
export async function pauseProcess(
  { cluster, database }: ClusterSite,
  name: string,
  ms: number,
): Promise<string> {
  const pid = name === databaseName ? database.pid() : cluster.pid(name);
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, "SIGSTOP");
  await pause(ms).finally(() => process.kill(pid, "SIGCONT"));
  return `${name} stopped for ${ms / 1_000} s`;
}
