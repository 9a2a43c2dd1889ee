/** One of each: what a client does from the first supplier to a cancelled booking and its audit entries. */
import { sleep } from "k6";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import * as k6 from "../suite.ts";

export { handleSummary } from "../suite.ts";

const plan = k6.planOf("smoke", "rounds", "p95Ms");
const stepsSeen = new Counter("audit_entries_seen");

export const options: Options = {
  scenarios: {
    rounds: {
      executor: "per-vu-iterations",
      vus: 1,
      iterations: plan.rounds,
      maxDuration: "2m",
      exec: "round",
    },
  },
  thresholds: {
    ...k6.always,
    audit_entries_seen: [`count==${plan.rounds * 3}`],
    http_req_failed: ["rate==0"],
    http_req_duration: [k6.p95Of(plan)],
  },
};

interface Setup {
  readonly sale: k6.Sale;
}

export function setup(): Setup {
  return { sale: k6.openSale({ places: plan.rounds + 1, days: 2 }) };
}

/** Holds, confirms, cancels; each step shows in what is free, in the lists and in the audit log. */
export function round({ sale }: Setup): void {
  const before = vacanciesOf(availability(sale));
  const hold = { name: "change", status: "ON_HOLD", notes: k6.runId };
  const held = k6.countBooking(k6.ask(k6.bookingOf(sale, sale.from, hold)), false);
  if (!held) return;
  expectState(k6.changeOf(held.id, "confirm"), "CONFIRMED", 201);
  expectFree(sale, before - 1);
  const listed = k6.ask({ ...read, path: `/bookings?supplierId=${sale.supplierId}` });
  k6.expectThat((listed.body as k6.BookingAnswer[] | undefined)?.[0]?.id === held.id, listed);
  expectState(k6.changeOf(held.id, "cancel"), "CANCELLED", 201);
  expectState({ ...read, path: `/bookings/${held.id}` }, "CANCELLED", 200);
  expectFree(sale, before);
  stepsSeen.add(auditEntriesOf(held.id));
}

const read = { key: k6.key, name: "read" };
const auditSecondsMax = 10;
const steps = 3;

/** It is delivered within a second, on a machine that has time. */
function auditEntriesOf(bookingId: string): number {
  const path = `/audit-logs?entityType=booking&entityId=${bookingId}`;
  for (let tries = auditSecondsMax * 5; ; tries--) {
    const { body } = k6.ask({ ...read, path });
    const found = (body as unknown[] | undefined)?.length ?? 0;
    if (found >= steps || tries === 0) return found;
    sleep(0.2);
  }
}

function expectFree(sale: k6.Sale, vacancies: number): void {
  const answer = availability(sale);
  k6.expectThat(vacanciesOf(answer) === vacancies, answer);
}

function availability(sale: k6.Sale): k6.Answer {
  return k6.ask({ ...read, path: k6.availabilityPath(sale, sale.from) });
}

function vacanciesOf({ body }: k6.Answer): number {
  return (body as { vacancies: number }[] | undefined)?.[0]?.vacancies ?? Number.NaN;
}

function expectState(request: k6.Request, state: string, status: number): void {
  const answer = k6.ask(request);
  const has = (answer.body as { status?: string } | undefined)?.status;
  k6.expectThat(answer.status === status && has === state, answer);
}
