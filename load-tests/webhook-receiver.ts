import { setTimeout as pause } from "node:timers/promises";
import type { Slipway } from "@slipway/client";
import { startReceiver } from "../examples/receiver/receiver.ts";

export interface WebhookReceiver {
  /** After how long each change was heard of, by genuine deliveries. */
  readonly tookMs: number[];
  /** The bookings of these changes. */
  readonly bookingIds: Set<string>;
  /** How many deliveries were not genuine. */
  forged(): number;
  /** Resolves when enough was heard, or after so long. */
  until(isEnough: () => boolean, msMax: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Subscribes a receiver that notes after how long it hears of each change.
 * @param publicUrl where a server elsewhere reaches this machine; its port is listened at, on every address
 */
export async function receiveWebhooks(api: Slipway, publicUrl?: string): Promise<WebhookReceiver> {
  const known: { secret?: string } = {};
  const tookMs: number[] = [];
  const bookingIds = new Set<string>();
  let forged = 0;
  const { port, protocol } = new URL(publicUrl ?? "http://127.0.0.1:0");
  const receiver = await startReceiver({
    port: Number(port || (protocol === "https:" ? 443 : 80)),
    ...(publicUrl === undefined ? {} : { host: "0.0.0.0" }),
    secret: () => known.secret,
    heard({ bookingId, updatedAt }, taken) {
      if (taken !== "repeat") tookMs.push(Date.now() - Date.parse(updatedAt));
      bookingIds.add(bookingId);
    },
    forged: () => void forged++,
  });
  const { id } = await api.webhooks.createSubscription({ url: publicUrl ?? receiver.url });
  known.secret = (await api.webhooks.getSecret(id)).secret;
  return {
    tookMs,
    bookingIds,
    forged: () => forged,
    async until(isEnough, msMax) {
      const until = performance.now() + msMax;
      while (!isEnough() && performance.now() < until) await pause(20);
    },
    async close() {
      await api.webhooks.deleteSubscription(id);
      await receiver.close();
    },
  };
}
