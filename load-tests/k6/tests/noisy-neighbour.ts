/**
 * One tenant asks more than its rate limit gives; another one, who behaves, is answered as fast as before.
 * Phases without and with the neighbour follow each other in the same run; the second pass compares them.
 */
import exec from "k6/execution";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import * as k6 from "../suite.ts";

export { handleSummary } from "../suite.ts";

/** The neighbour asks beyond what its rate limit gives. */
const plan = k6.planOf(
  "noisy-neighbour",
  "perSecond",
  "neighbourPerSecond",
  "phaseSeconds",
  "p95Ms",
);
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
    warm_up: k6.arrivals({ ...well, seconds: warmUpSeconds, tags: { phase: "warm up" } }),
    calm: k6.arrivals({ ...well, startSecond: calmAt, tags: calm }),
    beside: k6.arrivals({ ...well, startSecond: besideAt, tags: beside }),
    calm_again: k6.arrivals({ ...well, startSecond: calmAgainAt, tags: calm }),
    neighbour: k6.arrivals({
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
    "http_req_duration{phase:calm}": [k6.p95Of(plan)],
    "http_req_duration{phase:beside}": [k6.p95Of(plan)],
    "http_req_duration{phase:neighbour}": ["max>=0"],
    // It is at its limit: it is served all that its limit gives, and refused the rest.
    neighbour_served: [`count>=${seconds * 50}`],
    neighbour_refused: ["count>0"],
  },
};

interface Setup {
  readonly sale: k6.Sale;
  readonly foreign: k6.Sale;
}

export function setup(): Setup {
  const plans = { places: (perSecond + neighbourPerSecond) * seconds, days: 20 };
  return k6.openTwoSales(plans);
}

/** One of so many requests books; the others look. */
const booksOf = 4;

export function behave({ sale }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const startAt = k6.departureOf(sale, index);
  if (index % booksOf === 0) k6.countBooking(k6.ask(k6.bookingOf(sale, startAt)), false);
  else k6.expectStatus({ path: k6.availabilityPath(sale, startAt), key: k6.key, name: "look" });
}

export function disturb({ foreign }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const startAt = k6.departureOf(foreign, index);
  const own = { key: k6.secondKey, name: "neighbour" };
  const answer = k6.ask(
    index % booksOf === 0
      ? k6.bookingOf(foreign, startAt, own)
      : { ...own, path: k6.availabilityPath(foreign, startAt) },
  );
  const isServed = answer.status === 200 || answer.status === 201;
  k6.expectThat(isServed || (answer.status === 429 && answer.code === "RATE_LIMITED"), answer);
  (isServed ? served : refused).add(1);
}
