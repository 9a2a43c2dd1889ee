import { ServiceBroker } from "moleculer";
import { natsTransporter } from "@slipway/nats";
import { type Log, watchCalls } from "./watch-calls.ts";

export interface BrokerOptions {
  nodeId: string;
  namespace?: string;
  /** Where the other nodes are met; without it this process is alone. */
  natsUrl?: string;
  /** "Fake" joins brokers of one process with serialisation, for tests. */
  transporter?: "Fake" | null;
  /** Where served calls are written to. */
  log?: Log;
}

/**
 * A broker with the numbers of architecture section 7. It handles no signals: whoever starts it
 * stops it, in its own order.
 */
export function createBroker(options: BrokerOptions): ServiceBroker {
  const { nodeId, natsUrl, transporter = null } = options;
  return new ServiceBroker({
    nodeID: nodeId,
    namespace: options.namespace ?? "slipway",
    transporter: natsUrl === undefined ? transporter : natsTransporter(natsUrl, nodeId),
    logger: false,
    requestTimeout: 10_000,
    heartbeatInterval: 2,
    heartbeatTimeout: 6,
    registry: {
      strategy: "RoundRobin",
      preferLocal: false,
      stopDelay: natsUrl === undefined ? 100 : 500,
    },
    // The option is missing in the package's types; its default of 1 s hides new replicas for long.
    transit: { serviceChangedDebounceTime: 100 } as object,
    tracking: { enabled: true, shutdownTimeout: 15_000 },
    // The default retry would repeat bookings.
    retryPolicy: { enabled: false },
    circuitBreaker: { enabled: false },
    contextParamsCloning: false,
    maxCallLevel: 20,
    skipProcessEventRegistration: true,
    middlewares: [watchCalls(options.log)],
  });
}
