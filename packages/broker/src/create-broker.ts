import { ServiceBroker } from "moleculer";

export interface BrokerOptions {
  nodeId: string;
  namespace?: string;
  /** "Fake" joins brokers of one process with serialisation, for tests. */
  transporter?: "Fake" | null;
}

/**
 * A broker with the numbers of architecture section 7. It handles no signals: whoever starts it
 * stops it, in its own order.
 */
export function createBroker(options: BrokerOptions): ServiceBroker {
  return new ServiceBroker({
    nodeID: options.nodeId,
    namespace: options.namespace ?? "slipway",
    transporter: options.transporter ?? null,
    logger: false,
    requestTimeout: 10_000,
    heartbeatInterval: 2,
    heartbeatTimeout: 6,
    registry: { strategy: "RoundRobin", preferLocal: false, stopDelay: 100 },
    // The option is missing in the package's types; its default of 1 s hides new replicas for long.
    transit: { serviceChangedDebounceTime: 100 } as object,
    tracking: { enabled: true, shutdownTimeout: 15_000 },
    // The default retry would repeat bookings.
    retryPolicy: { enabled: false },
    circuitBreaker: { enabled: false },
    contextParamsCloning: false,
    maxCallLevel: 20,
    skipProcessEventRegistration: true,
  });
}
