/** Every booking is sent several times at once and once more later: it is one booking and takes its places once. */
import exec from "k6/execution";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import * as k6 from "../suite.ts";

export { handleSummary, teardown } from "../suite.ts";

/** So many copies of each booking are sent at the same time. */
const plan = k6.planOf("idempotent-retry", "perSecond", "seconds", "copies", "keys", "p95Ms");
const doubles = new Counter("doubled_bookings");

export const options: Options = {
  scenarios: { retriers: k6.arrivals({ ...plan, exec: "retry" }) },
  thresholds: {
    ...k6.always,
    http_req_failed: ["rate==0"],
    iterations: [`count>=${Math.floor(plan.perSecond * plan.seconds)}`],
    doubled_bookings: ["count==0"],
    "http_req_duration{name:book}": [k6.p95Of(plan)],
  },
};

export function setup(): k6.OpenedSale {
  const places = plan.perSecond * plan.seconds + 10;
  return { sale: k6.openSale({ places, days: 5 }), keys: k6.issueKeys(plan.keys) };
}

export function retry({ sale, keys }: k6.OpenedSale): void {
  const index = exec.scenario.iterationInTest;
  const own = { key: k6.keyOf(keys, index), idempotencyKey: `${k6.runId}-${index}` };
  const request = k6.bookingOf(sale, k6.departureOf(sale, index), own);
  const first = k6.askAtOnce(Array.from({ length: plan.copies }, () => request));
  const answers = [...first, k6.ask(request)];
  for (const [copy, answer] of answers.entries())
    if (copy === 0) k6.countBooking(answer, false);
    else k6.expectThat(answer.status === 201, answer);
  doubles.add(
    new Set(answers.map(({ body }) => (body as k6.BookingAnswer | undefined)?.id)).size - 1,
  );
}
