import { availabilityService } from "@slipway/availability";
import type { Service, ServiceBroker } from "@slipway/broker";
import { bookingsService } from "@slipway/bookings";
import { resourcesCapacityService } from "@slipway/resources-capacity";
import type { Bus } from "./bus.ts";
import type { Plan } from "./plan.ts";
import type { Process, Scheduler } from "./scheduler.ts";

const services = {
  availability: availabilityService,
  bookings: bookingsService,
  "resources-capacity": resourcesCapacityService,
};

export type ServiceName = keyof typeof services;

/** A place for a replica; after a crash a new process takes it. */
export interface Slot {
  readonly name: string;
  readonly services: readonly ServiceName[];
  skewMs: number;
  process: Process | undefined;
  /** Number of processes so far. */
  lives: number;
}

/** The places of all replicas of a world. */
export function slotsOf({ replicas, isShared, hasDepartures, skewsMs }: Plan): Slot[] {
  const ofBookings: ServiceName[] = hasDepartures ? ["bookings", "availability"] : ["bookings"];
  const kinds: readonly (readonly ServiceName[])[] = isShared
    ? [[...ofBookings, "resources-capacity"]]
    : [ofBookings, ["resources-capacity"]];
  return Array.from({ length: replicas }, (_, replica) =>
    kinds.map((own, kind) => ({
      name: `${isShared ? "node" : own[0]}-${replica}`,
      services: own,
      skewMs: skewsMs[replica * kinds.length + kind] ?? 0,
      process: undefined,
      lives: 0,
    })),
  ).flat();
}

interface Cluster {
  readonly scheduler: Scheduler;
  readonly bus: Bus;
  /** Settings of the services, as in the environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** Receives the services' log lines. */
  readonly log: (line: string) => void;
}

/** Starts the real services of a slot in a process of their own. */
export function startReplica(
  { scheduler, bus, settings, log }: Cluster,
  slot: Slot,
  failed: (process: Process, error: unknown) => void,
): void {
  const life = ++slot.lives;
  const process: Process = {
    name: life === 1 ? slot.name : `${slot.name}.${life}`,
    isAlive: true,
    skewMs: slot.skewMs,
    frozenUntil: 0,
  };
  slot.process = process;
  scheduler.post(process, "start", () => {
    const broker: ServiceBroker = bus.join(process);
    for (const name of slot.services) {
      const options = {
        broker,
        mongodbUri: "simulated",
        databasePrefix: "simulation",
        log: (_level: string, line: string) => log(`${process.name}: ${line}`),
        settings,
      };
      const service: Service = services[name](options);
      service.start().catch((error: unknown) => failed(process, error));
    }
  });
}

/** Ends a replica as a power cut does: its work stops and its memory is lost. */
export function killReplica(bus: Bus, slot: Slot): void {
  const { process } = slot;
  if (!process) return;
  process.isAlive = false;
  slot.process = undefined;
  bus.leave(process);
}
