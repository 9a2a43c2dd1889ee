/** Bookings and reads at a rate while every process of the server is restarted in turn: not one request fails. */
import exec from "k6/execution";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import { ask } from "../api.ts";
import { arrivals } from "../arrivals.ts";
import { always, countBooking, expectThat } from "../outcomes.ts";
import {
  type OpenedSale,
  availabilityPath,
  bookingOf,
  departureOf,
  issueKeys,
  keyOf,
  openSale,
} from "../sale.ts";
import { type Budgeted, key, p95Of, planOf, runId } from "../run-settings.ts";

export { handleSummary } from "../summary.ts";
export { teardown } from "../sale.ts";

interface Plan extends Budgeted {
  readonly bookingsPerSecond: number;
  readonly readsPerSecond: number;
  readonly seconds: number;
  readonly keys: number;
}

const plan = planOf("rolling-restart") as Plan;
const { seconds } = plan;
const requests = new Counter("requests_of_load");
const failed = new Counter("requests_failed");
const expected = (plan.bookingsPerSecond + plan.readsPerSecond) * seconds;

export const options: Options = {
  scenarios: {
    bookings: arrivals({ perSecond: plan.bookingsPerSecond, seconds, exec: "book" }),
    reads: arrivals({ perSecond: plan.readsPerSecond, seconds, exec: "read" }),
  },
  thresholds: {
    ...always,
    // Here a client that is turned away is a failed request, wherever the server runs.
    turned_away: ["count==0"],
    outcomes_unknown: ["count==0"],
    http_req_failed: ["rate==0"],
    requests_failed: ["count==0"],
    requests_of_load: [`count>=${expected}`],
    places_sold: [`count>=${plan.bookingsPerSecond * seconds}`],
    "http_req_duration{scenario:bookings}": [p95Of(plan)],
    "http_req_duration{scenario:reads}": [p95Of(plan)],
  },
};

interface Setup extends OpenedSale {
  readonly firstId: string;
}

export function setup(): Setup {
  const places = plan.bookingsPerSecond * seconds;
  const sale = openSale({ places, days: 30 });
  const body = bookingOf(sale, sale.to);
  const first = ask({ method: "POST", path: "/bookings", key, body, name: "setup" });
  const firstId = countBooking(first, false)?.id ?? "";
  return { sale, keys: issueKeys(plan.keys), firstId };
}

export function book({ sale, keys }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const startAt = departureOf(sale, index);
  const body = bookingOf(sale, startAt, { idempotencyKey: `${runId}-${index}` });
  const request = { method: "POST", path: "/bookings", body, name: "book" } as const;
  const answer = ask({ ...request, key: keyOf(keys, index) });
  countBooking(answer, false);
  countRequest(answer.status === 201);
}

export function read({ sale, keys, firstId }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const isOfOne = index % 2 === 0;
  const path = isOfOne
    ? `/bookings/${firstId}`
    : availabilityPath(sale, departureOf(sale, index >> 1));
  const answer = ask({ path, key: keyOf(keys, index), name: "read" });
  expectThat(answer.status === 200, answer);
  countRequest(answer.status === 200);
}

function countRequest(isServed: boolean): void {
  requests.add(1);
  failed.add(isServed ? 0 : 1);
}
