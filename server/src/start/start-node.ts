import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Gateway, GatewayOptions, Readiness } from "@slipway/gateway";
import { createLog, serviceLog } from "@slipway/gateway/log";
import { type Config, type NodeConfig, gatewayConfigOf } from "../settings/config.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { roleOfParts } from "../users/roles.ts";
import { expectFreePort } from "./free-port.ts";
import { freeStartMemory } from "./free-start-memory.ts";
import { startHealthServer } from "./health-server.ts";
import { serveMetrics } from "./metrics-port.ts";
import { startTelemetry } from "./start-telemetry.ts";

interface State {
  phase: "starting" | "running" | "stopping";
  /** The last thing that a service has waited for since the start began. */
  waitsFor?: "database" | "migration";
  platform?: Platform;
  gateway?: Gateway;
}

// Parts that only some nodes need are loaded by those nodes alone: a cluster starts many nodes at once.

/**
 * Starts some of the services, the gateway, or both as one node of a cluster. It waits for MongoDB
 * and NATS, not ready meanwhile, so that the order in which a cluster starts does not matter.
 * @param giveUp fails a start that still waits
 */
export async function startNode(config: Config, node: NodeConfig, giveUp: AbortSignal) {
  const { role, nodeId } = identityOf(node);
  const telemetry = await startTelemetry(config, { role, id: nodeId });
  const log = createLog(config.logLevel);
  const state: State = { phase: "starting" };
  const lacks = (): readonly string[] => lacksOf(state);
  const metrics = await serveMetrics(config);
  const health = await startHealthServer({
    port: node.healthPort,
    host: config.host,
    readiness: () => state.gateway?.readiness() ?? { reasons: lacks(), missing: [] },
  });
  // Before other nodes know its services: a start that fails later would cut off their calls.
  if (node.hasGateway) await expectFreePort(config);
  const platform = await startServices(config, node, { nodeId, log, state, giveUp });
  state.platform = platform;
  const gateway = node.hasGateway ? await serveHttp(config, platform, { log, lacks }) : undefined;
  if (gateway) state.gateway = gateway;
  freeStartMemory();
  state.phase = "running";
  return {
    nodeId,
    /** Address of its gateway, if it has one. */
    url: gateway?.url,
    /**
     * Not ready any more, and answers end their connections. After the drain time the gateway ends its requests,
     * then the node its calls. Then the relays deliver pending events, and the node leaves the bus and the
     * databases.
     */
    async stop() {
      state.phase = "stopping";
      if (config.drainMs > 0) gateway?.drain();
      await pause(config.drainMs);
      await gateway?.stop();
      await platform.stop();
      await Promise.all([health.stop(), metrics?.stop(), telemetry?.stop()]);
    },
  };
}

/** Always unique: a node that meets its own id on the bus ends at once and without a word. */
function identityOf({ name, services, hasGateway }: NodeConfig) {
  const own = `${name ?? hostname()}-${process.pid}-${randomBytes(4).toString("hex")}`;
  const role = roleOfParts([...services, ...(hasGateway ? ["gateway" as const] : [])]);
  return { role, nodeId: `${role}.${own}` };
}

interface Starting {
  readonly nodeId: string;
  readonly log: ReturnType<typeof createLog>;
  /** Notes what a service waits for. */
  readonly state: State;
  readonly giveUp: AbortSignal;
}

function startServices(
  config: Config,
  node: NodeConfig,
  { nodeId, log, state, giveUp }: Starting,
): Promise<Platform> {
  return startPlatform({
    services: node.services,
    natsUrl: node.natsUrl,
    nodeId,
    mongodbUri: config.mongodbUri ?? "",
    databasePrefix: config.databasePrefix,
    settings: config.settings,
    log: serviceLog(log),
    giveUp,
    onOutage(service, reason, error) {
      state.waitsFor = error.name === "MigrationMissing" ? "migration" : "database";
      log.warn({ part: "database", service }, `waiting for MongoDB: ${reason}`);
    },
  });
}

async function serveHttp(
  config: Config,
  { broker }: Platform,
  { log, lacks }: Pick<GatewayOptions, "log" | "lacks">,
): Promise<Gateway> {
  const { startGateway } = await import("@slipway/gateway");
  return startGateway({ ...gatewayConfigOf(config), broker, log, lacks });
}

function lacksOf({ phase, platform, waitsFor }: State): Readiness["reasons"] {
  if (phase === "running" && platform) return platform.lacks();
  return phase === "starting" && waitsFor && !platform ? [phase, waitsFor] : [phase];
}
