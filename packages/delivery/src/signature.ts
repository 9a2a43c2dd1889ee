/** Standard Webhooks 1.0: what a delivery is signed with, so that its receiver knows who sent it. */
import { createHmac, randomBytes } from "node:crypto";
import { refuse } from "@slipway/broker";
import { replacedMax } from "./constants.ts";

const prefix = "whsec_";

/** A new secret: 32 random bytes. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

export interface Signed {
  /** The same for every attempt: receivers drop what they have. */
  readonly webhookId: string;
  readonly body: string;
  /** The current one and, after rotations, those before. */
  readonly secrets: readonly string[];
}

export function signatureHeaders(
  { webhookId, body, secrets }: Signed,
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    const text = `${webhookId}.${timestamp}.${body}`;
    return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  });
  return {
    "webhook-id": webhookId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** A secret before a rotation signs beside the new one until it ends. */
interface ReplacedSecret {
  readonly secret: string;
  readonly endsAt: Date;
}

/** The secret before the last rotation. */
export interface EarlierSecret extends ReplacedSecret {
  /** Those of earlier rotations that had not ended then, the newest first; absent: none. */
  readonly older?: readonly ReplacedSecret[];
}

interface Secrets {
  readonly current: string;
  readonly previous: EarlierSecret | null;
}

const overlapMs = 24 * 60 * 60 * 1_000;

/** The secrets that sign beside a new one until each ends. Refuses INVALID_STATE where too many do already. */
export function replaced({ current, previous }: Secrets, at: Date): EarlierSecret {
  const older = runningOf(previous, at.getTime());
  if (older.length >= replacedMax)
    throw refuse("INVALID_STATE", {
      detail: `${replacedMax} secrets before this one still sign. Rotate again once the oldest has ended.`,
    });
  const endsAt = new Date(at.getTime() + overlapMs);
  return { secret: current, endsAt, ...(older.length > 0 && { older }) };
}

/** The secrets that sign now, the newest first. */
export function signing({ current, previous }: Secrets, now: number): string[] {
  return [current, ...runningOf(previous, now).map(({ secret }) => secret)];
}

function runningOf(previous: EarlierSecret | null, now: number): ReplacedSecret[] {
  if (!previous) return [];
  const { older = [], ...last } = previous;
  return [last, ...older].filter(({ endsAt }) => endsAt.getTime() > now);
}
