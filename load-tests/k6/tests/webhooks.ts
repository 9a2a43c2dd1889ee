/** A subscription hears of every booking, signed; the second pass asks the receiver what it has got. */
import exec from "k6/execution";
import http from "k6/http";
import type { Options } from "k6/options";
import { ask, must } from "../api.ts";
import { arrivals } from "../arrivals.ts";
import { always, countBooking } from "../outcomes.ts";
import { type OpenedSale, bookingOf, departureOf, issueKeys, keyOf, openSale } from "../sale.ts";
import {
  type Budgeted,
  key,
  p95Of,
  planOf,
  receiverPublicUrl,
  receiverUrl,
} from "../run-settings.ts";

export { handleSummary } from "../summary.ts";
export { teardown } from "../sale.ts";

interface Plan extends Budgeted {
  readonly perSecond: number;
  readonly seconds: number;
  readonly keys: number;
}

const plan = planOf("webhooks") as Plan;

export const options: Options = {
  scenarios: { buyers: arrivals({ ...plan, exec: "buy" }) },
  thresholds: {
    ...always,
    http_req_failed: ["rate==0"],
    places_sold: [`count>=${Math.floor(plan.perSecond * plan.seconds)}`],
    "http_req_duration{name:book}": [p95Of(plan)],
  },
};

interface Setup extends OpenedSale {
  readonly subscriptionId: string;
}

interface Issuing {
  readonly id: string;
  readonly secret: string;
}

export function setup(): Setup {
  if (receiverUrl === "") exec.test.abort("This test needs a receiver: -e RECEIVER_URL=...");
  const sale = openSale({ places: plan.perSecond * plan.seconds + 10, days: 5 });
  const body = { url: `${receiverPublicUrl}/deliveries` };
  const path = "/webhooks/subscriptions";
  const { id } = must({ method: "POST", path, body, key, name: "setup" }) as { id: string };
  const { secret } = must({ path: `${path}/${id}/secret`, key, name: "setup" }) as Issuing;
  http.post(`${receiverUrl}/secret`, secret, { tags: { name: "setup" } });
  return { sale, keys: issueKeys(plan.keys), subscriptionId: id };
}

export function buy({ sale, keys }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const body = bookingOf(sale, departureOf(sale, index));
  const buyersKey = keyOf(keys, index);
  countBooking(
    ask({ method: "POST", path: "/bookings", key: buyersKey, body, name: "book" }),
    false,
  );
}
