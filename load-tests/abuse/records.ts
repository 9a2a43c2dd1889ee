/** The records that attacks need, and the requests that name them. */
import { MongoClient } from "mongodb";
import { type Sold, makeOptionOnBoat } from "@slipway/dev/shop";
import { connect } from "../../examples/connect.ts";
import { makeManyBookings } from "../many-bookings.ts";
import { dayAhead, makeShop, bodyOfSale } from "../shop.ts";
import type { Target } from "./attack.ts";
import { headOf } from "./visit.ts";

export interface Departure extends Sold {
  readonly startAt: string;
}

type Seller = Pick<Target, "url" | "key">;

/** A departure a month from now with so many places. */
export async function makeDeparture({ url, key }: Seller, seats = 10): Promise<Departure> {
  const option = await makeOptionOnBoat(connect(url, key), { startTimes: ["10:00"], seats });
  return { ...option, startAt: aMonthAhead() };
}

const aMonthAhead = (): string => `${dayAhead(30)}T10:00:00.000Z`;

export const saleOf = ({ startAt = aMonthAhead(), ...sold }: Sold & Partial<Departure>) =>
  bodyOfSale(sold, startAt);

/** Makes so many suppliers of 60 KB each. */
export async function makeLargeSuppliers({ url, key }: Seller, suppliers: number): Promise<void> {
  const api = connect(url, key);
  const metadata = { text: "x".repeat(60_000) };
  for (let made = 0; made < suppliers; made++)
    await api.suppliers.create({ name: `Large ${made}`, timezone: "UTC", metadata });
}

/** Makes so many bookings of one departure. */
export async function makeBookings(target: Target, bookings: number): Promise<void> {
  const { url, key, engine } = target;
  await connect(url, key).bookings.create(saleOf(await makeDeparture(target)));
  const client = await new MongoClient(engine.uri).connect();
  await makeManyBookings(engine, client, { count: bookings });
  await client.close();
}

/** Every five minutes: the most that a period may have. */
const timesOfDay = Array.from({ length: 288 }, (_, index) =>
  new Date(index * 300_000).toISOString().slice(11, 16),
);
const wholeYear = { startMonthDay: "01-01", endMonthDay: "12-31", startTimes: timesOfDay };
const daily = { ...wholeYear, weekdays: [0, 1, 2, 3, 4, 5, 6] };

/** A period of as many times as it may have, on other days than that of the number before. */
export function periodOf(number: number): object {
  const monthDay = (day: number): string =>
    new Date(Date.UTC(2027, 0, 1 + (day % 365))).toISOString().slice(5, 10);
  const endMonthDay = monthDay(number + 364 - (Math.floor(number / 365) % 300));
  return { ...daily, startMonthDay: monthDay(number), endMonthDay };
}

/** Options whose prices are together 0.95 MB as JSON, nearly the most that one may have. */
export async function makeLargeOptions({ url, key }: Seller, options: number): Promise<Sold[]> {
  const plan = { suppliers: 1, optionsOfEach: options, startTimes: ["10:00"], seats: 10 };
  const sold = await makeShop({ urls: [url], key }, plan);
  const label = "x".repeat(1_000);
  for (const { optionId, unitId } of sold) {
    const periods = Array.from({ length: 280 }, () => ({
      ...daily,
      label,
      retailPrices: { [unitId]: 1_250 },
    }));
    await connect(url, key).options.setPricingPeriods(optionId, { pricingPer: "UNIT", periods });
  }
  return sold;
}

/** A reseller's request for all products with prices. */
export async function productsHead({ url, key }: Seller, sold: readonly Sold[]): Promise<string> {
  const { channels } = connect(url, key);
  const { id } = await channels.create({ code: "abuse", name: "Abuse" });
  const reseller = { name: "Abuse", supplierId: sold[0]?.supplierId ?? "" };
  return headOf("GET /octo/products", {
    Authorization: `Bearer ${(await channels.createKey(id, reseller)).key}`,
    "Octo-Capabilities": "octo/pricing",
    Connection: "close",
  });
}

/** Requests for these paths of the API, each on a connection of its own. */
export function headsOf(paths: readonly string[], { key }: Pick<Target, "key">) {
  const heads = paths.map((path) =>
    headOf(`GET /api/v1${path}`, { Authorization: `Bearer ${key}`, Connection: "close" }),
  );
  return (index: number): string => heads[index % heads.length] ?? "";
}
