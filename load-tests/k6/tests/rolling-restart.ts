/** Bookings and reads at a rate while every process of the server is restarted in turn: not one request fails. */
import exec from "k6/execution";
import type { Options } from "k6/options";
import * as k6 from "../suite.ts";

export { handleSummary, teardown } from "../suite.ts";

const plan = k6.planOf(
  "rolling-restart",
  "bookingsPerSecond",
  "readsPerSecond",
  "seconds",
  "keys",
  "p95Ms",
);
const { bookingsPerSecond, readsPerSecond, seconds } = plan;

export const options: Options = {
  scenarios: {
    bookings: k6.arrivals({ perSecond: bookingsPerSecond, seconds, exec: "book" }),
    reads: k6.arrivals({ perSecond: readsPerSecond, seconds, exec: "read" }),
  },
  thresholds: {
    ...k6.unfailing,
    iterations: [`count>=${(bookingsPerSecond + readsPerSecond) * seconds}`],
    places_sold: [`count>=${bookingsPerSecond * seconds}`],
    "http_req_duration{scenario:bookings}": [k6.p95Of(plan)],
    "http_req_duration{scenario:reads}": [k6.p95Of(plan)],
  },
};

interface Setup extends k6.OpenedSale {
  readonly firstId: string;
}

export function setup(): Setup {
  const sale = k6.openSale({ places: bookingsPerSecond * seconds, days: 30 });
  const first = k6.ask(k6.bookingOf(sale, sale.to, { name: "setup" }));
  const firstId = k6.countBooking(first, false)?.id ?? "";
  return { sale, keys: k6.issueKeys(plan.keys), firstId };
}

export function book({ sale, keys }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const own = { key: k6.keyOf(keys, index), idempotencyKey: `${k6.runId}-${index}` };
  k6.countBooking(k6.ask(k6.bookingOf(sale, k6.departureOf(sale, index), own)), false);
}

export function read({ sale, keys, firstId }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const path =
    index % 2 === 0
      ? `/bookings/${firstId}`
      : k6.availabilityPath(sale, k6.departureOf(sale, index >> 1));
  k6.expectStatus({ path, key: k6.keyOf(keys, index), name: "read" });
}
