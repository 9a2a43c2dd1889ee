/** Webhook subscriptions to vacancies and to products hear of the changes that channels hear of. */
import { randomUUID } from "node:crypto";
import { call, ownRequest } from "@slipway/broker";
import { type InputOf, webhooks } from "@slipway/contracts";
import type { ChangeDeps } from "./deps.ts";

const types = ["AVAILABILITY_UPDATE" as const, "PRODUCT_UPDATE" as const];

/** Those of these tenants that have such a subscription. */
export async function listHearers(
  { broker }: Pick<ChangeDeps, "broker">,
  tenantIds: readonly string[],
): Promise<string[]> {
  const asked = { tenantIds: [...new Set(tenantIds)], types };
  return (await call(ownRequest(broker, "-"), webhooks.listListeners, asked)).tenantIds;
}

type Message = Omit<InputOf<typeof webhooks.acceptUpdate>, "id" | "timestamp" | "body"> & {
  readonly data: object;
};

export type SendUpdate = (message: Message) => Promise<void>;

/** A call that is repeated has its id again, and is delivered once. A plan that a crash repeats tells again. */
export function tellWebhooks(
  { broker, clock }: Pick<ChangeDeps, "broker" | "clock">,
  tenantId: string,
): SendUpdate {
  return async ({ data, ...message }) => {
    const timestamp = new Date(clock()).toISOString();
    const body = JSON.stringify({ type: message.type, timestamp, data });
    const update = { ...message, id: randomUUID(), timestamp, body };
    await call(ownRequest(broker, tenantId), webhooks.acceptUpdate, update);
  };
}
