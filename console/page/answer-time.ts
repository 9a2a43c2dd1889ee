/** When an answer was made, by the server's clock: this one may be wrong. Pure. */

/** Longer than an answer takes, and more than the second to which the server names the time. */
const marginMs = 15_000;

export interface AnswerTime {
  readonly now: number;
  /** Changes since then may not be in the answer. */
  readonly since: string;
}

export function answerTime({ headers }: Pick<Response, "headers">): AnswerTime {
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return { now, since: new Date(now - marginMs).toISOString() };
}
