/**
 * All places of a departure are held; some holds are confirmed, the others left to expire. Until then
 * nobody else gets their places, afterwards the next who asks does, and a hold that is over cannot be confirmed.
 */
import { sleep } from "k6";
import exec from "k6/execution";
import { Counter, Trend } from "k6/metrics";
import type { Options } from "k6/options";
import { ask } from "../api.ts";
import { arrivals } from "../arrivals.ts";
import { always, countBooking, expectThat } from "../outcomes.ts";
import { type Sale, bookingOf, openSale } from "../sale.ts";
import { type Budgeted, key, p95Of, planOf } from "../run-settings.ts";

export { handleSummary } from "../summary.ts";

interface Plan extends Budgeted {
  readonly places: number;
  /** Holds that are confirmed in time. */
  readonly kept: number;
  readonly huntersPerSecond: number;
}

const plan = planOf("hold-expiry") as Plan;
const left = plan.places - plan.kept;
/** The shortest there is. */
const holdSeconds = 60;
const huntSeconds = holdSeconds + 20;

const earlySales = new Counter("early_sales");
const soldAgain = new Counter("places_sold_again");
/** The time from the end of the first hold to the answer that sells a place, by the server's clock, to the second. */
const soldAgainAfter = new Trend("sold_again_after", true);
const lateConfirms = new Counter("late_confirms_refused");

export const options: Options = {
  scenarios: {
    hunters: arrivals({ perSecond: plan.huntersPerSecond, seconds: huntSeconds, exec: "hunt" }),
    sleepers: {
      executor: "per-vu-iterations",
      vus: left,
      iterations: 1,
      maxDuration: "3m",
      exec: "confirmTooLate",
    },
  },
  thresholds: {
    ...always,
    early_sales: ["count==0"],
    places_sold_again: [`count==${left}`],
    // The second pass needs the longest.
    "http_req_duration{name:hunt}": ["max>=0"],
    sold_again_after: [p95Of(plan)],
    late_confirms_refused: [`count==${left}`],
  },
};

interface Hold {
  readonly id: string;
  readonly expiresAt: string;
}

interface Setup {
  readonly sale: Sale;
  readonly holds: readonly Hold[];
  readonly firstExpiryAt: number;
  readonly lastExpiryAt: number;
}

export function setup(): Setup {
  const sale = openSale({ places: plan.places, days: 1, holdMinutes: 1 });
  const body = bookingOf(sale, sale.from, { status: "ON_HOLD" });
  const holds = Array.from({ length: plan.places }, () => {
    const answer = ask({ method: "POST", path: "/bookings", key, body, name: "hold" });
    countBooking(answer, false);
    return answer.body as Hold;
  });
  const expiries = holds.slice(plan.kept).map(({ expiresAt }) => Date.parse(expiresAt));
  for (const { id } of holds.slice(0, plan.kept)) {
    const path = `/bookings/${id}/confirm`;
    const confirmed = ask({ method: "POST", path, key, name: "confirm" });
    expectThat(confirmed.status === 201, confirmed);
  }
  return {
    sale,
    holds: holds.slice(plan.kept),
    firstExpiryAt: Math.min(...expiries),
    lastExpiryAt: Math.max(...expiries),
  };
}

export function hunt({ sale, firstExpiryAt }: Setup): void {
  const body = bookingOf(sale, sale.from);
  const answer = ask({ method: "POST", path: "/bookings", key, body, name: "hunt" });
  if (!countBooking(answer, true)) return;
  earlySales.add(answer.answeredBy < firstExpiryAt ? 1 : 0);
  soldAgain.add(1);
  soldAgainAfter.add(Math.max(0, answer.answeredBy - firstExpiryAt));
}

export function confirmTooLate({ holds, lastExpiryAt }: Setup): void {
  const hold = holds[exec.scenario.iterationInTest];
  sleep(Math.max(0, lastExpiryAt + 1_000 - Date.now()) / 1_000);
  const path = `/bookings/${hold?.id}/confirm`;
  const answer = ask({ method: "POST", path, key, name: "confirm" });
  const isRefused = answer.status === 409 && answer.code === "HOLD_EXPIRED";
  expectThat(isRefused, answer);
  if (isRefused) lateConfirms.add(1);
}
