/** Has a running server tell a receiver of bookings. */
import { type Api, ensure } from "../venice/api.ts";

export interface Subscription {
  readonly id: string;
  readonly secret: string;
  /** Why the server cannot reach the receiver; null where it can. */
  readonly trouble: string | null;
  end(): Promise<void>;
}

interface Subscribed {
  id: string;
  url: string;
}

interface Delivery {
  attempts: { error: string | null }[];
}

/** Subscribes, or finds its subscription of an earlier run. `ready` is told the secret before the test. */
export async function subscribe(
  api: Api,
  url: string,
  ready: (secret: string) => void,
): Promise<Subscription> {
  const { id } = await ensure<Subscribed>(
    async () =>
      (await api.get<Subscribed[]>("/webhooks/subscriptions")).find((each) => each.url === url),
    () => api.send("POST", "/webhooks/subscriptions", { url }),
  );
  const { secret } = await api.get<{ secret: string }>(`/webhooks/subscriptions/${id}/secret`);
  ready(secret);
  const test = await api.send<Delivery>("POST", `/webhooks/subscriptions/${id}/test`);
  return {
    id,
    secret,
    trouble: test.attempts.at(-1)?.error ?? null,
    end: async () => void (await api.send("DELETE", `/webhooks/subscriptions/${id}`)),
  };
}

/** What to do about it. */
export function adviceFor(trouble: string): string {
  return trouble === "BLOCKED_ADDRESS"
    ? "The server tells nobody on this machine unless it is started with WEBHOOK_ALLOW_CIDRS=127.0.0.0/8"
    : `The server does not reach the receiver: ${trouble}`;
}
