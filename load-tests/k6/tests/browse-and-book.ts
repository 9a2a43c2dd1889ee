/** A day in a shop: a month is looked at, then a day; places are held, confirmed, and some given back. */
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
import { type Budgeted, p95Of, planOf } from "../run-settings.ts";

export { handleSummary } from "../summary.ts";
export { teardown } from "../sale.ts";

interface Plan extends Budgeted {
  /** Shoppers, each of whom makes four requests or five. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly days: number;
  readonly keys: number;
}

const plan = planOf("browse-and-book") as Plan;
const names = ["month", "day", "hold", "confirm", "cancel"];

export const options: Options = {
  scenarios: { shoppers: arrivals({ ...plan, exec: "shop" }) },
  thresholds: {
    ...always,
    http_req_failed: ["rate==0"],
    places_sold: [`count>=${Math.floor(plan.perSecond * plan.seconds)}`],
    ...Object.fromEntries(names.map((name) => [`http_req_duration{name:${name}}`, [p95Of(plan)]])),
  },
};

export function setup(): OpenedSale {
  const places = plan.perSecond * plan.seconds + 100;
  return { sale: openSale({ places, days: plan.days }), keys: issueKeys(plan.keys) };
}

const thinkSeconds = 0.2;
/** One of so many shoppers changes its mind. */
const cancelsOf = 10;

export function shop({ sale, keys }: OpenedSale): void {
  const shopper = exec.scenario.iterationInTest;
  const key = keyOf(keys, shopper);
  const startAt = departureOf(sale, shopper);
  const month = ask({ path: availabilityPath(sale, sale.from, sale.to), key, name: "month" });
  expectThat(month.status === 200, month);
  sleep(thinkSeconds);
  const day = ask({ path: availabilityPath(sale, startAt), key, name: "day" });
  expectThat(day.status === 200, day);
  const post = (path: string, name: string, body?: object): ReturnType<typeof ask> =>
    ask({ method: "POST", path, key, name, ...(body ? { body } : {}) });
  const hold = post("/bookings", "hold", bookingOf(sale, startAt, { status: "ON_HOLD" }));
  const held = countBooking(hold, false);
  if (!held) return;
  sleep(thinkSeconds);
  const confirmed = post(`/bookings/${held.id}/confirm`, "confirm");
  expectThat(confirmed.status === 201, confirmed);
  if (shopper % cancelsOf !== 0) return;
  const cancelled = post(`/bookings/${held.id}/cancel`, "cancel");
  expectThat(cancelled.status === 201, cancelled);
}
