/** What the bench asks for, and how much of it. */
import type { MongoClient } from "mongodb";
import type { Contender } from "./contenders.ts";
import type { Asked } from "./crowd.ts";
import { makeManyBookings } from "./many-bookings.ts";
import { type OptionOnSale, dayAhead, makeShop } from "./shop.ts";

export interface Load {
  name: string;
  clients: number;
  requests: number;
  contenders: readonly Contender["name"][];
  /** Makes what the load needs, before the clock starts. */
  prepare: (contender: Contender, requests: number, engine: MongoClient) => Promise<Prepared>;
}

export interface Prepared {
  requestOf: (index: number) => Asked;
  /** Resolves when all that was asked for is done, the audit log included. */
  settled?: (engine: MongoClient) => Promise<void>;
}

const customer = { firstName: "Ada", lastName: "Byron", email: "ada@guest.example" };
const bookers = ["baseline", "slipway", "cluster"] as const;
const fourADay = ["08:00", "11:00", "14:00", "17:00"];

export const loads: readonly Load[] = [
  {
    name: "one hot departure",
    clients: 64,
    requests: 3_000,
    contenders: bookers,
    prepare: (contender, requests) =>
      prepareSale(contender, { suppliers: 1, departuresOfEach: 1, seats: requests }),
  },
  {
    name: "1 000 departures of 50 suppliers",
    clients: 64,
    requests: 3_000,
    contenders: bookers,
    prepare: (contender, requests) =>
      prepareSale(contender, { suppliers: 50, departuresOfEach: 20, seats: requests }),
  },
  {
    name: "availability, 31 days x 4, 50 options",
    clients: 16,
    requests: 2_000,
    contenders: ["slipway"],
    prepare: (contender) => prepareAvailability(contender, 31),
  },
  {
    name: "availability, 366 days x 4, 50 options",
    clients: 16,
    requests: 200,
    contenders: ["slipway"],
    prepare: (contender) => prepareAvailability(contender, 366),
  },
  listLoad("50 of all", () => "limit=50"),
  listLoad("page 200", () => "limit=50&offset=10000"),
  listLoad("found by a name", () => "limit=50&search=rossi"),
  listLoad("found by an address", (index) => `limit=50&search=.${index * 17}@GUEST`),
  listLoad("a day's, by status", (index) => {
    const day = dayAhead(index % 80);
    return `limit=50&status=CANCELLED&from=${day}T00:00:00Z&to=${day}T23:59:59Z`;
  }),
];

interface SalePlan {
  suppliers: number;
  /** At most 4 a day, from a month ahead on. */
  departuresOfEach: number;
  seats: number;
}

async function prepareSale(contender: Contender, plan: SalePlan): Promise<Prepared> {
  if (contender.name === "baseline") return prepareBaselineSale(contender, plan);
  const shop = { suppliers: plan.suppliers, optionsOfEach: 1, startTimes: fourADay };
  const options = await makeShop(contender, { ...shop, seats: plan.seats });
  const departures = options.flatMap((option) =>
    Array.from({ length: plan.departuresOfEach }, (_, index) => ({
      option,
      startAt: startOf(index),
    })),
  );
  let asked = 0;
  return {
    requestOf: () => {
      const { option, startAt } = departures[asked++ % departures.length] as (typeof departures)[0];
      return bookingOf(option, startAt);
    },
    settled: (engine) => untilTold(engine, contender.databasePrefix),
  };
}

async function prepareBaselineSale({ urls }: Contender, plan: SalePlan): Promise<Prepared> {
  const departures: string[] = [];
  for (let index = 0; index < plan.suppliers * plan.departuresOfEach; index++) {
    const made = await fetch(`${urls[0]}/departures`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ free: plan.seats }),
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

/** Made once: the same options serve every round and every range. */
let shopWithBookings: Promise<OptionOnSale[]> | undefined;

async function prepareAvailability(contender: Contender, days: number): Promise<Prepared> {
  shopWithBookings ??= makeShopWithBookings(contender);
  const options = await shopWithBookings;
  return {
    requestOf: (index) => {
      const { optionId } = options[(index * 7) % options.length] as OptionOnSale;
      const first = (index * 13) % 300;
      const query = new URLSearchParams({
        optionId,
        from: `${dayAhead(first)}T00:00:00Z`,
        to: `${dayAhead(first + days - 1)}T23:59:59Z`,
      });
      return { method: "GET", path: `/api/v1/availability?${query.toString()}` };
    },
  };
}

async function makeShopWithBookings(contender: Contender): Promise<OptionOnSale[]> {
  const plan = { suppliers: 10, optionsOfEach: 5, startTimes: fourADay, seats: 50 };
  const options = await makeShop(contender, plan);
  for (const option of options)
    for (let day = 20; day < 380; day += 30) {
      const { body } = bookingOf(option, `${dayAhead(day)}T11:00:00.000Z`);
      await fetch(`${contender.urls[0]}/api/v1/bookings`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${contender.key}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      });
    }
  return options;
}

function bookingOf({ optionId, unitId }: OptionOnSale, startAt: string): Asked {
  const body = { optionId, startAt, unitItems: [{ unitId, quantity: 1 }], customer };
  return { method: "POST", path: "/api/v1/bookings", body };
}

function startOf(index: number): string {
  return `${dayAhead(30 + Math.floor(index / 4))}T${fourADay[index % 4]}:00.000Z`;
}

/** One page and the total, of all bookings of the run and as many as a large operator has. */
function listLoad(name: string, queryOf: (index: number) => string): Load {
  return {
    name: `list of 200 000 bookings: ${name}`,
    clients: 16,
    requests: 1_000,
    contenders: ["slipway"],
    async prepare(contender, _requests, engine) {
      await (many ??= bookMany(contender, engine));
      return {
        requestOf: (index) => ({ method: "GET", path: `/api/v1/bookings?${queryOf(index)}` }),
      };
    },
  };
}

/** Made once, and before the first list: they come into the database behind the service's back. */
let many: Promise<void> | undefined;

async function bookMany(contender: Contender, engine: MongoClient): Promise<void> {
  shopWithBookings ??= makeShopWithBookings(contender);
  await shopWithBookings;
  await makeManyBookings(contender, engine);
}

/** Until no booking waits to be told and the audit log has every one. */
async function untilTold(engine: MongoClient, prefix: string): Promise<void> {
  const bookings = engine.db(`${prefix}-bookings`).collection("bookings");
  const log = engine.db(`${prefix}-audit`).collection("audit_logs");
  const waiting = { "outbox.id": { $exists: true } };
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (!(await bookings.findOne(waiting, { projection: { _id: 1 } }))) break;
    await new Promise((resume) => setTimeout(resume, 5));
  }
  // Tombstones of bookings that never came to be have no status.
  const booked = await bookings.countDocuments({ status: { $exists: true } });
  const told = await log.countDocuments({ action: "booking.create" });
  if (told < booked) throw new Error(`${booked - told} bookings are not in the audit log`);
}
