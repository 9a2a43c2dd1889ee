/** The counts of the second pass for one test, beside the places. */
import { Counter, Gauge } from "k6/metrics";
import { type Booking, heldBetween } from "./booking.ts";
import type { Summary } from "./summary.ts";
import { planOf } from "./run-settings.ts";

interface Records {
  readonly bookings: readonly Booking[];
  /** The summary of the first pass. */
  readonly first: Summary;
}

interface Audit {
  thresholds(): Record<string, string[]>;
  run?(records: Records): void;
}

const heldAtOnce = new Gauge("places_held_at_once");
const doubled = new Counter("keys_with_two_bookings");
const keysAudited = new Counter("keys_audited");
const ratio = new Gauge("p95_ratio");

/** By test; the others have none. */
export const audits: Readonly<Partial<Record<string, Audit>>> = {
  "flash-sale": {
    thresholds: () => ({ places_taken: [`value==${planOf("flash-sale", "places").places}`] }),
  },
  "hold-expiry": {
    thresholds: () => {
      const { places } = planOf("hold-expiry", "places");
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
    thresholds: () => {
      const { ratioMax } = planOf("noisy-neighbour", "ratioMax");
      return { p95_ratio: ["value>0", `value<=${ratioMax}`] };
    },
    run: ({ first }) => ratio.add(p95Between(first)),
  },
};

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
