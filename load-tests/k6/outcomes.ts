/** The counts that the clients of a run make themselves. The second pass counts again, from the server's records. */
import { Counter, Rate } from "k6/metrics";
import { type Answer, type Request, ask } from "./api.ts";
import { environment } from "./run-settings.ts";

const placesSold = new Counter("places_sold");
export const soldOut = new Counter("refused_sold_out");
export const unexpected = new Rate("unexpected_answers");

const answeredAtOnce = { turned_away: ["count==0"], outcomes_unknown: ["count==0"] };

/** The thresholds of every test: nothing unexpected, and no arrival left out because the machine was too slow. */
export const always = {
  unexpected_answers: ["rate==0"],
  dropped_iterations: ["count==0"],
  ...(environment.mayBeRepeated ? {} : answeredAtOnce),
};

/** Where a client that is turned away is a failed request, wherever the server runs. */
export const unfailing = { ...always, ...answeredAtOnce, http_req_failed: ["rate==0"] };

export interface BookingAnswer {
  readonly id: string;
}

/**
 * A booking that was answered 201 is kept for the second pass, which looks for each of them. A 409
 * CAPACITY_EXHAUSTED is the only refusal that is expected, and only where places are scarce.
 */
export function countBooking(answer: Answer, isScarce: boolean): BookingAnswer | undefined {
  const isSold = answer.status === 201;
  const isSoldOut = isScarce && answer.status === 409 && answer.code === "CAPACITY_EXHAUSTED";
  expectThat(isSold || isSoldOut, answer);
  if (isSoldOut) soldOut.add(1);
  if (!isSold) return undefined;
  placesSold.add(1);
  const booked = answer.body as BookingAnswer;
  // The file of what was answered.
  console.log(`booked ${booked.id}`);
  return booked;
}

/** One request that must be answered with this status. */
export function expectStatus(request: Request, status = 200): Answer {
  const answer = ask(request);
  expectThat(answer.status === status, answer);
  return answer;
}

/** Counts an answer that is not as it must be, and shows it. */
export function expectThat(isExpected: boolean, { status, code }: Answer): void {
  unexpected.add(!isExpected);
  if (!isExpected) console.warn(`unexpected: ${status} ${code}`);
}
