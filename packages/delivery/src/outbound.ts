/** The way to receivers: opens an endpoint's sealed texts, makes one signed attempt, and says when the next follows. */
import type { DeliveryConfig } from "./delivery-config.ts";
import { type Endpoint, openEndpoint } from "./endpoint.ts";
import type { OriginStore } from "./origin-store.ts";
import { retryDelayMs } from "./schedule.ts";
import { createSealer } from "./seal.ts";
import { type Sent, createSender } from "./send.ts";

export interface Message {
  /** The tenant that has named the address. */
  readonly tenantId: string;
  readonly endpoint: Endpoint;
  /** The name that the endpoint's sealed texts are bound to. */
  readonly boundTo: string;
  /** The same on every attempt: receivers drop what they have. */
  readonly webhookId: string;
  readonly body: string;
  readonly traceparent?: string | undefined;
  /** The number of this attempt in the schedule, from 1. */
  readonly attempt: number;
}

interface Attempted extends Omit<Sent, "retryAfterSeconds"> {
  /** Until the next attempt by the schedule; null when it is over. */
  readonly retryInMs: number | null;
}

/** @param origins the proven ones; undefined: none is asked for. */
export function openOutbound(
  { keys, allowed, denied, requireHttps, scheduleSeconds }: DeliveryConfig,
  { origins, clock }: { readonly origins: OriginStore | undefined; readonly clock: () => number },
) {
  const sender = createSender({ allowed, denied, requireHttps, origins, clock });
  const sealer = createSealer(keys);
  return {
    sealer,
    probe: (url: string) => sender.probe(url),
    close: () => sender.close(),
    /** Rejects only as the sender does. */
    async deliver({ endpoint, boundTo, attempt, ...message }: Message): Promise<Attempted> {
      const opened = openEndpoint(sealer, endpoint, { boundTo, now: clock() });
      const { retryAfterSeconds, ...sent } = await sender.send({ ...message, ...opened });
      const random = Math.random();
      const retry = { scheduleSeconds, attempts: attempt, retryAfterSeconds, random };
      return { ...sent, retryInMs: retryDelayMs(retry) };
    },
  };
}

export type Outbound = ReturnType<typeof openOutbound>;
