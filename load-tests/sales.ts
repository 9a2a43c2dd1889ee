/** The loads that book: on one departure, on many, across days, sold out, and far down a departure. */
import assert from "node:assert";
import type { MongoClient } from "mongodb";
import type { Contender } from "./contenders.ts";
import { type Asked, ask } from "./virtual-users.ts";
import { type Load, type Prepared, ofSlipway } from "./measured-load.ts";
import type { Sold } from "@slipway/dev/shop";
import { until } from "@slipway/dev/testing-until";
import { type ShopPlan, dayAhead, makeShop, bodyOfSale } from "./shop.ts";

const customer = { firstName: "Ada", lastName: "Byron", email: "ada@guest.example" };
const bookers = ["baseline", "slipway", "cluster"] as const;
const ours = ["slipway", "cluster"] as const;
export const fourADay = ["08:00", "11:00", "14:00", "17:00"];
const twentyADay = Array.from({ length: 20 }, (_, index) => timeOf(300 + 45 * index));
// A supplier's day begins at 04:00 of its time: this one is in two.
const beforeTheBoundary = ["03:30"];

/**
 * Requests of the loads with a ratio. Rounds of two seconds differ by a fifth, as other work on a host comes and
 * goes.
 */
const compared = 6_000;

interface SalePlan extends Omit<ShopPlan, "seats"> {
  days: number;
  seats?: number;
}

const oneDeparture = { suppliers: 1, optionsOfEach: 1, startTimes: ["08:00"], days: 1 };
const aLargeDeparture = { ...oneDeparture, seats: 11_000 };
const threeResources = { ...oneDeparture, resourcesOfEach: 3 };
const inTwoDays = { ...oneDeparture, startTimes: beforeTheBoundary };
const ofFiftySuppliers = { suppliers: 50, optionsOfEach: 1, startTimes: fourADay, days: 5 };
const ofManyDays = { ...oneDeparture, days: 300 };
const aFullDay = { suppliers: 1, optionsOfEach: 50, startTimes: twentyADay, days: 1 };
const aSmallDay = { suppliers: 1, optionsOfEach: 1, startTimes: twentyADay.slice(0, 10), days: 1 };

// Loads are measured right after what they are compared with: the pace of a host changes by a half
// within minutes.
const soldOutName = "a departure that is sold out, refused";
const soldOut = ofSlipway(soldOutName, [64, compared], prepareSoldOut, { status: 409 });

export const sales: readonly Load[] = [
  {
    ...saleOf("one hot departure", ["floor", ...bookers], oneDeparture, compared),
    followedBy: [
      soldOut,
      saleOf("one departure with three resources", ours, threeResources, compared),
      saleOf("one departure in two days", ours, inTwoDays, compared),
      saleOf("10 departures of one supplier's day", ["slipway"], aSmallDay, compared),
      saleOf("1 000 departures of one supplier's day", ["slipway"], aFullDay, compared),
    ],
  },
  {
    ...saleOf("1 000 departures of 50 suppliers", bookers, ofFiftySuppliers, compared),
    followedBy: [
      ofSlipway(
        "1 000 departures of 50 suppliers, booked before",
        [64, compared],
        prepareAgain("1 000 departures of 50 suppliers"),
      ),
    ],
  },
  {
    ...saleOf("one buyer, the first booking of each day", ["slipway"], ofManyDays, 300),
    clients: 1,
    followedBy: [
      ofSlipway(
        "one buyer, the second booking of each day",
        [1, 300],
        prepareAgain("one buyer, the first booking of each day"),
      ),
    ],
  },
  {
    ...saleOf("one buyer, booking 1 to 500 of a departure", ["slipway"], aLargeDeparture, 500),
    clients: 1,
    followedBy: [
      ofSlipway(
        "one buyer, booking 9 751 to 10 250 of it",
        [1, 500],
        prepareAgain("one buyer, booking 1 to 500 of a departure", 9_250),
      ),
    ],
  },
];

function saleOf(
  name: string,
  contenders: Load["contenders"],
  plan: SalePlan,
  requests: number,
): Load {
  const prepare: Load["prepare"] = async (contender, seats) => {
    if (contender.name === "baseline") return prepareBaselineSale(contender, plan, seats);
    if (contender.name === "floor") return onFloor;
    const prepared = await prepareSale(contender, { seats: 2 * seats, ...plan });
    lastOf.set(name, prepared);
    return prepared;
  };
  return { name, clients: 64, requests, contenders, prepare };
}

