/** When an answer was made, by the server's clock: this one may be wrong. */

/** Longer than an answer takes, and more than the second to which the server names the time. */
const marginMs = 15_000;

/** A page looks so often for what others have changed since. */
export const looksEveryMs = 5_000;

interface AnswerTime {
  /** How far the server's clock is ahead of this one, in milliseconds. */
  readonly aheadMs: number;
  /** Changes since then may not be in the answer. */
  readonly since: string;
}

export function answerTime({ headers }: Pick<Response, "headers">): AnswerTime {
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return { aheadMs: now - Date.now(), since: new Date(now - marginMs).toISOString() };
}
