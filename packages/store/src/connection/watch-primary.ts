import type { mongo } from "mongoose";

/** The state of the servers behind one connection string, as the driver reports it. */
export type PrimaryWatch = ReturnType<typeof watchPrimary>;

type Client = Pick<mongo.MongoClient, "on">;

/** Follows a client that has just connected. @param primaryChanged called for each other primary, or other term */
export function watchPrimary(client: Client, primaryChanged: () => void = () => undefined) {
  let isUp = true;
  let breaks = 0;
  let known: string | undefined;
  client.on("topologyDescriptionChanged", ({ previousDescription, newDescription }) => {
    isUp = [...newDescription.servers.values()].some(({ type }) => writable.has(type));
    const [before, after] = [termOf(previousDescription), termOf(newDescription)];
    // A member that steps down keeps its connections.
    if (before !== after) breaks++;
    // Between two primaries there may be none for a while.
    known ??= before;
    if (after !== undefined && known !== undefined && after !== known) primaryChanged();
    known = after ?? known;
  });
  client.on("connectionPoolCleared", () => breaks++);
  // A server that is there again before the next heartbeat shows in nothing else.
  client.on("connectionClosed", ({ reason }) => {
    if (reason === "error") breaks++;
  });
  return {
    /** Whether a server is known that takes writes, as far as the last heartbeats show. */
    isUp: () => isUp,
    /**
     * Raised whenever a server may lack what it or its predecessor showed before: a connection
     * broke, or the primary was lost, or another one or another term was found. It is raised before any
     * operation is sent to the new primary, since the driver chooses by the same description. Behind a
     * mongos a shard's fail-over is not seen.
     */
    breaks: () => breaks,
  };
}

const writable: ReadonlySet<string> = new Set([
  "Standalone",
  "RSPrimary",
  "Mongos",
  "LoadBalancer",
]);

/** Which member is primary by which election of which configuration; undefined without a primary. */
function termOf({ servers }: mongo.TopologyDescription): string | undefined {
  for (const { type, address, setVersion, electionId } of servers.values())
    if (type === "RSPrimary") return `${address} ${setVersion} ${electionId?.toHexString()}`;
  return undefined;
}
