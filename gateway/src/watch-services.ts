import { type ServiceBroker, isConnected } from "@slipway/broker";
import { watchService } from "@slipway/metrics";
import type { Logger } from "pino";
import { calledActions, identifying } from "./called-actions.ts";
import { hearMsMax, settleMs } from "./constants.ts";
import { serviceOf } from "./route/service-of.ts";

interface Registry {
  actions: { isAvailable(name: string): boolean | undefined };
}

const actionsOf = Map.groupBy(calledActions, serviceOf);

/** Watches which services are served: a log line when that changes, and a metric. Stop it before the broker stops. */
export function watchServices(broker: ServiceBroker, log: Logger) {
  const { actions } = broker.registry as unknown as Registry;
  const isServed = (name: string): boolean => actions.isAvailable(name) === true;
  const isWhole = (names: readonly string[]): boolean => names.every(isServed);
  const isOlder = (names: readonly string[]): boolean => !isWhole(names) && names.some(isServed);
  const missing = (): string[] => {
    if (!isConnected(broker)) return [];
    return [...actionsOf].flatMap(([service, names]) => (isWhole(names) ? [] : [service]));
  };
  // Without a transporter every process that will ever be heard of is this one.
  const hearUntil = performance.now() + (broker.transit ? hearMsMax : 0);
  let hasHeard = false;
  const stopLog = logChanges(broker, log, missing);
  const unwatch = [...actionsOf].map(([service, names]) =>
    watchService(service, () => isWhole(names)),
  );
  return {
    /** Services of which no process serves every action that the routes call. Empty while the bus is away: then nothing is known. */
    missing,
    /** Whether a process serves the action that checks a credential. */
    canIdentify: () => isServed(identifying),
    /**
     * Whether the gateway may take its first request: every service is there, or those that are missing
     * have had the time to be heard of. A service that is there without an action that the routes call
     * is of an older release: the gateway waits for its upgrade. Once true, it stays true.
     */
    hasHeard() {
      const services = [...actionsOf.values()];
      const isPatient = performance.now() < hearUntil || services.some(isOlder);
      hasHeard ||= services.every(isWhole) || !isPatient;
      return hasHeard;
    },
    /** Ends the log lines and the metric; a second call does nothing. */
    stop() {
      stopLog();
      for (const end of unwatch) end();
    },
  };
}

/** The services behind the routes, as this gateway hears of them over the bus. */
export type ServiceWatch = ReturnType<typeof watchServices>;

/** Answers what ends it. */
function logChanges(broker: ServiceBroker, log: Logger, missing: () => string[]): () => void {
  let logged = "";
  let timer: NodeJS.Timeout | undefined;
  const logChange = (): void => {
    timer = undefined;
    const now = isConnected(broker) ? missing().join(", ") : "bus";
    if (now === logged) return;
    logged = now;
    if (now === "") log.info({ part: "services" }, "every service is served again");
    else if (now === "bus") log.warn({ part: "services", missing: ["bus"] }, "the bus is away");
    else log.warn({ part: "services", missing: now.split(", ") }, `no process serves ${now}`);
  };
  const logIn = (ms: number): void => {
    timer ??= setTimeout(logChange, ms).unref();
  };
  const changed = (): void => logIn(settleMs);
  const events = ["$services.changed", "$bus.changed"];
  for (const event of events) broker.localBus.on(event, changed);
  logIn(broker.transit ? hearMsMax : 0);
  return () => {
    for (const event of events) broker.localBus.off(event, changed);
    clearTimeout(timer);
  };
}
