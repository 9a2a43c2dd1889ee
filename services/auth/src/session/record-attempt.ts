import type { Caller } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { OutboxEvent } from "@slipway/store";
import type { SessionDeps } from "./deps.ts";
import type { User } from "../record/user.ts";
import { counterOf } from "./failure-store.ts";
import { type Failures, countAfter, mustWait, waitMs } from "./throttle.ts";

export interface Attempt {
  readonly account: string;
  readonly user: User | null;
  /** The id of a known device, or of the session that asks; null: of neither. */
  readonly device: string | null;
  readonly address: string;
}

/**
 * Whether an attempt counts, once its password has been tested; false while the account waits. A known
 * device, a session and all others together wait each for their own failures. Of attempts made at once, here or
 * on other replicas, each is judged after the one before was counted, so that guessing in parallel
 * gains nothing.
 */
export async function recordAttempt(
  { failures, clock }: SessionDeps,
  caller: Caller,
  attempt: Attempt,
  isRight: boolean,
): Promise<boolean> {
  const counter = counterOf(attempt.account, attempt.device);
  for (;;) {
    const known = await failures.get(counter);
    const now = clock();
    if (mustWait(known, now)) return false;
    const isCounted = isRight
      ? await failures.forgive(counter, known)
      : await failures.add(counter, known, now, refusalEvent(caller, attempt, known, now));
    // Lost against another attempt: that one has been counted, so this ends.
    if (isCounted) return true;
  }
}

/** The event of a failure after which the tenant's user must wait; undefined of any other. */
function refusalEvent(
  caller: Caller,
  { user, device, address }: Attempt,
  known: Failures | null,
  now: number,
): OutboxEvent | undefined {
  const failures = countAfter(known, now);
  if (user === null || waitMs(failures) === 0) return undefined;
  const { id: userId, tenantId } = user;
  const waitsUntil = new Date(now + waitMs(failures)).toISOString();
  return eventOf({ ...caller, tenantId }, now, {
    type: "session.refused",
    entityId: userId,
    before: null,
    after: { userId, failures, address, isKnownDevice: device !== null, waitsUntil },
  });
}
