/**
 * `npm run bench:steps`: the processor time of the steps of docs/limits.md that keep a process from all other work, each at
 * its largest. Time in which the machine does other work does not count; its cold caches do.
 */
import { systemRequestOf } from "@slipway/dev/testing-request";
import { catalog } from "@slipway/contracts";
import { departuresOf } from "@slipway/departures";
import { createTurnQueue } from "@slipway/store";
import { countByDay, daysOf } from "../src/list/count-by-day.ts";
import { createBookingIndex } from "../src/list/booking-index.ts";
import type { ListDeps } from "../src/list/deps.ts";
import { listUnscheduledBookings } from "../src/list/list-unscheduled-bookings.ts";
import { aPeriod, someFacts } from "./builders.ts";

const dayMs = 86_400_000;
/** Every five minutes: the most that a period may have. */
const timesOfDay = Array.from({ length: 288 }, (_, number) =>
  new Date(number * 300_000).toISOString().slice(11, 16),
);
const begin = Date.parse("2027-06-01T00:00:00Z");
const bookings = 100_000;
const runs = 15;

const index = createBookingIndex();
for (let number = 0; number < bookings; number++) {
  const id = `bkg_${String(number).padStart(32, "0")}`;
  const key = { id, createdAt: begin - number, updatedAt: begin - number };
  const startAt = begin + ((number * 7_919) % (31 * 288)) * 300_000;
  const texts = { externalId: null, resellerReference: null, searchText: `person ${number}` };
  const place = { supplierId: "sup", productId: "prd", optionId: `opt_${number % 50}` };
  const sold = { status: "CONFIRMED", source: "api/v1", startAt, expiresAt: null } as const;
  index.put(key, { ...key, ...place, ...sold, ...texts });
}
const month = { from: new Date(begin), to: new Date(begin + 31 * dayMs) };
const starts = index.startsOf(month, begin);
const days = daysOf({ from: "2027-06-01", to: "2027-07-01", timezone: "Europe/Rome" });

const label = "x".repeat(1_000);
const pricingPeriods = Array.from({ length: 280 }, () =>
  aPeriod({ startTimes: timesOfDay, label, retailPrices: { adult: 1_250 } }),
);
const facts = someFacts({ pricingPeriods });

const deps = {
  clock: () => begin,
  lists: { listOf: () => Promise.resolve({ items: [], more: false, missing: false }) },
  bookingIndexes: { get: () => Promise.resolve({ startsOf: () => starts }) },
  scanTurns: createTurnQueue(),
} as unknown as ListDeps;
const via = { call: () => Promise.resolve({ starts: [] }) as never };

const steps: Readonly<Record<string, (run: number) => unknown>> = {
  "departures of 32 days, 200 periods of 288 times": (run) => {
    // Each run has periods that no cache knows.
    const validFrom = new Date(begin - (run + 1) * dayMs).toISOString().slice(0, 10);
    const period = {
      startMonthDay: "01-01",
      endMonthDay: "12-31",
      weekdays: [0, 1, 2, 3, 4, 5, 6],
    };
    const whole = { ...period, startTimes: timesOfDay, validFrom, validTo: null };
    const periods = Array.from({ length: 200 }, () => whole);
    return departuresOf(periods, "Europe/Rome", { from: begin, to: begin + 32 * dayMs });
  },
  "facts of an option of 0.95 MB, parsed and made JSON": () =>
    JSON.parse(JSON.stringify(catalog.getOptionFacts.output.parse(facts))),
  "search of 100 000 bookings in memory, with its total": () =>
    index.find({ search: "nobody" }, { order: "createdAt", limit: 100, withTotal: true }, begin),
  "counts of 100 000 bookings over 31 days": () => countByDay(index.startsOf(month, begin), days),
  "a page of unscheduled bookings among 100 000": () =>
    listUnscheduledBookings(deps, systemRequestOf(via, "ten"), {}),
};

for (const [name, step] of Object.entries(steps)) {
  const took: number[] = [];
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await step(run);
    const { user, system } = process.cpuUsage(before);
    took.push((user + system) / 1_000);
  }
  const [least = 0, median = 0] = [0, Math.floor(runs / 2)].map(
    (at) => took.toSorted((a, b) => a - b)[at],
  );
  const times = `least ${least.toFixed(1)} ms, median ${median.toFixed(1)} ms`;
  process.stdout.write(`${name.padEnd(56)} ${times}\n`);
}
