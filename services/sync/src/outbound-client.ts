/** The way out of the house: signed, guarded, on the schedule of webhooks. */
import {
  type DeliveryConfig,
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

export function openOutbound(config: DeliveryConfig, clock: () => number): Outbound {
  const { keys, allowed, denied, requireHttps, scheduleSeconds } = config;
  const sender = createSender({ allowed, denied, requireHttps, clock });
  return {
    sealer: createSealer(keys),
    async send({ url, headers, id, body, secrets, attempt }: OutboundMessage) {
      const sent = await sender.send({ url, headers, webhookId: id, body, secrets });
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
