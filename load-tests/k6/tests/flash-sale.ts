/**
 * Everybody wants one of few places of one departure at the same instant. Each buyer gets a place or
 * the refusal that there is none; as many places are sold as there are, and not one more.
 */
import { sleep } from "k6";
import exec from "k6/execution";
import { Counter, Trend } from "k6/metrics";
import type { Options } from "k6/options";
import { askPatiently } from "../api.ts";
import { always, countBooking, expectThat } from "../outcomes.ts";
import {
  type OpenedSale,
  availabilityPath,
  bookingOf,
  issueKeys,
  keyOf,
  openSale,
} from "../sale.ts";
import { type Budgeted, p95Of, planOf, runId } from "../run-settings.ts";

export { handleSummary } from "../summary.ts";
export { teardown } from "../sale.ts";

interface Plan extends Budgeted {
  readonly buyers: number;
  readonly places: number;
  /** Limits of rate are a key's: so many shops stand between the buyers and us. */
  readonly keys: number;
  /** In which the buyers come and look, before the sale opens for all of them. */
  readonly gatherSeconds: number;
}

const plan = planOf("flash-sale") as Plan;
const answered = new Counter("buyers_answered");
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
    ...always,
    buyers_answered: [`count==${plan.buyers}`],
    places_sold: [`count==${plan.places}`],
    refused_sold_out: [`count==${plan.buyers - plan.places}`],
    "http_req_duration{name:book}": [p95Of(plan)],
    buyer_waited: ["max<120000"],
  },
};

export function setup(): OpenedSale {
  return { sale: openSale({ places: plan.places, days: 1 }), keys: issueKeys(plan.keys) };
}

export function buy({ sale, keys }: OpenedSale): void {
  const buyer = exec.vu.idInTest;
  const key = keyOf(keys, buyer);
  const opensAt = exec.scenario.startTime + plan.gatherSeconds * 1_000;
  sleep(Math.random() * plan.gatherSeconds * 0.8);
  const startAt = sale.from;
  const path = availabilityPath(sale, startAt);
  const seen = askPatiently({ path, key, name: "look" });
  expectThat(seen.status === 200, seen);
  sleep(Math.max(0, opensAt - Date.now()) / 1_000);
  const body = bookingOf(sale, startAt, { idempotencyKey: `${runId}-${buyer}` });
  countBooking(askPatiently({ method: "POST", path: "/bookings", key, body, name: "book" }), true);
  waited.add(Date.now() - opensAt);
  answered.add(1);
}
