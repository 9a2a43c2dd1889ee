/**
 * `npm run bench:steps`: the processor time of the steps of docs/limits.md that keep a process from all other work, each at
 * its largest. Time in which the machine does other work does not count; its cold caches do.
 */
import { systemRequestOf } from "@slipway/dev/testing-request";
import { catalog } from "../packages/contracts/src/index.ts";
import { departuresOf } from "../packages/departures/src/index.ts";
import { createTurnQueue } from "../packages/store/src/index.ts";
import { daysOf, sumStarts } from "../services/bookings/src/list/sum-starts.ts";
import { createBookingIndex } from "../services/bookings/src/list/booking-index.ts";
import type { ListDeps } from "../services/bookings/src/list/deps.ts";
import { listUnscheduledBookings } from "../services/bookings/src/list/list-unscheduled-bookings.ts";
import { shownProduct, soldOf } from "../gateway/src/octo/product.ts";
import { periodsOfRule } from "../services/availability/src/period/rule-periods.ts";
import { median } from "./virtual-users.ts";
import { aPeriod, someFacts } from "../services/bookings/test/builders.ts";
import {
  type ANeed,
  aLedger,
  aResource,
  later,
} from "../services/resources-capacity/test/made-ledgers.ts";

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
  const worth = { guests: 2, retail: 9_000, currency: "EUR" };
  index.put(key, { ...key, ...place, ...sold, ...texts, ...worth });
}
const month = { from: new Date(begin), to: new Date(begin + 31 * dayMs) };
const starts = index.startsOf(month, begin);
const days = daysOf({ from: "2027-06-01", to: "2027-07-01", timezone: "Europe/Rome" });

const label = "x".repeat(1_000);
const pricingPeriods = Array.from({ length: 280 }, () =>
  aPeriod({ startTimes: timesOfDay, label, retailPrices: { adult: 1_250 } }),
);
const facts = someFacts({ pricingPeriods });

const adult = { name: "Adult", type: "ADULT" as const, lowestRetail: 1_250, archived: false };
const unit = { ...adult, requiredContactFields: [], restrictions: { minAge: 14, maxAge: 99 } };
const cutoffs = { cancellationCutoffAmount: 0, cancellationCutoffUnit: "hour" as const };
const crossing = { isDefault: true, name: "Crossing", durationMinutes: 60, needsApproval: false };
const option = {
  ...crossing,
  ...cutoffs,
  pricingPer: "UNIT" as const,
  cancellationPolicy: null,
  bookingCutoffMinutes: 0,
  requiredContactFields: [],
  restrictions: { minUnits: null, maxUnits: null },
  lowestRetail: null,
};
const names = (of: string, count: number): { id: string; reference: string }[] =>
  Array.from({ length: count }, (_, number) => {
    const id = `${of}_${String(number).padStart(32, "0")}`;
    return { id, reference: id };
  });
const place = { locale: "en", timezone: "Europe/Rome" };
const product = { ...place, name: "Ferry", description: null, archived: false, photos: [] };
/** An answer of about a MiB. */
const products = names("prd", 50).map((each) => ({
  ...each,
  ...product,
  options: names("opt", 5).map((one) => ({
    ...one,
    ...option,
    units: names("unt", 12).map((some) => ({ ...some, ...unit })),
  })),
}));
const shown = { currency: { currency: "EUR", currencyPrecision: 2 } };
const answerOf = (found: typeof products): string =>
  JSON.stringify(
    found
      .map(({ options, ...rest }) => ({
        ...rest,
        options: options.map((each) => ({ ...each, startTimes: ["10:00"] })),
      }))
      .map((each) => shownProduct(soldOf(each) ?? each, shown)),
  );

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const minutes = Array.from({ length: 12 }, (_, part) => part * 5);
const rrule = `FREQ=DAILY;BYHOUR=${hours.join()};BYMINUTE=${minutes.join()}`;

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
    const everyDay = {
      startMonthDay: "01-01",
      endMonthDay: "12-31",
      weekdays: [0, 1, 2, 3, 4, 5, 6],
    };
    const whole = { ...everyDay, startTimes: timesOfDay, validFrom, validUntil: null };
    const periods = Array.from({ length: 200 }, () => whole);
    return departuresOf(periods, "Europe/Rome", { from: begin, to: begin + 32 * dayMs });
  },
  "facts of an option of 0.95 MB, parsed and made JSON": (): unknown =>
    JSON.parse(JSON.stringify(catalog.getOptionFacts.output.parse(facts))),
  [`products over OCTO, ${(answerOf(products).length / 2 ** 20).toFixed(2)} MiB`]: () => {
    const page = { items: products, next: null, currency: "EUR" };
    const sent = JSON.stringify(catalog.listSellable.output.parse(page));
    return answerOf((JSON.parse(sent) as { items: typeof products }).items);
  },
  "an imported rule of 288 times, compared over two years": () =>
    periodsOfRule({ rrule, dtstart: "2027-01-01T00:00" }, "Europe/Rome"),
  "search of 100 000 bookings in memory, with its total": () =>
    index.find({ search: "nobody" }, { order: "createdAt", limit: 100, withTotal: true }, begin),
  "counts of 100 000 bookings over 31 days": () =>
    sumStarts(index.startsOf(month, begin), days, ["date", "source"]),
  "stats of 100 000 bookings by day, product and source": () =>
    sumStarts(index.startsOf(month, begin), days, ["date", "productId", "source", "currency"]),
  "100 claims beside 1 000 departures of one hour": claimsAtOneHour(0),
  "the same, where each has 18 holds": claimsAtOneHour(18),
  "a page of unscheduled bookings among 100 000": () =>
    listUnscheduledBookings(deps, systemRequestOf(via, "ten"), {}),
};

/** Claims beside 1 000 departures that use one resource at one hour. */
function claimsAtOneHour(holds: number): (run: number) => void {
  const options = Array.from({ length: 1_000 }, (_, number) => `tour${number}`);
  const once: ANeed = [1, null];
  const needs = Object.fromEntries(options.map((optionId) => [optionId, once]));
  const ledger = aLedger(aResource({ capacityPerResource: 1_000_000, needs }));
  for (const optionId of options) {
    if (holds === 0) ledger.claim(optionId, 1, { optionId });
    for (let hold = 0; hold < holds; hold++)
      ledger.claim(`${optionId} ${hold}`, 1, { optionId, until: later + hold });
  }
  return (run) => {
    for (const optionId of options.slice(0, 100))
      ledger.claim(`${optionId} again ${run}`, 1, { optionId });
  };
}

for (const [name, step] of Object.entries(steps)) {
  const took: number[] = [];
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await step(run);
    const { user, system } = process.cpuUsage(before);
    took.push((user + system) / 1_000);
  }
  const times = `least ${Math.min(...took).toFixed(1)} ms, median ${median(took).toFixed(1)} ms`;
  process.stdout.write(`${name.padEnd(56)} ${times}\n`);
}
