/** Webhook subscriptions to vacancies and to products hear of the changes that channels hear of. */
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

/** Hands a message of a plan to webhooks. */
export type SendUpdate = (message: Message) => Promise<void>;

/** @param planId names the plan: a message that is handed over twice is delivered once, and a plan that a crash repeats tells again. */
export function tellWebhooks(
  { broker, clock }: Pick<ChangeDeps, "broker" | "clock">,
  tenantId: string,
  planId: string,
): SendUpdate {
  const timestamp = new Date(clock()).toISOString();
  const told = new Map<string, number>();
  return async ({ data, ...message }) => {
    const part = told.get(message.entityId) ?? 0;
    told.set(message.entityId, part + 1);
    const body = JSON.stringify({ type: message.type, timestamp, data });
    const id = `${planId}|${message.entityId}|${part}`;
    const request = ownRequest(broker, tenantId);
    await call(request, webhooks.acceptUpdate, { ...message, id, timestamp, body });
  };
}
