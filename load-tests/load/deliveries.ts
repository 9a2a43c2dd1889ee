/** Whether a receiver has heard of every booking that clients were answered, in time. */
import { readFileSync } from "node:fs";
import { percentile } from "../virtual-users.ts";
import type { WebhookReceiver } from "../webhook-receiver.ts";
import { p95TimesOf, plansOf } from "./asked.ts";

interface Delivered {
  readonly profile: string;
  readonly environment: string;
  /** The file of what clients were answered. */
  readonly answered: string;
  readonly receiver: WebhookReceiver;
}

const waitMsMax = 60_000;

/** Prints the thresholds; whether one is crossed. Each booking at least once: a repeat is no fault. */
export async function areMissing(run: Delivered): Promise<boolean> {
  const { profile, environment, answered, receiver } = run;
  const booked = readFileSync(answered, "utf8").matchAll(/booked (bkg_\w+)/g);
  const ids = [...booked].map(([, id = ""]) => id);
  const missed = (): number => ids.filter((id) => !receiver.bookingIds.has(id)).length;
  await receiver.until(() => missed() === 0, waitMsMax);
  const missing = missed();
  const p95 = percentile(receiver.tookMs, 0.95);
  const p95Max = (plansOf(profile)["webhooks"]?.deliveredP95Ms ?? 0) * p95TimesOf(environment);
  const thresholds = [
    { name: "bookings_not_delivered", is: missing, holds: missing === 0 && ids.length > 0 },
    { name: "deliveries_not_genuine", is: receiver.forged(), holds: receiver.forged() === 0 },
    { name: "delivered_after", is: p95, holds: p95 < p95Max },
  ];
  for (const { name, is, holds } of thresholds)
    process.stdout.write(`  ${holds ? "holds  " : "CROSSED"} ${name.padEnd(44)} ${is}\n`);
  return thresholds.some(({ holds }) => !holds);
}