async function prepareSale(
  contender: Contender,
  { days, seats = 1, ...plan }: SalePlan,
): Promise<Prepared> {
  const options = await makeShop(contender, { ...plan, seats });
  const startAts = Array.from({ length: days }, (_, day) =>
    plan.startTimes.map((time) => `${dayAhead(30 + day)}T${time}:00.000Z`),
  ).flat();
  const departures = options.flatMap((option) => startAts.map((startAt) => ({ option, startAt })));
  return {
    requestOf: (index) => {
      const { option, startAt } = departures[index % departures.length] as (typeof departures)[0];
      return bookingOf(option, startAt);
    },
    settled: (engine) => untilDelivered(engine, contender.databasePrefix),
    check: (engine) => expectAllDelivered(engine, contender.databasePrefix),
  };
}

async function prepareBaselineSale(
  { urls }: Contender,
  { suppliers, optionsOfEach, startTimes, days }: SalePlan,
  seats: number,
): Promise<Prepared> {
  const departures: string[] = [];
  for (let left = suppliers * optionsOfEach * startTimes.length * days; left > 0; left--) {
    const made = await fetch(`${urls[0]}/departures`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ free: seats }),
    });
    departures.push(((await made.json()) as { _id: string })._id);
  }
  return {
    requestOf: (index) => {
      const departureId = departures[index % departures.length];
      return { method: "POST", path: "/bookings", body: { departureId, quantity: 1, customer } };
    },
  };
}

/** The sale of a load's last round, for the load that sells the same again. */
const lastOf = new Map<string, Prepared>();

/** @param soldBetween so many more */
function prepareAgain(name: string, soldBetween = 0): Load["prepare"] {
  return async (contender, _requests, engine) => {
    const last = lastOf.get(name);
    assert(last, "it is measured right after the first sale");
    if (soldBetween > 0) {
      await sell(contender, last, soldBetween);
      await last.settled?.(engine);
    }
    return last;
  };
}

/** The wait counts in a sale's time. */
const pauseMs = 5;

/** The floor has one departure, which never fills up, and writes on after its answer as Slipway does. */
const onFloor: Prepared = {
  requestOf: () => ({ method: "POST", path: "/bookings", body: { customer } }),
  async settled(engine) {
    const database = engine.db("floor");
    const countOf = (name: string) => database.collection(name).estimatedDocumentCount();
    await until(async () => {
      const names = ["bookings", "claims", "audit_logs"];
      const [booked, claimed, noted] = await Promise.all(names.map(countOf));
      return booked === claimed && booked === noted;
    }, pauseMs);
  },
};

const seatsSoldOut = 64;

async function prepareSoldOut(contender: Contender, _requests: number, engine: MongoClient) {
  const sale = await prepareSale(contender, { ...oneDeparture, seats: seatsSoldOut });
  await sell(contender, sale, seatsSoldOut);
  await sale.settled?.(engine);
  return { requestOf: sale.requestOf };
}

async function sell({ urls, key }: Contender, { requestOf }: Prepared, requests: number) {
  const headers = { authorization: `Bearer ${key}` };
  const answers = await ask({ urls, headers, clients: 64, requests, requestOf });
  const failed = answers.find(({ status }) => status !== 201);
  if (failed) throw new Error(`a sale was answered ${failed.status}: ${failed.body}`);
}

export function bookingOf(sold: Sold, startAt: string): Asked {
  const body = bodyOfSale(sold, startAt, { customer });
  return { method: "POST", path: "/api/v1/bookings", body };
}

/** Minutes of the day as a local time. */
function timeOf(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** Until every booking's events are delivered: one waits until the audit log has answered for it. */
async function untilDelivered(engine: MongoClient, prefix: string): Promise<void> {
  const bookings = engine.db(`${prefix}-bookings`).collection("bookings");
  const waiting = { "outbox.id": { $exists: true } };
  await until(async () => !(await bookings.findOne(waiting, { projection: { _id: 1 } })), pauseMs);
}

/** Counts both whole collections, which takes the longer the more rounds there were. */
async function expectAllDelivered(engine: MongoClient, prefix: string): Promise<void> {
  const bookings = engine.db(`${prefix}-bookings`).collection("bookings");
  const log = engine.db(`${prefix}-audit`).collection("audit_logs");
  // Tombstones of bookings that never came to be have no status.
  const booked = await bookings.countDocuments({ status: { $exists: true } });
  const delivered = await log.countDocuments({ action: "booking.create" });
  if (delivered < booked)
    throw new Error(`${booked - delivered} bookings are not in the audit log`);
}
