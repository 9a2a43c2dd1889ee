import type { Slipway } from "@slipway/client";
import { type Receiver, startReceiver } from "../examples/receiver/receiver.ts";

/** Subscribes a receiver that is told after how long it hears of each change. */
export async function receiveWebhooks(
  api: Slipway,
  heard: (tookMs: number) => void,
): Promise<Receiver> {
  const known: { secret?: string } = {};
  const receiver = await startReceiver({
    secret: () => known.secret,
    heard: ({ updatedAt }) => heard(Date.now() - Date.parse(updatedAt)),
  });
  const { id } = await api.webhooks.createSubscription({ url: receiver.url });
  known.secret = (await api.webhooks.getSecret(id)).secret;
  return receiver;
}
