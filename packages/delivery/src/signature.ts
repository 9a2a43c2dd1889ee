/** Standard Webhooks 1.0: what a delivery is signed with, so that its receiver knows who sent it. */
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A new secret: 32 random bytes. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

export interface Signed {
  /** The same for every attempt: receivers drop what they have. */
  readonly webhookId: string;
  readonly body: string;
  /** The current one and, after a rotation, the one before. */
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

/** The secret before a rotation signs beside the new one until it ends. */
interface PreviousSecret {
  readonly secret: string;
  readonly endsAt: Date;
}

const overlapMs = 24 * 60 * 60 * 1_000;

/** The replaced secret, which signs beside the new one until the overlap ends. */
export function replaced(secret: string, at: Date): PreviousSecret {
  return { secret, endsAt: new Date(at.getTime() + overlapMs) };
}

/** The secrets that sign now, the newest first. */
export function signing(
  { current, previous }: { readonly current: string; readonly previous: PreviousSecret | null },
  now: number,
): string[] {
  return previous && previous.endsAt.getTime() > now ? [current, previous.secret] : [current];
}
