/**
 * Everybody wants one of few places of one departure at the same instant. Each buyer gets a place or
 * the refusal that there is none; as many places are sold as there are, and not one more.
 */
import { sleep } from "k6";
import exec from "k6/execution";
import { Trend } from "k6/metrics";
import type { Options } from "k6/options";
import * as k6 from "../suite.ts";

export { handleSummary, teardown } from "../suite.ts";

/**
 * Limits of rate are a key's: so many shops stand between the buyers and us. The buyers come and look in `gatherSeconds`,
 * before the sale opens for all of them.
 */
const plan = k6.planOf("flash-sale", "buyers", "places", "keys", "gatherSeconds", "p95Ms");
/** The time from the opening to the answer, with all waiting and coming again. */
const waited = new Trend("buyer_waited", true);

export const options: Options = {
  scenarios: {
    rush: {
      executor: "per-vu-iterations",
      vus: plan.buyers,
      iterations: 1,
      maxDuration: "5m",
      exec: "buy",
    },
  },
  setupTimeout: "2m",
  thresholds: {
    ...k6.always,
    iterations: [`count==${plan.buyers}`],
    places_sold: [`count==${plan.places}`],
    refused_sold_out: [`count==${plan.buyers - plan.places}`],
    "http_req_duration{name:book}": [k6.p95Of(plan)],
    buyer_waited: ["max<120000"],
  },
};

export function setup(): k6.OpenedSale {
  return { sale: k6.openSale({ places: plan.places, days: 1 }), keys: k6.issueKeys(plan.keys) };
}

export function buy({ sale, keys }: k6.OpenedSale): void {
  const buyer = exec.vu.idInTest;
  const key = k6.keyOf(keys, buyer);
  const opensAt = exec.scenario.startTime + plan.gatherSeconds * 1_000;
  sleep(Math.random() * plan.gatherSeconds * 0.8);
  const seen = k6.askPatiently({ path: k6.availabilityPath(sale, sale.from), key, name: "look" });
  k6.expectThat(seen.status === 200, seen);
  sleep(Math.max(0, opensAt - Date.now()) / 1_000);
  const booking = k6.bookingOf(sale, sale.from, { key, idempotencyKey: `${k6.runId}-${buyer}` });
  k6.countBooking(k6.askPatiently(booking), true);
  waited.add(Date.now() - opensAt);
}
