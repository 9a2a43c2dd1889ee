/** A tenant who knows every id of another is answered as if there were none, while both are busy. */
import exec from "k6/execution";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import { type Answer, ask } from "../api.ts";
import { arrivals } from "../arrivals.ts";
import { always, countBooking, expectThat } from "../outcomes.ts";
import { type Sale, availabilityPath, bookingOf, departureOf, openSale } from "../sale.ts";
import { type Budgeted, key, p95Of, planOf, secondKey } from "../run-settings.ts";

export { handleSummary } from "../summary.ts";

interface Plan extends Budgeted {
  readonly perSecond: number;
  readonly seconds: number;
}

const plan = planOf("tenant-isolation") as Plan;
const probes = new Counter("foreign_requests");
const leaks = new Counter("leaks");

export const options: Options = {
  scenarios: { neighbours: arrivals({ ...plan, exec: "pry" }) },
  thresholds: {
    ...always,
    foreign_requests: [`count>=${Math.floor(plan.perSecond * plan.seconds) * 8}`],
    leaks: ["count==0"],
    places_sold: [`count>=${Math.floor(plan.perSecond * plan.seconds)}`],
    http_req_duration: [p95Of(plan)],
  },
};

interface Setup {
  readonly sale: Sale;
  readonly foreign: Sale;
}

export function setup(): Setup {
  if (secondKey === "") exec.test.abort("This test needs a key of a second tenant: -e KEY2=...");
  const places = plan.perSecond * plan.seconds + 10;
  const plans = { places, days: 5 };
  return { sale: openSale(plans), foreign: openSale({ ...plans, key: secondKey }) };
}

/** The first tenant books; the second one, who books as well, tries everything with the ids of that. */
export function pry({ sale, foreign }: Setup): void {
  const index = exec.scenario.iterationInTest;
  const startAt = departureOf(sale, index);
  const own = bookingOf(sale, startAt);
  const book = { method: "POST", path: "/bookings", name: "book" } as const;
  const booked = countBooking(ask({ ...book, key, body: own }), false);
  const theirs = ask({ ...book, key: secondKey, body: bookingOf(foreign, startAt) });
  expectThat(theirs.status === 201, theirs);
  if (!booked) return;
  for (const path of [`/bookings/${booked.id}`, `/options/${sale.optionId}`])
    mustBeMissing(asStranger(path));
  mustBeMissing(asStranger(`/suppliers/${sale.supplierId}`));
  mustBeMissing(asStranger(availabilityPath(sale, startAt)));
  for (const change of ["confirm", "cancel"])
    mustBeMissing(asStranger(`/bookings/${booked.id}/${change}`, "POST"));
  mustBeMissing(ask({ ...book, key: secondKey, body: own }));
  mustShowNothing(asStranger(`/bookings?supplierId=${sale.supplierId}`));
  mustShowNothing(asStranger(`/audit-logs?entityType=booking&entityId=${booked.id}`));
}

function asStranger(path: string, method: "GET" | "POST" = "GET"): Answer {
  return ask({ method, path, key: secondKey, name: "foreign" });
}

function mustBeMissing(answer: Answer): void {
  countProbe(answer, answer.status === 404 && answer.code === "NOT_FOUND");
}

function mustShowNothing(answer: Answer): void {
  const { body } = answer;
  countProbe(answer, answer.status === 200 && Array.isArray(body) && body.length === 0);
}

function countProbe(answer: Answer, isBlind: boolean): void {
  probes.add(1);
  leaks.add(answer.status < 300 && !isBlind ? 1 : 0);
  expectThat(isBlind, answer);
}
