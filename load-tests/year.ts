/**
 * `npm run bench:year`: how big a year of a mid-size operator gets. A day is sold over HTTP as the operator sells it, and
 * its documents are copied into the days before. Prints a table of collections for docs/data.md, and how long reads and sales
 * take before and after. Fails where one takes much longer beside a year. `-- --bookings N` makes the year smaller; a day
 * keeps its size.
 */
import { parseArgs } from "node:util";
import type { Slipway } from "@slipway/client";
import { connect } from "../examples/connect.ts";
import { percentile } from "./virtual-users.ts";
import type { Sold } from "@slipway/dev/shop";
import { bodyOfSale, dayAhead, inTurn, makeShop } from "./shop.ts";
import { type OwnServer, onOwnServer } from "./own-server.ts";
import { copyDays, sizesOf, untilDelivered } from "./year/copy-days.ts";

const { values } = parseArgs({ options: { bookings: { type: "string", default: "400000" } } });
/** 400 000 in a year. */
const ofDay = 1_096;
const days = Math.max(1, Math.round(Number(values.bookings) / ofDay));
const plan = {
  suppliers: 3,
  optionsOfEach: 4,
  startTimes: ["08:00", "10:30", "13:00", "15:30", "18:00"],
  seats: 60,
};
const [timesMax, noiseMs] = [3, 10];
const soldDate = dayAhead(2);

await onOwnServer({}, fillAYear);

async function fillAYear(server: OwnServer): Promise<void> {
  const { client, databasePrefix } = server;
  const api = connect(server.url, server.key);
  const options = await makeShop(server, plan);
  await inTurn(ofDay, 8, (number) => sell(api, options, number));
  await untilDelivered(server);
  const fresh = await measure(api, options);
  const began = performance.now();
  await copyDays(client, databasePrefix, { days: days - 1, date: soldDate });
  console.error(`copied ${days - 1} days in ${Math.round((performance.now() - began) / 1_000)} s`);
  const full = await measure(api, options);
  console.log(JSON.stringify({ bookings: days * ofDay, fresh, full }));
  console.table(await sizesOf(client, databasePrefix));
  compare(fresh, full);
}

/** One of ten is cancelled; one of four begins as a hold. */
async function sell(api: Slipway, all: readonly Sold[], number: number): Promise<void> {
  const { optionId, unitId } = all[number % all.length] as Sold;
  const time = plan.startTimes[Math.floor(number / all.length) % plan.startTimes.length] ?? "";
  const status = number % 4 === 0 ? "ON_HOLD" : "CONFIRMED";
  const { id } = await api.bookings.create({
    optionId,
    startAt: `${soldDate}T${time}:00Z`,
    unitItems: [{ unitId, quantity: 1 + (number % 3) }],
    status,
    idempotencyKey: `sale-${number}`,
    customer: {
      firstName: "Marta",
      lastName: `Zanon ${number}`,
      emailAddress: `m${number}@example.com`,
    },
    notes: "Arrives with a pushchair",
  });
  if (status === "ON_HOLD") await api.bookings.confirm(id);
  if (number % 10 === 3) await api.bookings.cancel(id, { reason: "Changed plans" });
}

async function measure(api: Slipway, all: readonly Sold[]): Promise<Record<string, number>> {
  const option = all[0] as Sold;
  const { optionId } = option;
  const [from, to] = [`${soldDate}T00:00:00Z`, `${dayAhead(22)}T00:00:00Z`];
  const startAt = `${dayAhead(11)}T08:00:00Z`;
  return {
    ...(await timesOf("list", () => api.bookings.list({ limit: 50 }))),
    ...(await timesOf("availability", () => api.availability.list({ optionId, from, to }))),
    ...(await timesOf("sale", async () => {
      const { id } = await api.bookings.create(bodyOfSale(option, startAt));
      await api.bookings.cancel(id);
    })),
  };
}

/** Fails where a median beside a year is a multiple of that beside a day. */
function compare(fresh: Record<string, number>, full: Record<string, number>): void {
  for (const [name, ms = 0] of Object.entries(fresh).filter(([each]) => each.endsWith("P50Ms"))) {
    const fullMs = full[name] ?? Infinity;
    if (fullMs <= timesMax * ms + noiseMs) continue;
    console.error(
      `${name}: ${fullMs} beside a year, more than ${timesMax} times the ${ms} of a day`,
    );
    process.exitCode = 1;
  }
}

/** Median and 95th percentile of a hundred, in milliseconds. The first ones load what later ones have. */
async function timesOf(name: string, run: () => Promise<unknown>): Promise<Record<string, number>> {
  const times: number[] = [];
  for (let round = 0; round < 120; round++) {
    const began = performance.now();
    await run();
    if (round >= 20) times.push(performance.now() - began);
  }
  const rounded = (share: number): number => Math.round(percentile(times, share) * 10) / 10;
  return { [`${name}P50Ms`]: rounded(0.5), [`${name}P95Ms`]: rounded(0.95) };
}
