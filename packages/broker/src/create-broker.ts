import { randomUUID } from "node:crypto";
import { ServiceBroker } from "moleculer";
import { natsTransporter } from "@slipway/nats";
import { drainMsMax, heartbeatSeconds, requestMsMax } from "./constants.ts";
import { sealCalls } from "./seal-calls.ts";
import { type Log, watchCalls } from "./watch-calls.ts";

interface BrokerOptions {
  nodeId: string;
  namespace?: string;
  /** Where the other nodes are met; without it this process is alone. */
  natsUrl?: string;
  /** "Fake" joins brokers of one process with serialisation, for tests. */
  transporter?: "Fake" | null;
  log?: Log;
}

/** A broker with the times of `constants.ts`. It handles no signals: the program that starts it stops it. */
export function createBroker(options: BrokerOptions): ServiceBroker {
  const { nodeId, natsUrl, transporter = null } = options;
  const sealing = sealCalls();
  const broker = new ServiceBroker({
    nodeID: nodeId,
    // The metadata that other nodes see; parts of this node add to it.
    metadata: { hpkeKey: sealing.publicKey },
    namespace: options.namespace ?? "slipway",
    transporter: natsUrl === undefined ? transporter : natsTransporter(natsUrl, nodeId),
    logger: false,
    requestTimeout: requestMsMax,
    // Brokers of one process end together: one that is silent is busy, and none is taken for gone.
    heartbeatInterval: natsUrl === undefined ? 0 : heartbeatSeconds.interval,
    heartbeatTimeout: heartbeatSeconds.timeout,
    registry: {
      strategy: "RoundRobin",
      preferLocal: false,
      stopDelay: natsUrl === undefined ? 100 : 500,
    },
    // The option is missing in the package's types; its default of 1 s hides new replicas for long.
    transit: { serviceChangedDebounceTime: 100 } as object,
    // The default retry would repeat bookings.
    retryPolicy: { enabled: false },
    circuitBreaker: { enabled: false },
    contextParamsCloning: false,
    maxCallLevel: 20,
    uidGenerator: countedIds(),
    skipProcessEventRegistration: true,
    // A node that stops waits for the calls that run on it and for those that it has made.
    tracking: { enabled: true, shutdownTimeout: drainMsMax },
    middlewares: [sealing.middleware, watchCalls(options.log), onceAllDrained()],
  });
  logTroubles(broker, options.log);
  return broker;
}

/** Logs the troubles that Moleculer writes only to its own log, which is off. */
function logTroubles(broker: ServiceBroker, log: Log | undefined): void {
  if (!log) return;
  broker.localBus.on("$transporter.error", ({ error }: { error: Error }) =>
    log("error", `NATS: ${error.message}`),
  );
  broker.localBus.on("$bus.refused", ({ subject }: { subject: string }) =>
    log(
      "error",
      "NATS refuses what this node sends: has its user the permissions of this release?",
      { subject },
    ),
  );
  broker.localBus.on("$bus.forged", ({ subject }: { subject: string }) =>
    log("warn", "a message on the bus was not its sender's to send: dropped", { subject }),
  );
}

/** Ids of calls: no secrets, so one that is random for the process and counted within it will do. */
function countedIds(): () => string {
  const own = randomUUID();
  let count = 0;
  return () => `${own}-${(count++).toString(36)}`;
}

/**
 * Services of a process call each other: where all of it stops, each has drained before one of them closes its
 * database. Moleculer's own middleware waits for the calls of the one service alone.
 */
function onceAllDrained(): object {
  const { promise: allDrained, resolve } = Promise.withResolvers<void>();
  let drained = 0;
  return {
    name: "OnceAllDrained",
    serviceStopping({ broker }: { broker: ServiceBroker & { stopping: boolean } }) {
      if (!broker.stopping) return undefined;
      if (++drained >= broker.services.length) resolve();
      return allDrained;
    },
  };
}
