/**
 * `npm run bench:year`: how big a year of a mid-size operator gets. A day is sold over HTTP as the operator sells it, and
 * its documents are copied into the days before. Prints a table of collections for docs/data.md, and how long reads and sales
 * take before and after. `-- --bookings N` makes the year smaller; a day keeps its size.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "../examples/connect.ts";
import { startSlipway } from "./contenders.ts";
import { percentile } from "./virtual-users.ts";
import type { Sold } from "@slipway/dev/shop";
import { makeShop } from "./shop.ts";
import { openBenchSetup } from "./bench-setup.ts";
import { copyDays, sizesOf } from "./year/copy-days.ts";

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
const dayMs = 86_400_000;
const soldDate = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10);

const setup = await openBenchSetup();
const { directory, engine, client } = setup;
const server = await setup.started(startSlipway(engine.uri, join(directory, "slipway")));
try {
  const api = connect(server.urls[0] ?? "", server.key);
  const options = await makeShop(server, plan);
  await sellADay(options);
  await settled();
  const fresh = await measure(options);
  const began = performance.now();
  await copyDays(client, server.databasePrefix, { days: days - 1, date: soldDate });
  console.error(`copied ${days - 1} days in ${Math.round((performance.now() - began) / 1_000)} s`);
  const full = await measure(options);
  console.log(JSON.stringify({ bookings: days * ofDay, fresh, full }));
  console.table(await sizesOf(client, server.databasePrefix));

  async function sellADay(all: readonly Sold[]): Promise<void> {
    for (let sold = 0; sold < ofDay; sold += 8)
      await Promise.all(
        Array.from({ length: Math.min(8, ofDay - sold) }, (_, index) => sell(all, sold + index)),
      );
  }

  /** One of ten is cancelled; one of four begins as a hold. */
  async function sell(all: readonly Sold[], number: number): Promise<void> {
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

  /** The log has every event that was delivered so far. */
  async function settled(): Promise<void> {
    const log = client.db(`${server.databasePrefix}-audit`).collection("audit_logs");
    const bookings = client.db(`${server.databasePrefix}-bookings`).collection("bookings");
    while ((await bookings.countDocuments({ "outbox.0": { $exists: true } })) > 0) await pause(100);
    console.error(`${await log.estimatedDocumentCount()} audit entries of the day`);
  }

  async function measure(all: readonly Sold[]): Promise<Record<string, number>> {
    const { optionId, unitId } = all[0] as Sold;
    const from = `${soldDate}T00:00:00Z`;
    const to = `${new Date(Date.parse(soldDate) + 20 * dayMs).toISOString().slice(0, 10)}T00:00:00Z`;
    const startAt = `${new Date(Date.parse(soldDate) + 9 * dayMs).toISOString().slice(0, 10)}T08:00:00Z`;
    return {
      ...(await timesOf("list", () => api.bookings.list({ limit: 50 }))),
      ...(await timesOf("availability", () => api.availability.list({ optionId, from, to }))),
      ...(await timesOf("sale", async () => {
        const unitItems = [{ unitId, quantity: 1 }];
        const { id } = await api.bookings.create({ optionId, startAt, unitItems });
        await api.bookings.cancel(id);
      })),
    };
  }
} finally {
  await setup.close();
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
