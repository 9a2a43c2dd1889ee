import type { ServiceBroker } from "@slipway/broker";
import type { DeliveryConfig, Sealer, Sender } from "@slipway/delivery";
import type { DeliveryStore } from "./delivery/delivery-store.ts";
import type { DueStore } from "./subscription/due-store.ts";
import type { SubscriptionStore } from "./subscription/subscription-store.ts";

/** What the use cases of this service work with. */
export interface Deps {
  readonly broker: ServiceBroker;
  readonly subscriptions: SubscriptionStore;
  readonly due: DueStore;
  readonly deliveries: DeliveryStore;
  readonly sealer: Sealer;
  readonly sender: Sender;
  readonly config: DeliveryConfig;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** 0 to 1. */
  readonly chance: () => number;
  readonly warn: (line: string) => void;
  /** Has what is due for these subscriptions delivered without waiting for the next look. */
  readonly wake: (subscriptionIds: readonly string[]) => void;
}
