import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Gateway, Readiness } from "@slipway/gateway";
import { createLog, serviceLog } from "@slipway/gateway/log";
import type { Config, NodeConfig } from "../config.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { CannotStart } from "./cannot-start.ts";
import { startHealthServer } from "./health-server.ts";
import { serveMetrics } from "./metrics-port.ts";

export interface RunningNode {
  readonly nodeId: string;
  /** Of its gateway, if it has one. */
  readonly url: string | undefined;
  /**
   * Not ready any more, and answers end their connections; after the drain time the gateway ends its requests, then the node its calls,
   * then what it had to tell is told, then it leaves the bus and the databases.
   */
  stop(): Promise<void>;
}

type Log = ReturnType<typeof createLog>;

interface State {
  phase: "starting" | "running" | "stopping";
  platform?: Platform;
  gateway?: Gateway;
}

const retryMs = 500;

// What only some nodes need is loaded by those: a cluster starts many of them at once.

/**
 * Starts some of the services, the gateway, or both as one node of a cluster. It waits for MongoDB
 * and NATS, not ready meanwhile, so that the order in which a cluster starts does not matter.
 */
export async function startNode(config: Config, node: NodeConfig): Promise<RunningNode> {
  const log = createLog(config.logLevel);
  // Always unique: a node that meets its own id on the bus ends at once and without a word.
  const nodeId = `${node.name ?? hostname()}-${process.pid}-${randomBytes(4).toString("hex")}`;
  const state: State = { phase: "starting" };
  const lacks = (): readonly string[] => lacksOf(state);
  const { host, port, publicUrl, limits } = config;
  const metrics = await serveMetrics(config);
  const health = await startHealthServer({
    port: node.healthPort,
    host,
    readiness: () => state.gateway?.readiness() ?? { reasons: lacks(), missing: [] },
  });
  if (node.services.length > 0) await untilDatabaseAnswers(config.mongodbUri ?? "", log);
  const platform = await startPlatform({
    services: node.services,
    natsUrl: node.natsUrl,
    nodeId,
    mongodbUri: config.mongodbUri ?? "",
    databasePrefix: config.databasePrefix,
    settings: config.settings,
    log: serviceLog(log),
  });
  state.platform = platform;
  const { broker } = platform;
  const gateway = node.hasGateway
    ? await (
        await import("@slipway/gateway")
      ).startGateway({ broker, port, host, publicUrl, limits, log, lacks })
    : undefined;
  if (gateway) state.gateway = gateway;
  state.phase = "running";
  return {
    nodeId,
    url: gateway?.url,
    async stop() {
      state.phase = "stopping";
      if (node.drainMs > 0) gateway?.drain();
      await pause(node.drainMs);
      await gateway?.stop();
      await platform.stop();
      await Promise.all([health.stop(), metrics?.stop()]);
    },
  };
}

/** What keeps the parts of this node from taking requests. */
function lacksOf({ phase, platform }: State): Readiness["reasons"] {
  return phase === "running" && platform ? platform.lacks() : [phase];
}

async function untilDatabaseAnswers(uri: string, log: Log): Promise<void> {
  const { UnfitDatabase, databaseFailureOf, openDatabase } = await import("@slipway/store");
  for (;;) {
    try {
      const database = await openDatabase(uri, "admin", { service: "start" });
      await database.close();
      return;
    } catch (error) {
      if (error instanceof UnfitDatabase) throw new CannotStart(error.message, { cause: error });
      if (databaseFailureOf(error) === "fault") throw error;
      log.warn({ part: "database" }, `MongoDB does not answer: ${String(error)}`);
      await pause(retryMs);
    }
  }
}
