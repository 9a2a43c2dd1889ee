import {
  type Service,
  type ServiceBroker,
  type ServiceOptions,
  createBroker,
} from "@slipway/broker";

/** Every service, and where it is found. Loaded when asked for: a node runs the few it is told to. */
const factories = {
  auth: async () => (await import("@slipway/auth")).authService,
  catalog: async () => (await import("@slipway/catalog")).catalogService,
  availability: async () => (await import("@slipway/availability")).availabilityService,
  "resources-capacity": async () =>
    (await import("@slipway/resources-capacity")).resourcesCapacityService,
  bookings: async () => (await import("@slipway/bookings")).bookingsService,
  audit: async () => (await import("@slipway/audit")).auditService,
} satisfies Record<string, () => Promise<(options: ServiceOptions) => Service>>;

export type ServiceName = keyof typeof factories;
export const serviceNames = Object.keys(factories) as ServiceName[];

export interface PlatformOptions extends Omit<ServiceOptions, "broker"> {
  /** All of them unless named. */
  readonly services?: readonly ServiceName[];
  /** "each": every service has a broker of its own, joined with serialisation; for tests. */
  readonly brokers?: "one" | "each";
  readonly nodeId?: string;
}

/** Services running in this process, and the broker from which to call them. */
export interface Platform {
  readonly broker: ServiceBroker;
  /** Whether every service's database answers. */
  isUp(): boolean;
  /** Resolves when everything committed so far has been told to whoever must know. */
  settle(): Promise<void>;
  /** Lets running calls end, then stops every service. */
  stop(): Promise<void>;
}

/** Starts services in this process; resolves when all of them can be called. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { services: names = serviceNames, brokers: layout = "one", nodeId = "slipway" } = options;
  const transporter = layout === "each" ? "Fake" : null;
  // Brokers on the Fake transporter find each other by namespace: one of its own keeps tests apart.
  const namespace = layout === "each" ? `${nodeId}-${options.databasePrefix}` : "slipway";
  const broker = createBroker({ nodeId, namespace, transporter, log: options.log });
  const brokers = [broker];
  const services = await Promise.all(
    names.map(async (name) => {
      const own =
        layout === "each"
          ? createBroker({ nodeId: name, namespace, transporter, log: options.log })
          : broker;
      if (own !== broker) brokers.push(own);
      return (await factories[name]())({ ...options, broker: own });
    }),
  );
  try {
    await Promise.all(brokers.map((each) => each.start()));
    await Promise.all(services.map((service) => service.start()));
    // A started broker registers what is put on it a moment later.
    await broker.waitForServices(names.map(busName), 10_000, 20);
  } catch (error) {
    await stopAll(brokers, services);
    throw error;
  }
  return {
    broker,
    isUp: () => services.every((service) => service.isUp()),
    // Telling one service may make it tell another: twice around reaches them all.
    async settle() {
      for (let round = 0; round < 2; round++)
        for (const service of services) await service.settle();
    },
    stop: () => stopAll(brokers, services),
  };
}

async function stopAll(
  brokers: readonly ServiceBroker[],
  services: readonly Service[],
): Promise<void> {
  // Relays first, while whoever they tell still answers; then the bus; then the databases.
  await Promise.allSettled(services.map((service) => service.stop()));
  await Promise.allSettled(brokers.map((broker) => broker.stop()));
}

/** Services are named in kebab-case; on the bus their contracts' prefix is camelCase. */
function busName(name: ServiceName): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
