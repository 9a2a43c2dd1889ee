/**
 * The second pass: what the server's own records say of the run. Places are counted again from its
 * bookings, departure by departure, and compared with what it says is free; each booking that a client
 * was answered is looked for. `audits.ts` has what a test wants counted beside.
 */
import { Counter, Gauge } from "k6/metrics";
import type { Options } from "k6/options";
import { must } from "./api.ts";
import { audits } from "./audits.ts";
import { type Booking, placesOf } from "./booking.ts";
import { type Sale, availabilityPath } from "./sale.ts";
import type { Summary } from "./summary.ts";
import { key, results, secondKey } from "./run-settings.ts";

export { handleSummary } from "./summary.ts";

const test = __ENV["TEST"] ?? "";
const first = JSON.parse(open(`${results}/summary.json`)) as Summary;
const { sale } = first.setup_data as { sale: Sale };
const answered = [...open(`${results}/answered.txt`).matchAll(/booked (bkg_\w+)/g)].map(
  ([, id = ""]) => id,
);
const findings = findingsOfDoctor();
const audit = audits[test];

const departuresAudited = new Counter("departures_audited");
const oversold = new Counter("oversold_places");
/** Places by which what is free differs from what is left of the bookings. */
const miscounted = new Counter("miscounted_places");
const taken = new Gauge("places_taken");
const bookingsAudited = new Counter("answered_bookings_audited");
const lost = new Counter("lost_bookings");
const doctorRuns = new Counter("doctor_runs");
const doctorFindings = new Counter("doctor_findings");

export const options: Options = {
  scenarios: {
    records: {
      executor: "per-vu-iterations",
      vus: 1,
      iterations: 1,
      maxDuration: "5m",
      exec: "records",
    },
  },
  thresholds: {
    // A counter without a sample passes count==0 in silence: these say that it was counted at all.
    departures_audited: [`count==${sale.startAts.length}`],
    answered_bookings_audited: [`count==${answered.length}`, "count>0"],
    oversold_places: ["count==0"],
    miscounted_places: ["count==0"],
    lost_bookings: ["count==0"],
    ...(findings === undefined ? {} : { doctor_runs: ["count==1"], doctor_findings: ["count==0"] }),
    ...audit?.thresholds(),
  },
};

export function records(): void {
  const bookings = bookingsOf(sale);
  auditPlaces(bookings);
  const known = new Set(bookings.map(({ id }) => id));
  for (const id of answered) {
    bookingsAudited.add(1);
    lost.add(known.has(id) ? 0 : 1);
  }
  if (findings !== undefined) {
    doctorRuns.add(1);
    doctorFindings.add(findings);
  }
  audit?.run?.({ bookings, first });
}

/** Removes the suppliers that the run has made; their bookings stay. */
export function teardown(): void {
  const { foreign } = first.setup_data as { foreign?: Sale };
  const remove = (path: string, ownKey = key): unknown =>
    must({ method: "DELETE", path, key: ownKey, name: "teardown" });
  remove(`/suppliers/${sale.supplierId}`);
  if (foreign) remove(`/suppliers/${foreign.supplierId}`, secondKey);
}

const pageMax = 100;

function bookingsOf({ supplierId }: Sale): Booking[] {
  const all: Booking[] = [];
  for (;;) {
    const path = `/bookings?supplierId=${supplierId}&limit=${pageMax}&offset=${all.length}`;
    const { items, total } = must({ path, key, name: "records" }) as {
      items: Booking[];
      total: number;
    };
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

function auditPlaces(bookings: readonly Booking[]): void {
  let all = 0;
  for (const startAt of sale.startAts) {
    const own = bookings.filter((booking) => booking.startAt === startAt);
    const placesAt = (now: number): number =>
      own.reduce((sum, booking) => sum + placesOf(booking, now), 0);
    const leftAt = (now: number): number => Math.max(0, sale.places - placesAt(now));
    const path = availabilityPath(sale, startAt);
    const asked = Date.now();
    const [departure] = must({ path, key, name: "records" }) as { vacancies: number }[];
    const free = departure?.vacancies ?? Number.NaN;
    departuresAudited.add(Number.isNaN(free) ? 0 : 1);
    oversold.add(Math.max(0, placesAt(asked) - sale.places));
    // A hold may end while this is asked: both numbers are right then.
    miscounted.add(Math.max(0, leftAt(asked) - free, free - leftAt(Date.now())));
    all += placesAt(asked);
  }
  taken.add(all);
}

/** Undefined where the server could not be asked: it was not started by the run. */
function findingsOfDoctor(): number | undefined {
  if (__ENV["DOCTOR"] !== "yes") return undefined;
  return (JSON.parse(open(`${results}/doctor.json`)) as { findings: unknown[] }).findings.length;
}
