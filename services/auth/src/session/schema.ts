import { type OutboxEvent, collection, outboxIndex } from "@slipway/store";

export interface FailureDocument {
  _id: string;
  /** 0: forgotten. */
  count: number;
  lastAt: Date;
  outbox: OutboxEvent[];
}

export const collections = {
  failures: collection<FailureDocument>("login_failures", [[{ lastAt: 1 }], outboxIndex]),
};
