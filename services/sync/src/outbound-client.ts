/** The way out of the house: signed, guarded, on the schedule of webhooks. */
import {
  type DeliveryConfig,
  type OriginStore,
  type Sent,
  createSealer,
  createSender,
  retryDelayMs,
} from "@slipway/delivery";
import type { JobDeps, OutboundMessage } from "./job/deps.ts";
import type { Attempt } from "./job/job.ts";

interface Outbound extends Pick<JobDeps, "sealer" | "send"> {
  close(): Promise<void>;
}

/** @param origins the proven ones; undefined: none is asked for. */
export function openOutbound(
  config: DeliveryConfig,
  origins: OriginStore | undefined,
  clock: () => number,
): Outbound {
  const { keys, allowed, denied, requireHttps, scheduleSeconds } = config;
  const sender = createSender({ allowed, denied, requireHttps, origins, clock });
  return {
    sealer: createSealer(keys),
    async send({ id, attempt, ...message }: OutboundMessage) {
      const sent = await sender.send({ ...message, webhookId: id });
      return attemptOf(sent, (retryAfterSeconds) =>
        retryDelayMs({
          scheduleSeconds,
          attempts: attempt,
          retryAfterSeconds,
          random: Math.random(),
        }),
      );
    },
    close: () => sender.close(),
  };
}

const gone = 410;

function attemptOf(
  { error, statusCode, retryAfterSeconds }: Sent,
  delayAfter: (retryAfterSeconds: number | null) => number | null,
): Attempt {
  if (error === null) return { isSuccess: true, error: null, retryInMs: null };
  const retryInMs = statusCode === gone ? null : delayAfter(retryAfterSeconds);
  return { isSuccess: false, error: statusCode ? `${error} ${statusCode}` : error, retryInMs };
}
