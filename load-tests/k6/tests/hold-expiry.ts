/**
 * All places of a departure are held; some holds are confirmed, the others left to expire. Until then
 * nobody else gets their places, afterwards the next who asks does, and a hold that is over cannot be confirmed.
 */
import { sleep } from "k6";
import exec from "k6/execution";
import { Counter, Trend } from "k6/metrics";
import type { Options } from "k6/options";
import * as k6 from "../suite.ts";

export { handleSummary } from "../suite.ts";

/** `kept` are confirmed in time. */
const plan = k6.planOf("hold-expiry", "places", "kept", "huntersPerSecond", "p95Ms");
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
    hunters: k6.arrivals({ perSecond: plan.huntersPerSecond, seconds: huntSeconds, exec: "hunt" }),
    sleepers: {
      executor: "per-vu-iterations",
      vus: left,
      iterations: 1,
      maxDuration: "3m",
      exec: "confirmTooLate",
    },
  },
  thresholds: {
    ...k6.always,
    early_sales: ["count==0"],
    places_sold_again: [`count==${left}`],
    // The second pass needs the longest.
    "http_req_duration{name:hunt}": ["max>=0"],
    sold_again_after: [k6.p95Of(plan)],
    late_confirms_refused: [`count==${left}`],
  },
};

interface Hold {
  readonly id: string;
  readonly expiresAt: string;
}

interface Setup {
  readonly sale: k6.Sale;
  readonly holds: readonly Hold[];
  readonly firstExpiryAt: number;
  readonly lastExpiryAt: number;
}

export function setup(): Setup {
  const sale = k6.openSale({ places: plan.places, days: 1, holdMinutes: 1 });
  const all = Array.from({ length: plan.places }, () => {
    const hold = k6.bookingOf(sale, sale.from, { name: "hold", status: "ON_HOLD" });
    return k6.countBooking(k6.ask(hold), false) as Hold;
  });
  const holds = all.slice(plan.kept);
  const expiries = holds.map(({ expiresAt }) => Date.parse(expiresAt));
  for (const { id } of all.slice(0, plan.kept)) k6.expectStatus(k6.changeOf(id, "confirm"), 201);
  const [firstExpiryAt, lastExpiryAt] = [Math.min(...expiries), Math.max(...expiries)];
  return { sale, holds, firstExpiryAt, lastExpiryAt };
}

export function hunt({ sale, firstExpiryAt }: Setup): void {
  const answer = k6.ask(k6.bookingOf(sale, sale.from, { name: "hunt" }));
  if (!k6.countBooking(answer, true)) return;
  earlySales.add(answer.answeredBy < firstExpiryAt ? 1 : 0);
  soldAgain.add(1);
  soldAgainAfter.add(Math.max(0, answer.answeredBy - firstExpiryAt));
}

export function confirmTooLate({ holds, lastExpiryAt }: Setup): void {
  const hold = holds[exec.scenario.iterationInTest];
  sleep(Math.max(0, lastExpiryAt + 1_000 - Date.now()) / 1_000);
  const answer = k6.ask(k6.changeOf(hold?.id ?? "", "confirm"));
  const isRefused = answer.status === 409 && answer.code === "HOLD_EXPIRED";
  k6.expectThat(isRefused, answer);
  if (isRefused) lateConfirms.add(1);
}
