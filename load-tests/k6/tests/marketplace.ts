/**
 * The load of a marketplace: availability, holds and confirms at a rate, while the database fails over and every process is
 * restarted once. 99 of 100 answers come in time, and not one is an error.
 */
import { sleep } from "k6";
import exec from "k6/execution";
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
import { environment, planOf } from "../run-settings.ts";

export { handleSummary } from "../summary.ts";
export { teardown } from "../sale.ts";

interface Plan {
  readonly looksPerSecond: number;
  readonly holdsPerSecond: number;
  readonly seconds: number;
  readonly keys: number;
}

const plan = planOf("marketplace") as unknown as Plan;
const { looksPerSecond, holdsPerSecond, seconds } = plan;
/** One of so many holds is left alone: 15 of 20 are confirmed. */
const heldOf = 4;
/** The strictest limits that marketplaces publish, Expedia's: for availability, and for holds and confirms. */
const lookMsMax = 250;
const saleMsMax = 1_000;
const nearlyAllWithin = (ms: number): string => `p(99)<${ms * environment.p95Times}`;

export const options: Options = {
  scenarios: {
    looks: arrivals({ perSecond: looksPerSecond, seconds, exec: "look" }),
    sales: arrivals({ perSecond: holdsPerSecond, seconds, exec: "sell" }),
  },
  thresholds: {
    ...always,
    turned_away: ["count==0"],
    outcomes_unknown: ["count==0"],
    http_req_failed: ["rate==0"],
    places_sold: [`count>=${holdsPerSecond * seconds}`],
    "http_req_duration{name:look}": [nearlyAllWithin(lookMsMax)],
    "http_req_duration{name:hold}": [nearlyAllWithin(saleMsMax)],
    "http_req_duration{name:confirm}": [nearlyAllWithin(saleMsMax)],
  },
};

export function setup(): OpenedSale {
  const sale = openSale({ places: holdsPerSecond * seconds, days: 30 });
  return { sale, keys: issueKeys(plan.keys) };
}

export function look({ sale, keys }: OpenedSale): void {
  const key = keyOf(keys, exec.scenario.iterationInTest);
  const month = ask({ path: availabilityPath(sale, sale.from, sale.to), key, name: "look" });
  expectThat(month.status === 200, month);
}

const thinkSeconds = 0.5;

export function sell({ sale, keys }: OpenedSale): void {
  const index = exec.scenario.iterationInTest;
  const key = keyOf(keys, index);
  const body = bookingOf(sale, departureOf(sale, index), { status: "ON_HOLD" });
  const held = countBooking(
    ask({ method: "POST", path: "/bookings", key, body, name: "hold" }),
    false,
  );
  if (!held || index % heldOf === 0) return;
  sleep(thinkSeconds);
  const confirmed = ask({
    method: "POST",
    path: `/bookings/${held.id}/confirm`,
    key,
    name: "confirm",
  });
  expectThat(confirmed.status === 201, confirmed);
}
