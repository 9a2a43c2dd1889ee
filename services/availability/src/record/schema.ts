import { type Aggregate, type OutboxEvent, collection, outboxIndex } from "@slipway/store";
import type { Block } from "./block.ts";
import type { Period } from "./period.ts";

export interface BlockDocument extends Aggregate, Omit<Block, "id" | "note" | keyof Aggregate> {
  /** Absent in what earlier releases have made. */
  note?: string | null;
}

/** Documents that earlier releases have made have neither a window nor excepted days. */
export interface PeriodDocument extends Aggregate, Omit<Period, "id" | keyof Aggregate> {
  /** When it was begun, till the option's resources are looked at again. Only the deletion of a requirement sees it. */
  unsettledSince?: Date;
}

export type NewPeriod = Omit<Period, "tenantId" | "active" | "updatedAt">;

/** A period that another one's event carries until it is inserted, and its own event. */
export interface AddedPeriod {
  readonly period: NewPeriod;
  readonly event: OutboxEvent;
}

export interface PeriodEvent extends OutboxEvent {
  /** Effect: the further periods of an import are inserted. */
  readonly adds?: readonly AddedPeriod[];
}

/** A departure that no period gives: a booking with customStart made it. Never changed. */
export interface ManualDepartureDocument {
  _id: string;
  tenantId: string;
  optionId: string;
  productId: string;
  startAt: Date;
}

/** Active periods of an option are counted by this index alone. */
export const activePeriods = { tenantId: 1, optionId: 1, active: 1 } as const;

export const collections = {
  periods: collection<PeriodDocument>("availability_periods", [
    [{ tenantId: 1, optionId: 1, _id: 1 }],
    [activePeriods],
    outboxIndex,
  ]),
  blocks: collection<BlockDocument>("availability_blocks", [
    [{ tenantId: 1, startAt: 1, _id: 1 }],
    [{ tenantId: 1, productId: 1, endAt: 1 }],
    outboxIndex,
  ]),
  manualDepartures: collection<ManualDepartureDocument>("manual_departures", [
    [{ tenantId: 1, optionId: 1, startAt: 1 }, { unique: true }],
  ]),
};
