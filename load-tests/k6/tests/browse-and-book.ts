/** A day in a shop: a month is looked at, then a day; places are held, confirmed, and some given back. */
import { sleep } from "k6";
import exec from "k6/execution";
import type { Options } from "k6/options";
import * as k6 from "../suite.ts";

export { handleSummary, teardown } from "../suite.ts";

/** Shoppers, each of whom makes four requests or five. */
const plan = k6.planOf("browse-and-book", "perSecond", "seconds", "days", "keys", "p95Ms");
const names = ["month", "day", "hold", "confirm", "cancel"];

export const options: Options = {
  scenarios: { shoppers: k6.arrivals({ ...plan, exec: "shop" }) },
  thresholds: {
    ...k6.always,
    http_req_failed: ["rate==0"],
    places_sold: [`count>=${Math.floor(plan.perSecond * plan.seconds)}`],
    ...Object.fromEntries(
      names.map((name) => [`http_req_duration{name:${name}}`, [k6.p95Of(plan)]]),
    ),
  },
};

export function setup(): k6.OpenedSale {
  const places = plan.perSecond * plan.seconds + 100;
  return { sale: k6.openSale({ places, days: plan.days }), keys: k6.issueKeys(plan.keys) };
}

const thinkSeconds = 0.2;
/** One of so many shoppers changes its mind. */
const cancelsOf = 10;

export function shop({ sale, keys }: k6.OpenedSale): void {
  const shopper = exec.scenario.iterationInTest;
  const key = k6.keyOf(keys, shopper);
  const startAt = k6.departureOf(sale, shopper);
  k6.expectStatus({ path: k6.availabilityPath(sale, sale.from, sale.to), key, name: "month" });
  sleep(thinkSeconds);
  k6.expectStatus({ path: k6.availabilityPath(sale, startAt), key, name: "day" });
  const hold = k6.bookingOf(sale, startAt, { key, name: "hold", status: "ON_HOLD" });
  const held = k6.countBooking(k6.ask(hold), false);
  if (!held) return;
  sleep(thinkSeconds);
  k6.expectStatus(k6.changeOf(held.id, "confirm", key), 201);
  if (shopper % cancelsOf === 0) k6.expectStatus(k6.changeOf(held.id, "cancel", key), 201);
}
