/** Bookings at a rate; the runner, which has a receiver, looks after it whether each was delivered, signed and in time. */
import exec from "k6/execution";
import type { Options } from "k6/options";
import * as k6 from "../suite.ts";

export { handleSummary, teardown } from "../suite.ts";

const plan = k6.planOf("webhooks", "perSecond", "seconds", "keys", "p95Ms");

export const options: Options = {
  scenarios: { buyers: k6.arrivals({ ...plan, exec: "buy" }) },
  thresholds: {
    ...k6.always,
    http_req_failed: ["rate==0"],
    places_sold: [`count>=${Math.floor(plan.perSecond * plan.seconds)}`],
    "http_req_duration{name:book}": [k6.p95Of(plan)],
  },
};

export function setup(): k6.OpenedSale {
  const sale = k6.openSale({ places: plan.perSecond * plan.seconds + 10, days: 5 });
  return { sale, keys: k6.issueKeys(plan.keys) };
}

export function buy({ sale, keys }: k6.OpenedSale): void {
  const index = exec.scenario.iterationInTest;
  const own = { key: k6.keyOf(keys, index) };
  k6.countBooking(k6.ask(k6.bookingOf(sale, k6.departureOf(sale, index), own)), false);
}
