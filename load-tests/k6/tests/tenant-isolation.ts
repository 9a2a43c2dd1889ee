/** A tenant who knows every id of another is answered as if there were none, while both are busy. */
import exec from "k6/execution";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import * as k6 from "../suite.ts";

export { handleSummary } from "../suite.ts";

const plan = k6.planOf("tenant-isolation", "perSecond", "seconds", "p95Ms");
const probes = new Counter("foreign_requests");
const leaks = new Counter("leaks");

export const options: Options = {
  scenarios: { neighbours: k6.arrivals({ ...plan, exec: "pry" }) },
  thresholds: {
    ...k6.always,
    foreign_requests: [`count>=${Math.floor(plan.perSecond * plan.seconds) * 8}`],
    leaks: ["count==0"],
    places_sold: [`count>=${Math.floor(plan.perSecond * plan.seconds)}`],
    http_req_duration: [k6.p95Of(plan)],
  },
};

interface Setup {
  readonly sale: k6.Sale;
  readonly foreign: k6.Sale;
}

export function setup(): Setup {
  return k6.openTwoSales({ places: plan.perSecond * plan.seconds + 10, days: 5 });
}

/** The first tenant books; the second one, who books as well, tries everything with the ids of that. */
export function pry({ sale, foreign }: Setup): void {
  const startAt = k6.departureOf(sale, exec.scenario.iterationInTest);
  const booked = k6.countBooking(k6.ask(k6.bookingOf(sale, startAt)), false);
  k6.expectStatus(k6.bookingOf(foreign, startAt, { key: k6.secondKey }), 201);
  if (!booked) return;
  for (const path of [
    `/bookings/${booked.id}`,
    `/options/${sale.optionId}`,
    `/suppliers/${sale.supplierId}`,
    k6.availabilityPath(sale, startAt),
  ])
    mustBeMissing({ ...foreigner, path });
  for (const change of ["confirm", "cancel"] as const)
    mustBeMissing({ ...k6.changeOf(booked.id, change), ...foreigner });
  mustBeMissing(k6.bookingOf(sale, startAt, { key: k6.secondKey }));
  mustShowNothing(`/bookings?supplierId=${sale.supplierId}`);
  mustShowNothing(`/audit-logs?entityType=booking&entityId=${booked.id}`);
}

const foreigner = { key: k6.secondKey, name: "foreign" };

function mustBeMissing(request: k6.Request): void {
  const answer = k6.ask(request);
  countProbe(answer, answer.status === 404 && answer.code === "NOT_FOUND");
}

function mustShowNothing(path: string): void {
  const answer = k6.ask({ ...foreigner, path });
  const { body } = answer;
  countProbe(answer, answer.status === 200 && Array.isArray(body) && body.length === 0);
}

function countProbe(answer: k6.Answer, isBlind: boolean): void {
  probes.add(1);
  leaks.add(answer.status < 300 && !isBlind ? 1 : 0);
  k6.expectThat(isBlind, answer);
}
