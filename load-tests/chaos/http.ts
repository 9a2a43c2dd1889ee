/** Requests as a client of the API makes them: every answer counts, none is repeated here. */
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, askerOf } from "@slipway/dev/shop";

/** The status is 0 where the connection broke, or no answer came in time. */
export type Reply = Omit<Answer, "body"> & { readonly body: Readonly<Record<string, unknown>> };
export type Ask = (method: string, path: string, body?: object) => Promise<Reply>;

const patienceMs = 30_000;
/** Longer than a database is stopped for, and what it takes to be found again. */
const untilAnsweredMsMax = 180_000;
const none: Reply = { status: 0, body: {}, replayed: false, hasRetryAfter: false };

export function askAt(
  urls: readonly string[],
  key: string,
  options: Parameters<typeof askerOf>[1] = {},
): Ask {
  const ask = askerOf({ urls, key }, { patience: () => patienceMs, ...options });
  return (...request) => ask(...request).catch(() => none);
}

/** Nothing is known of what it has done, nor of when it will. */
export function isBroken({ status }: Reply): boolean {
  return status === 0;
}

export function isFailure({ status }: Reply): boolean {
  return status === 0 || status >= 500;
}

/** Asks again until it is answered; for reads, and for what may be repeated. */
export async function untilAnswered(attempt: () => Promise<Reply>): Promise<Reply> {
  const until = performance.now() + untilAnsweredMsMax;
  for (;;) {
    const reply = await attempt();
    if (!isFailure(reply)) return reply;
    if (performance.now() > until)
      throw new Error(`no answer within 3 minutes: ${reply.status} ${JSON.stringify(reply.body)}`);
    await pause(100);
  }
}

/** The first answer, and whether an attempt before it may have been carried out. */
export async function untilClear(
  attempt: () => Promise<Reply>,
): Promise<{ reply: Reply; isUnclear: boolean }> {
  let isUnclear = false;
  const reply = await untilAnswered(async () => {
    const each = await attempt();
    isUnclear ||= isFailure(each);
    return each;
  });
  return { reply, isUnclear };
}
