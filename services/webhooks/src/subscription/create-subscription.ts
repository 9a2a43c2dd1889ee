import { type Request, call, pointAtField } from "@slipway/broker";
import { type InputOf, type OutputOf, catalog, type webhooks } from "@slipway/contracts";
import { type ConnectError, newSecret, refuseHttp } from "@slipway/delivery";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { SubscriptionDeps } from "./deps.ts";
import { shown } from "../record/get-subscription.ts";
import {
  type Subscription,
  answeredRecord,
  listeningFrom,
  sealedFor,
  subscriptionRecord,
} from "../record/subscription.ts";

/** Subscribes a receiver; says whether it can be reached. Every call makes one. Refuses NOT_FOUND, QUOTA_EXCEEDED. */
export async function createSubscription(
  deps: SubscriptionDeps,
  request: Request,
  { url, notificationTypes, supplierId, headers = {} }: InputOf<typeof webhooks.createSubscription>,
): Promise<OutputOf<typeof webhooks.createSubscription>> {
  const { caller } = request;
  const { tenantId } = caller;
  refuseHttp("url", url, deps.config);
  if (supplierId !== undefined)
    await pointAtField("supplierId", call(request, catalog.getSupplierFacts, { supplierId }));
  const createdAt = new Date(deps.clock());
  const subscription = newSubscription(deps, tenantId, {
    url,
    notificationTypes,
    supplierId: supplierId ?? null,
    headers,
    createdAt,
  });
  const stored = { ...subscription, tenantId, updatedAt: createdAt };
  const event = createdEvent(caller, "webhookSubscription.created", subscriptionRecord(stored));
  await deps.config.subscriptionQuota.within(
    tenantId,
    (limit) => deps.subscriptions.count(tenantId, {}, limit),
    () => deps.subscriptions.insert(tenantId, subscription, event),
  );
  const error = await deps.outbound.probe(url);
  const made = await shown(deps, answeredRecord(stored));
  return error === null ? made : { ...made, warning: { code: error, detail: details[error] } };
}

interface Wanted extends Pick<Required<Subscription>, "notificationTypes"> {
  readonly url: string;
  readonly supplierId: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly createdAt: Date;
}

/** Active, with a new id and a new secret. */
function newSubscription(
  { sealer }: SubscriptionDeps,
  tenantId: string,
  { headers, createdAt, ...wanted }: Wanted,
) {
  const _id = newId("whs", createdAt.getTime());
  const sealed = sealedFor({ tenantId, _id });
  return {
    _id,
    ...wanted,
    headers: sealer.seal(JSON.stringify(headers), sealed),
    secret: sealer.seal(newSecret(), sealed),
    previousSecret: null,
    status: "ACTIVE",
    disabledReason: null,
    consecutiveFailures: 0,
    failuresInRow: 0,
    lastSuccessAt: null,
    windows: listeningFrom([], createdAt),
    createdAt,
  } as const;
}

const details: Readonly<Record<ConnectError, string>> = {
  DNS_ERROR: "The name of the host has no address.",
  CONNECT_TIMEOUT: "The address has not taken a connection in time.",
  CONNECT_REFUSED: "The address refuses connections.",
  CONNECTION_LOST: "The connection was closed.",
  TLS_ERROR: "The certificate of the address is not trusted.",
  TIMEOUT: "The address has not answered in time.",
  BLOCKED_ADDRESS: "The address is not public, and this installation does not send to it.",
  HTTPS_REQUIRED: "The address is not https.",
};
