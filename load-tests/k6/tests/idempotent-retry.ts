/** Every booking is sent several times at once and once more later: it is one booking and takes its places once. */
import exec from "k6/execution";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import { type Answer, type Request, ask, askAtOnce } from "../api.ts";
import { arrivals } from "../arrivals.ts";
import { always, countBooking, expectThat } from "../outcomes.ts";
import { type OpenedSale, bookingOf, departureOf, issueKeys, keyOf, openSale } from "../sale.ts";
import { type Budgeted, p95Of, planOf, runId } from "../run-settings.ts";

export { handleSummary } from "../summary.ts";
export { teardown } from "../sale.ts";

interface Plan extends Budgeted {
  readonly perSecond: number;
  readonly seconds: number;
  /** Copies of each booking, sent at the same time. */
  readonly copies: number;
  readonly keys: number;
}

const plan = planOf("idempotent-retry") as Plan;
const groups = new Counter("bookings_repeated");
const doubles = new Counter("doubled_bookings");

export const options: Options = {
  scenarios: { retriers: arrivals({ ...plan, exec: "retry" }) },
  thresholds: {
    ...always,
    http_req_failed: ["rate==0"],
    bookings_repeated: [`count>=${Math.floor(plan.perSecond * plan.seconds)}`],
    doubled_bookings: ["count==0"],
    "http_req_duration{name:book}": [p95Of(plan)],
  },
};

export function setup(): OpenedSale {
  const places = plan.perSecond * plan.seconds + 10;
  return { sale: openSale({ places, days: 5 }), keys: issueKeys(plan.keys) };
}

interface Booked {
  readonly id: string;
}

export function retry({ sale, keys }: OpenedSale): void {
  const index = exec.scenario.iterationInTest;
  const body = bookingOf(sale, departureOf(sale, index), { idempotencyKey: `${runId}-${index}` });
  const key = keyOf(keys, index);
  const request: Request = { method: "POST", path: "/bookings", body, key, name: "book" };
  const first = askAtOnce(Array.from({ length: plan.copies }, () => request));
  const later = ask(request);
  const [kept, ...repeats] = [...first, later];
  if (!kept) return;
  countBooking(kept, false);
  for (const repeat of repeats) expectThat(repeat.status === 201, repeat);
  doubles.add(new Set([kept, ...repeats].map(idOf)).size - 1);
  groups.add(1);
}

function idOf({ body }: Answer): string {
  return ((body ?? {}) as Partial<Booked>).id ?? "none";
}
