import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { RecordDeps } from "../record/deps.ts";
import type { DueStore, Due } from "../record/due-store.ts";
import type { DeliveryStore } from "../record/delivery-store.ts";
import type { Sender, TenantSlots } from "@slipway/delivery";

/** How many attempts this process makes at the same time, shared by tenant. */
interface DeliverySlots {
  readonly answering: TenantSlots;
  /** Apart, so that endpoints taken for dead take no slots from those that answer. */
  readonly failing: TenantSlots;
}

/** Dependencies of delivery/. */
export interface DeliveryDeps extends RecordDeps, Pick<ServiceDeps<Config>, "warn"> {
  readonly due: DueStore;
  readonly deliveries: DeliveryStore;
  readonly sender: Sender;
  readonly slots: DeliverySlots;
  /** Takes the database steps of deliveries in turns of tenants, a few at the same time. */
  readonly inTurn: <Result>(tenantId: string, step: () => Promise<Result>) => Promise<Result>;
  /** 0 to 1. */
  readonly random: () => number;
  /** Has what is due for these subscriptions delivered without waiting for the next look. */
  readonly wake: (due: readonly Due[]) => void;
}
