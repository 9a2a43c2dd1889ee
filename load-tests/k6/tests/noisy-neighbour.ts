/**
 * One tenant asks more than its rate limit gives; another one, who behaves, is answered as fast as before.
 * Phases without and with the neighbour follow each other in the same run; the second pass compares them.
 */
import exec from "k6/execution";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import { ask } from "../api.ts";
import { arrivals } from "../arrivals.ts";
import { countBooking, expectThat } from "../outcomes.ts";
import { type Sale, availabilityPath, bookingOf, departureOf, openSale } from "../sale.ts";
import { type Budgeted, key, p95Of, planOf, secondKey } from "../run-settings.ts";

export { handleSummary } from "../summary.ts";

interface Plan extends Budgeted {
  /** Requests of the tenant who behaves. */
  readonly perSecond: number;
  /** Requests of its neighbour, beyond what its rate limit gives. */
  readonly neighbourPerSecond: number;
  readonly phaseSeconds: number;
}

const plan = planOf("noisy-neighbour") as Plan;
const { perSecond, phaseSeconds: seconds, neighbourPerSecond } = plan;
const served = new Counter("neighbour_served");
const refused = new Counter("neighbour_refused");
const warmUpSeconds = 5;
/** Between phases, for what is still under way. */
const restSeconds = 2;

const [calmAt, besideAt, calmAgainAt] = [0, 1, 2].map(
  (phase) => warmUpSeconds + restSeconds + phase * (seconds + restSeconds),
) as [number, number, number];

const well = { perSecond, seconds, exec: "behave" };
const calm = { phase: "calm" };
const beside = { phase: "beside" };

export const options: Options = {
  scenarios: {
    warm_up: arrivals({ ...well, seconds: warmUpSeconds, tags: { phase: "warm up" } }),
    calm: arrivals({ ...well, startSecond: calmAt, tags: calm }),
    beside: arrivals({ ...well, startSecond: besideAt, tags: beside }),
    calm_again: arrivals({ ...well, startSecond: calmAgainAt, tags: calm }),
    neighbour: arrivals({
      perSecond: neighbourPerSecond,
      seconds,
      startSecond: besideAt,
      exec: "disturb",
      tags: { phase: "neighbour" },
    }),
  },
  thresholds: {
    unexpected_answers: ["rate==0"],
    dropped_iterations: ["count==0"],
    "http_req_duration{phase:calm}": [p95Of(plan)],
    "http_req_duration{phase:beside}": [p95Of(plan)],
    "http_req_duration{phase:neighbour}": ["max>=0"],
    // It is at its limit: it is served all that its limit gives, and refused the rest.
    neighbour_served: [`count>=${seconds * 50}`],
    neighbour_refused: ["count>0"],
  },
};

interface Setup {
  readonly sale: Sale;
  readonly foreign: Sale;
}

export function setup(): Setup {
  if (secondKey === "") exec.test.abort("This test needs a key of a second tenant: -e KEY2=...");
  const plans = { places: (perSecond + neighbourPerSecond) * seconds, days: 20 };
  return { sale: openSale(plans), foreign: openSale({ ...plans, key: secondKey }) };
}

/** One of so many requests books; the others look. */
const booksOf = 4;

export function behave({ sale }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const startAt = departureOf(sale, index);
  if (index % booksOf === 0) {
    const body = bookingOf(sale, startAt);
    countBooking(ask({ method: "POST", path: "/bookings", key, body, name: "book" }), false);
    return;
  }
  const seen = ask({ path: availabilityPath(sale, startAt), key, name: "look" });
  expectThat(seen.status === 200, seen);
}

export function disturb({ foreign }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const startAt = departureOf(foreign, index);
  const request =
    index % booksOf === 0
      ? ({ method: "POST", path: "/bookings", body: bookingOf(foreign, startAt) } as const)
      : { path: availabilityPath(foreign, startAt) };
  const answer = ask({ ...request, key: secondKey, name: "neighbour" });
  const isServed = answer.status === 200 || answer.status === 201;
  expectThat(isServed || (answer.status === 429 && answer.code === "RATE_LIMITED"), answer);
  (isServed ? served : refused).add(1);
}
