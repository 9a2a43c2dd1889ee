import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { RecordDeps } from "../record/deps.ts";
import type { DeliveryStore } from "../record/delivery-store.ts";
import type { Outbound } from "@slipway/delivery";
import type { TenantSlots } from "@slipway/jobs";

/** How many attempts this process makes at the same time, shared by tenant. */
interface DeliverySlots {
  readonly answering: TenantSlots;
  /** Apart, so that endpoints taken for dead take no slots from those that answer. */
  readonly failing: TenantSlots;
}

export interface DeliveryDeps extends RecordDeps, Pick<ServiceDeps<Config>, "warn"> {
  readonly deliveries: DeliveryStore;
  readonly outbound: Outbound;
  readonly slots: DeliverySlots;
  /** Takes the database steps of deliveries in turns of tenants, a few at the same time. */
  readonly inTurn: <Result>(tenantId: string, step: () => Promise<Result>) => Promise<Result>;
  /** Has due deliveries attempted without waiting for the next look. */
  readonly wake: () => void;
}
