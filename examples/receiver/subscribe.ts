/** Subscribes a receiver at a running server to changes of bookings. */
import type { Slipway, WebhookSubscription } from "@slipway/client";
import { ensure } from "../connect.ts";

export interface Subscription {
  readonly id: string;
  readonly secret: string;
  /** Why the server cannot reach the receiver; null where it can. */
  readonly trouble: string | null;
  end(): Promise<void>;
}

/** Subscribes, or finds its subscription of an earlier run. `ready` gets the secret before the test. */
export async function subscribe(
  { webhooks }: Slipway,
  url: string,
  ready: (secret: string) => void,
): Promise<Subscription> {
  const { id } = await ensure<WebhookSubscription>(
    async () => (await webhooks.listSubscriptions()).find((each) => each.url === url),
    () => webhooks.createSubscription({ url }),
  );
  const { secret } = await webhooks.getSecret(id);
  ready(secret);
  const test = await webhooks.testSubscription(id);
  return {
    id,
    secret,
    trouble: test.attempts.at(-1)?.error ?? null,
    end: async () => void (await webhooks.deleteSubscription(id)),
  };
}

/** Advice for a subscriber whose receiver has this trouble. */
export function adviceFor(trouble: string): string {
  return trouble === "BLOCKED_ADDRESS"
    ? "The server delivers to no receiver on this machine unless it is started with WEBHOOK_ALLOW_CIDRS=127.0.0.0/8"
    : `The server does not reach the receiver: ${trouble}`;
}
