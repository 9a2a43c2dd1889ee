/** One of each: what a client does from the first supplier to a cancelled booking and its audit entries. */
import { sleep } from "k6";
import { Counter } from "k6/metrics";
import type { Options } from "k6/options";
import { type Answer, ask } from "../api.ts";
import { always, countBooking, expectThat } from "../outcomes.ts";
import { type Sale, availabilityPath, bookingOf, openSale } from "../sale.ts";
import { type Budgeted, key, p95Of, planOf, runId } from "../run-settings.ts";

export { handleSummary } from "../summary.ts";

interface Plan extends Budgeted {
  readonly rounds: number;
}

const plan = planOf("smoke") as Plan;
const rounds = new Counter("rounds");
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
    ...always,
    rounds: [`count==${plan.rounds}`],
    audit_entries_seen: [`count==${plan.rounds * 3}`],
    http_req_failed: ["rate==0"],
    http_req_duration: [p95Of(plan)],
  },
};

interface Setup {
  readonly sale: Sale;
}

export function setup(): Setup {
  return { sale: openSale({ places: plan.rounds + 1, days: 2 }) };
}

interface Booking {
  readonly id: string;
  readonly status: string;
}

interface Departure {
  readonly vacancies: number;
}

/** Holds, confirms, cancels; each step shows in what is free, in the lists and in the audit log. */
export function round({ sale }: Setup): void {
  const startAt = sale.from;
  const before = free(sale, startAt);
  const body = bookingOf(sale, startAt, { status: "ON_HOLD", notes: runId });
  const held = countBooking(post("/bookings", body), false);
  if (!held) return;
  const path = `/bookings/${held.id}`;
  expectStatus(post(`${path}/confirm`), "CONFIRMED", 201);
  const during = ask({ path: availabilityPath(sale, startAt), key, name: "availability" });
  expectThat(vacanciesOf(during) === before - 1, during);
  const listed = ask({ path: `/bookings?supplierId=${sale.supplierId}`, key, name: "list" });
  expectThat((listed.body as Booking[] | undefined)?.[0]?.id === held.id, listed);
  expectStatus(post(`${path}/cancel`), "CANCELLED", 201);
  expectStatus(ask({ path, key, name: "read" }), "CANCELLED", 200);
  const after = ask({ path: availabilityPath(sale, startAt), key, name: "availability" });
  expectThat(vacanciesOf(after) === before, after);
  stepsSeen.add(auditEntriesOf(held.id));
  rounds.add(1);
}

const auditSecondsMax = 10;
const steps = 3;

/** It is delivered within a second, on a machine that has time. */
function auditEntriesOf(bookingId: string): number {
  const path = `/audit-logs?entityType=booking&entityId=${bookingId}`;
  for (let tries = auditSecondsMax * 5; ; tries--) {
    const { body } = ask({ path, key, name: "audit" });
    const found = (body as unknown[] | undefined)?.length ?? 0;
    if (found >= steps || tries === 0) return found;
    sleep(0.2);
  }
}

function free(sale: Sale, startAt: string): number {
  return vacanciesOf(ask({ path: availabilityPath(sale, startAt), key, name: "availability" }));
}

function vacanciesOf({ body }: Answer): number {
  return (body as Departure[] | undefined)?.[0]?.vacancies ?? Number.NaN;
}

function post(path: string, body?: object): Answer {
  return ask({ method: "POST", path, key, name: "change", ...(body ? { body } : {}) });
}

function expectStatus(answer: Answer, status: string, code: number): void {
  const { status: has } = (answer.body ?? {}) as Partial<Booking>;
  expectThat(answer.status === code && has === status, answer);
}
