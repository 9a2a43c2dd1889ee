import type { Log, Opened, ServiceBroker } from "@slipway/broker";
import type { Tables } from "./records/collections.ts";
import type { Relay } from "./outbox/relay.ts";
import type { Store } from "./service-store.ts";
import type { TenantRecords } from "./tenant-data/tenant-records.ts";

/** Dependencies of the use cases of every service; each service adds its own. */
export interface ServiceDeps<Config> {
  readonly broker: ServiceBroker;
  readonly config: Config;
  readonly log: Log;
  readonly warn: (line: string) => void;
  readonly relay: Relay;
  readonly tenantRecords: TenantRecords;
}

export function serviceDeps<Config>({
  broker,
  config,
  log,
  warn,
  store: { relay, tenantRecords },
}: Opened<Config, Pick<Store<Tables>, "relay" | "tenantRecords">>): ServiceDeps<Config> {
  return { broker, config, log, warn, relay, tenantRecords };
}
