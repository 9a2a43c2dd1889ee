/** What the bench compares: the baseline and Slipway, each a process of its own on one engine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { apiKeyOf, startServerProcess } from "@slipway/platform/server-process";
import type { MongoClient } from "mongodb";
import { type Sale, buy, percentile } from "./buyers.ts";
import { makeHotDeparture } from "./hot-departure.ts";

export interface Round {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
}

export interface Contender {
  /** Sells one departure out. */
  round(): Promise<Round>;
  stop(): Promise<unknown>;
}

export interface Size {
  purchases: number;
  buyers: number;
}

const customer = { firstName: "Ada", lastName: "Byron", email: "ada@guest.example" };

export async function startBaseline(
  engineUri: string,
  { purchases, buyers }: Size,
): Promise<Contender> {
  const file = new URL("baseline/server.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [file], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, MONGODB_URI: engineUri, DATABASE: "baseline", NODE_ENV: "production" },
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return {
    async round() {
      const departure = await fetch(`${url}/departures`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ free: purchases }),
      });
      const { _id: departureId } = (await departure.json()) as { _id: string };
      const startedAt = performance.now();
      const bodyOf = (): object => ({ departureId, quantity: 1, customer });
      const sales = await buy({ url, path: "/bookings", buyers, purchases, bodyOf });
      return roundOf(sales, performance.now() - startedAt);
    },
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** @param engine for the look at whether everything is told. */
export async function startSlipway(
  engineUri: string,
  engine: MongoClient,
  directory: string,
  { purchases, buyers }: Size,
): Promise<Contender> {
  const server = await startServerProcess({
    directory,
    env: { MONGODB_URI: engineUri, RATE_LIMIT_RPS: "0", NODE_ENV: "production" },
  });
  const key = await apiKeyOf(directory);
  return {
    async round() {
      const { unitId, ...departure } = await makeHotDeparture(server.url, key, purchases);
      const toldBefore = await countToldBookings(engine);
      const startedAt = performance.now();
      const sales = await buy({
        url: server.url,
        path: "/api/v1/bookings",
        headers: { authorization: `Bearer ${key}` },
        buyers,
        purchases,
        bodyOf: () => ({ ...departure, unitItems: [{ unitId, quantity: 1 }], customer }),
      });
      await untilTold(engine, toldBefore + purchases);
      return roundOf(sales, performance.now() - startedAt);
    },
    stop: () => server.stop(),
  };
}

function countToldBookings(engine: MongoClient): Promise<number> {
  return engine
    .db("slipway-audit")
    .collection("audit_logs")
    .countDocuments({ action: "booking.create" });
}

/** Until no booking waits to be told and the audit log has so many. */
async function untilTold(engine: MongoClient, entries: number): Promise<void> {
  const bookings = engine.db("slipway-bookings").collection("bookings");
  const waiting = { "outbox.id": { $exists: true } };
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (!(await bookings.findOne(waiting)) && (await countToldBookings(engine)) >= entries) return;
    await new Promise((resume) => setTimeout(resume, 10));
  }
  throw new Error("a minute later some bookings are still not in the audit log");
}

function roundOf(sales: Sale[], tookMs: number): Round {
  const failed = sales.find(({ status }) => status !== 201);
  if (failed) throw new Error(`a purchase was answered ${failed.status}: ${failed.body}`);
  const times = sales.map((sale) => sale.tookMs);
  return {
    perSecond: (sales.length / tookMs) * 1_000,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}
