/** The counts of the second pass for one test, beside the places. */
import { sleep } from "k6";
import http from "k6/http";
import { Counter, Gauge, Trend } from "k6/metrics";
import { type Booking, heldBetween } from "./booking.ts";
import type { Summary } from "./summary.ts";
import { type Budgeted, p95Of, receiverUrl } from "./run-settings.ts";

interface Records {
  readonly bookings: readonly Booking[];
  /** Ids of the bookings in clients' answers. */
  readonly answered: readonly string[];
  /** The summary of the first pass. */
  readonly first: Summary;
}

interface Audit {
  thresholds(plan: Budgeted): Record<string, string[]>;
  run(records: Records): void;
}

const heldAtOnce = new Gauge("places_held_at_once");
const doubled = new Counter("keys_with_two_bookings");
const keysAudited = new Counter("keys_audited");
const ratio = new Gauge("p95_ratio");
const undelivered = new Counter("bookings_not_delivered");
const unsigned = new Counter("deliveries_not_genuine");
const delivered = new Counter("deliveries");
/** While the load ran, each at least once. */
const restarted = new Gauge("processes_restarted");
const failOvers = new Gauge("fail_overs");
const restartedOf = __ENV["RESTARTED_OF"] ?? "";
const deliveredAfter = new Trend("delivered_after", true);

const none: Audit = { thresholds: () => ({}), run: () => undefined };

export const audits: Readonly<Record<string, Audit>> = {
  smoke: none,
  "browse-and-book": none,
  "tenant-isolation": none,
  "flash-sale": {
    thresholds: (plan) => ({ places_taken: [`value==${numberIn(plan, "places")}`] }),
    run: () => undefined,
  },
  "hold-expiry": {
    thresholds: (plan) => {
      const places = numberIn(plan, "places");
      return {
        places_taken: [`value==${places}`],
        places_held_at_once: [`value>0`, `value<=${places}`],
      };
    },
    run: ({ bookings, first }) => heldAtOnce.add(mostAtOnce(bookings, longestHunt(first))),
  },
  "idempotent-retry": {
    thresholds: () => ({ keys_audited: ["count>0"], keys_with_two_bookings: ["count==0"] }),
    run: auditKeys,
  },
  "noisy-neighbour": {
    thresholds: (plan) => ({ p95_ratio: ["value>0", `value<=${numberIn(plan, "ratioMax")}`] }),
    run: ({ first }) => ratio.add(p95Between(first)),
  },
  "rolling-restart": {
    // Nothing says which processes of a server that was there already were restarted.
    thresholds: (): Record<string, string[]> =>
      restartedOf === "" ? {} : { processes_restarted: [`value==${restartedOf}`] },
    run: () => restarted.add(Number(__ENV["RESTARTED"])),
  },
  // Nobody knows whether the database of a server that was there already failed over.
  marketplace: {
    thresholds: (): Record<string, string[]> =>
      restartedOf === ""
        ? {}
        : { processes_restarted: [`value==${restartedOf}`], fail_overs: ["value==1"] },
    run: () => {
      restarted.add(Number(__ENV["RESTARTED"]));
      failOvers.add(Number(__ENV["FAIL_OVERS"]));
    },
  },
  webhooks: {
    thresholds: (plan) => ({
      deliveries: ["count>0"],
      bookings_not_delivered: ["count==0"],
      deliveries_not_genuine: ["count==0"],
      delivered_after: [p95Of({ p95Ms: numberIn(plan, "deliveredP95Ms") })],
    }),
    run: auditDeliveries,
  },
};

function numberIn(plan: Budgeted, name: string): number {
  const value = (plan as unknown as Readonly<Record<string, unknown>>)[name];
  if (typeof value !== "number") throw new Error(`The profile's plan has no ${name}.`);
  return value;
}

function longestHunt({ metrics }: Summary): number {
  return metrics["http_req_duration{name:hunt}"]?.values["max"] ?? 0;
}

/**
 * The most places that were ever held at the same instant. A booking is dated when its request comes and
 * decided before it is answered, at the places of then.
 */
function mostAtOnce(bookings: readonly Booking[], decidedAfterMsMax: number): number {
  const changes = bookings.flatMap((booking) => {
    const { from, to } = heldBetween(booking);
    const places = booking.unitItems.reduce((sum, { quantity }) => sum + quantity, 0);
    return [
      { at: from, by: places },
      { at: to - decidedAfterMsMax, by: -places },
    ];
  });
  let held = 0;
  let most = 0;
  for (const { by } of changes.toSorted((one, other) => one.at - other.at || one.by - other.by)) {
    held += by;
    most = Math.max(most, held);
  }
  return most;
}

function auditKeys({ bookings }: Records): void {
  const seen = new Set<string>();
  for (const { idempotencyKey } of bookings) {
    if (idempotencyKey === null) continue;
    keysAudited.add(1);
    doubled.add(seen.has(idempotencyKey) ? 1 : 0);
    seen.add(idempotencyKey);
  }
}

/** How much slower the tenant who behaves was answered beside its neighbour. */
function p95Between({ metrics }: Summary): number {
  const p95 = (phase: string): number =>
    metrics[`http_req_duration{phase:${phase}}`]?.values["p(95)"] ?? Number.NaN;
  return p95("beside") / p95("calm");
}

interface Delivery {
  readonly bookingId: string;
  readonly isGenuine: boolean;
  readonly tookMs: number;
}

const deliverySecondsMax = 60;

/** Each at least once; a repeat is no fault. */
function auditDeliveries({ answered }: Records): void {
  let received: Delivery[] = [];
  let missing: string[] = [...answered];
  for (let left = deliverySecondsMax; left > 0 && missing.length > 0; left--) {
    received = http.get(`${receiverUrl}/deliveries`).json() as unknown as Delivery[];
    const known = new Set(received.map(({ bookingId }) => bookingId));
    missing = answered.filter((id) => !known.has(id));
    if (missing.length > 0) sleep(1);
  }
  undelivered.add(missing.length);
  for (const { isGenuine, tookMs } of received) {
    delivered.add(1);
    unsigned.add(isGenuine ? 0 : 1);
    deliveredAfter.add(tookMs);
  }
}
