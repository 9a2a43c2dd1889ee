import type { Sealer, Sender, TenantSlots } from "@slipway/delivery";
import type { ServiceDeps } from "@slipway/store";
import type { Config } from "./config.ts";
import type { DeliveryStore } from "./delivery/delivery-store.ts";
import type { Due, DueStore } from "./subscription/due-store.ts";
import type { SubscriptionStore } from "./subscription/subscription-store.ts";

/** How many attempts this process makes at the same time, shared by tenant. */
interface DeliverySlots {
  readonly answering: TenantSlots;
  /** Apart, so that endpoints taken for dead take no slots from those that answer. */
  readonly failing: TenantSlots;
}

/** What the use cases of this service work with. */
export interface Deps extends ServiceDeps<Config> {
  readonly subscriptions: SubscriptionStore;
  readonly due: DueStore;
  readonly deliveries: DeliveryStore;
  readonly sealer: Sealer;
  readonly sender: Sender;
  readonly slots: DeliverySlots;
  /** Takes the database steps of deliveries in turns of tenants, a few at the same time. */
  readonly inTurn: <Result>(tenantId: string, step: () => Promise<Result>) => Promise<Result>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  /** Has what is due for these subscriptions delivered without waiting for the next look. */
  readonly wake: (due: readonly Due[]) => void;
}
