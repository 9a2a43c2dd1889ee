import {
  type Lack,
  type Service,
  type ServiceBroker,
  type ServiceOptions,
  createBroker,
  isConnected,
} from "@slipway/broker";
import { heartbeatOf } from "@slipway/reference-cache";
import { type ServiceName, busName, serviceNames } from "./service-names.ts";

/** Every service, and where it is found. Loaded when asked for: a node runs the few of its settings. */
const factories = {
  auth: async () => (await import("@slipway/auth")).authService,
  catalog: async () => (await import("@slipway/catalog")).catalogService,
  availability: async () => (await import("@slipway/availability")).availabilityService,
  "resources-capacity": async () =>
    (await import("@slipway/resources-capacity")).resourcesCapacityService,
  bookings: async () => (await import("@slipway/bookings")).bookingsService,
  webhooks: async () => (await import("@slipway/webhooks")).webhooksService,
  sync: async () => (await import("@slipway/sync")).syncService,
  audit: async () => (await import("@slipway/audit")).auditService,
} satisfies Record<ServiceName, () => Promise<(options: ServiceOptions) => Service>>;

export interface PlatformOptions extends Omit<ServiceOptions, "broker"> {
  /** All of them unless named. */
  readonly services?: readonly ServiceName[];
  /**
   * "each": every service has a broker of its own, joined over NATS or, without, by Moleculer's Fake
   * transporter, which serialises; for tests.
   */
  readonly brokers?: "one" | "each";
  readonly nodeId?: string;
  /** Where other nodes are met. */
  readonly natsUrl?: string;
  /** Fails a start that still waits, for NATS or for a database; without it a start waits for ever. */
  readonly giveUp?: AbortSignal;
  /** Called when a service begins to wait for its database, and when the reason changes. */
  readonly onOutage?: (service: ServiceName, reason: string, error: Error) => void;
}

/** Services running in this process, and the broker from which to call them. */
export type Platform = Awaited<ReturnType<typeof startPlatform>>;

/**
 * Starts services in this process; resolves when all of them can be called. A service whose database is
 * out is started again and again, and is not on the bus meanwhile.
 */
export async function startPlatform(options: PlatformOptions) {
  const { services: names = serviceNames } = options;
  const brokers: ServiceBroker[] = [];
  const services: [ServiceName, Service][] = [];
  const stopServices = async (): Promise<void> => {
    await Promise.allSettled(services.map(([, service]) => service.stop()));
  };
  const brokerOf = brokersFor(options, brokers);
  const broker = brokerOf(options.nodeId ?? "slipway");
  for (const name of names) {
    const own = options.brokers === "each" ? brokerOf(name) : broker;
    services.push([name, (await factories[name]())({ ...options, broker: own })]);
  }
  const stop = async (): Promise<void> => {
    // Where all nodes are here: relays first, while their consumers still answer; then the bus.
    if (isWhole(options)) await stopServices();
    await Promise.allSettled(brokers.map((each) => each.stop()));
  };
  const failed = new AbortController();
  const giveUp = AbortSignal.any([failed.signal, ...(options.giveUp ? [options.giveUp] : [])]);
  try {
    await unlessAborted(startAll({ brokers, broker, services }, giveUp, options.onOutage), giveUp);
  } catch (error) {
    // The others wait no longer.
    failed.abort();
    await stop();
    throw error;
  }
  return {
    broker,
    /** Reasons why its services cannot work, each once; empty while there are none. */
    lacks(): ("bus" | Lack)[] {
      const own = services.flatMap(([, service]) => service.lacks() ?? []);
      return [...(isConnected(broker) ? [] : ["bus" as const]), ...new Set(own)];
    },
    /** Resolves when everything committed so far is delivered to its consumers. */
    async settle() {
      // A delivery to one service may make it publish to another: two rounds reach all of them.
      for (let round = 0; round < 2; round++)
        for (const [, service] of services) await service.settle();
    },
    /** Lets running calls end, then stops every service. */
    stop,
  };
}

interface PlatformParts {
  readonly brokers: readonly ServiceBroker[];
  /** The one that has to find every service. */
  readonly broker: ServiceBroker;
  readonly services: readonly [ServiceName, Service][];
}

/** Resolves when every service can be called. */
async function startAll(
  { brokers, broker, services }: PlatformParts,
  giveUp: AbortSignal,
  onOutage: PlatformOptions["onOutage"],
): Promise<void> {
  await Promise.all(brokers.map((each) => each.start()));
  await Promise.all(services.map((each) => startService(each, giveUp, onOutage)));
  // A started broker registers what is put on it a moment later.
  await broker.waitForServices(
    services.map(([name]) => busName(name)),
    10_000,
    20,
  );
}

/** Starts one, however long its database is out. */
async function startService(
  [name, service]: [ServiceName, Service],
  giveUp: AbortSignal,
  onOutage: PlatformOptions["onOutage"],
): Promise<void> {
  const { untilDatabaseAnswers } = await import("./until-database-answers.ts");
  await untilDatabaseAnswers(() => service.start(), {
    giveUp,
    onOutage: (reason, error) => onOutage?.(name, reason, error),
  });
  // It was under way when the others were stopped.
  if (giveUp.aborted) await service.stop();
}

/** The result of the work; rejects with the signal's reason as soon as that is aborted. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  return Promise.race([aborted, work]).finally(() => signal.removeEventListener("abort", onAbort));
}

/** Whether no service runs anywhere else. */
function isWhole({ natsUrl, brokers }: PlatformOptions): boolean {
  return natsUrl === undefined || brokers === "each";
}

/** Makes brokers that find each other and nobody else's, and notes them. */
function brokersFor(
  options: PlatformOptions,
  made: ServiceBroker[],
): (nodeId: string) => ServiceBroker {
  const { databasePrefix, natsUrl, nodeId: first = "slipway" } = options;
  const isJoined = options.brokers === "each";
  const namespace = isJoined ? `${first}-${databasePrefix}` : databasePrefix;
  const shared = {
    transporter: isJoined ? ("Fake" as const) : null,
    ...(natsUrl === undefined ? {} : { natsUrl }),
  };
  return (nodeId) => {
    const broker = createBroker({ nodeId, namespace, log: options.log, ...shared });
    // Early: a node is heard of from here on.
    heartbeatOf(broker);
    made.push(broker);
    return broker;
  };
}
