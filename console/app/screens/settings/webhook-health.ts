/** How a webhook fares, and why. */
import type { WebhookSubscription } from "@slipway/client";
import { counted, texts } from "../../../page/texts/texts.ts";
import type { Health } from "./endpoint.tsx";
import { settingsTexts } from "./texts.ts";

export function healthOf({
  status,
  disabledReason,
  consecutiveFailures,
  lastSucceededAt,
}: WebhookSubscription): Health {
  if (disabledReason !== null) return "stopped";
  if (status === "DISABLED") return "off";
  if (consecutiveFailures > 0) return "failing";
  return lastSucceededAt === null ? "unused" : "good";
}

export function hintOf({ disabledReason, consecutiveFailures }: WebhookSubscription): string {
  const known: Readonly<Record<string, string>> = texts.access.endpoint.reasons;
  if (disabledReason !== null) return known[disabledReason] ?? disabledReason;
  return consecutiveFailures > 0 ? counted(consecutiveFailures, settingsTexts().failures) : "";
}
