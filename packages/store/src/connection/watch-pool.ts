import { watchPoolUse } from "@slipway/metrics";
import type { mongo } from "mongoose";

/** Counts what the driver reports of its pools: one for each server. Follows a client that has just connected. */
export function watchPool(client: Pick<mongo.MongoClient, "on">, database: string) {
  const use = { used: 0, waiting: 0 };
  const metrics = watchPoolUse(database, use);
  client.on("connectionCheckOutStarted", () => use.waiting++);
  client.on("connectionCheckedOut", ({ durationMS }) => {
    use.waiting--;
    use.used++;
    metrics.checkedOut(durationMS / 1_000);
  });
  client.on("connectionCheckOutFailed", ({ durationMS }) => {
    use.waiting--;
    metrics.checkoutFailed(durationMS / 1_000);
  });
  client.on("connectionCheckedIn", () => use.used--);
  return metrics;
}
