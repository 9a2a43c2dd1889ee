/** The requests of the bench, and how many there are of each. */
import { setTimeout as pause } from "node:timers/promises";
import type { MongoClient } from "mongodb";
import type { Contender } from "./contenders.ts";
import { makeManyBookings } from "./many-bookings.ts";
import { makeEmptyTenant, manyTenants } from "./many-tenants.ts";
import { type Load, type Prepared, ofSlipway } from "./measured-load.ts";
import { connect } from "../examples/connect.ts";
import { aPngOf } from "@slipway/dev/testing-pictures";
import { heldSales, octoAvailability, octoProducts } from "./octo-loads.ts";
import { bookingOf, fourADay, sales } from "./sales.ts";
import type { Sold } from "@slipway/dev/shop";
import { bodyOfSale, dayAhead, makeShop } from "./shop.ts";

export const loads: readonly Load[] = [
  ...sales,
  heldSales,
  ofSlipway(
    "availability, 31 days x 4, one client, each option for the first time",
    [1, 50],
    async (contender) => askingAvailability(await makeShop(contender, fiftyOptions), 31),
  ),
  ofSlipway("availability, 31 days x 4, one client", [1, 500], availabilityOf(31)),
  ofSlipway("availability, 31 days x 4, 50 options", [16, 2_000], availabilityOf(31), {
    contenders: ["slipway", "cluster"],
    followedBy: [
      ofSlipway(
        "availability, 31 days x 4, 50 options, compressed",
        [16, 2_000],
        async (contender) => {
          const { requestOf } = askingAvailability(await shopWithBookings(contender), 31);
          const headers = { "accept-encoding": "gzip" };
          return { requestOf: (index) => ({ ...requestOf(index), headers }) };
        },
      ),
      pricedLoad("availability with prices, 31 days x 4, 50 options", 2_000, 31),
      octoAvailability(shopWithBookings),
    ],
  }),
  ofSlipway(
    "availability, 31 days x 4, 50 options, one request in 20 books",
    [16, 2_000],
    prepareAvailabilityWithSales,
  ),
  ofSlipway("availability, 366 days x 4, one client", [1, 50], availabilityOf(366)),
  ofSlipway("availability, 366 days x 4, 50 options", [16, 200], availabilityOf(366), {
    followedBy: [
      pricedLoad("availability with prices, 366 days x 4, 50 options", 200, 366),
      ofSlipway("availability calendar, 366 days x 4, 50 options", [16, 200], prepareCalendar),
    ],
  }),
  octoProducts,
  ofSlipway("photos of 10 MB, 20 uploads at once", [20, 20], prepareUploads, {
    contenders: ["slipway", "cluster"],
    isPatient: true,
  }),
  listLoad("50 of all", () => "limit=50"),
  listLoad("page 200", () => "limit=50&offset=10000"),
  listLoad("found by a name", () => "limit=50&search=rossi"),
  listLoad("found by an address", (index) => `limit=50&search=.${index * 17}@GUEST`),
  listLoad("a day's, by status", (index) => {
    const day = dayAhead(index % 80);
    return `limit=50&status=CANCELLED&from=${day}T00:00:00Z&to=${day}T23:59:59Z`;
  }),
  // The last: it fills the database.
  manyTenants,
];

/** Made once for each contender: the same options serve every round and every range. */
const shopsWithBookings = new Map<Contender, Promise<Sold[]>>();

function shopWithBookings(contender: Contender): Promise<Sold[]> {
  const made = shopsWithBookings.get(contender) ?? makeShopWithBookings(contender);
  shopsWithBookings.set(contender, made);
  return made;
}

function availabilityOf(days: number, more?: Readonly<Record<string, string>>): Load["prepare"] {
  return async (contender) => askingAvailability(await shopWithBookings(contender), days, more);
}

/** The same as the load that it follows, with prices. */
function pricedLoad(name: string, requests: number, days: number): Load {
  return ofSlipway(name, [16, requests], availabilityOf(days, { include: "prices" }));
}

async function prepareCalendar(contender: Contender): Promise<Prepared> {
  const options = await shopWithBookings(contender);
  return {
    requestOf: (index) => {
      const { optionId } = options[(index * 7) % options.length] as Sold;
      const first = (index * 13) % 300;
      const days = { from: dayAhead(first), to: dayAhead(first + 365) };
      const query = new URLSearchParams({ optionId, ...days });
      return { method: "GET", path: `/api/v1/availability/calendar?${query.toString()}` };
    },
  };
}

/** Asks for options and ranges of the year ahead that look random. */
function askingAvailability(
  options: readonly Sold[],
  days: number,
  more: Readonly<Record<string, string>> = {},
): Prepared {
  return {
    requestOf: (index) => {
      const { optionId } = options[(index * 7) % options.length] as Sold;
      const first = (index * 13) % 300;
      const [from, to] = [
        `${dayAhead(first)}T00:00:00Z`,
        `${dayAhead(first + days - 1)}T23:59:59Z`,
      ];
      const query = new URLSearchParams({ optionId, from, to, ...more });
      return { method: "GET", path: `/api/v1/availability?${query.toString()}` };
    },
  };
}

async function prepareAvailabilityWithSales(contender: Contender): Promise<Prepared> {
  const options = await shopWithBookings(contender);
  const { requestOf } = askingAvailability(options, 31);
  return {
    requestOf: (index) => {
      if (index % 20 !== 0) return requestOf(index);
      const option = options[(index * 3) % options.length] as Sold;
      return bookingOf(option, `${dayAhead(1 + (index % 360))}T${fourADay[index % 4]}:00.000Z`);
    },
  };
}

/** Each upload is a PNG and nearly as large as is taken. */
async function prepareUploads({ urls, key }: Contender): Promise<Prepared> {
  const api = connect(urls, key);
  const supplier = { name: "Photographer", timezone: "UTC" };
  const { id: supplierId } = await api.suppliers.create(supplier);
  const { id } = await api.products.create({ supplierId, name: "Views" });
  const body = { contentType: "image/png", data: aPngOf(10_000_000).toString("base64") };
  return { requestOf: () => ({ method: "POST", path: `/api/v1/products/${id}/photos`, body }) };
}

const fiftyOptions = { suppliers: 10, optionsOfEach: 5, startTimes: fourADay, seats: 50 };

async function makeShopWithBookings(contender: Contender): Promise<Sold[]> {
  const options = await makeShop(contender, { ...fiftyOptions, seats: 500 });
  const { bookings } = connect(contender.urls, contender.key);
  for (const option of options)
    for (let day = 20; day < 380; day += 30) {
      await bookings.create(bodyOfSale(option, `${dayAhead(day)}T11:00:00.000Z`));
    }
  return options;
}

/** One page and the total, of a tenant with as many bookings as a large operator has. */
function listLoad(name: string, queryOf: (index: number) => string): Load {
  const title = `list of 200 000 bookings: ${name}`;
  return ofSlipway(title, [16, 500], async (contender, _requests, engine) => {
    const key = await (many ??= bookMany(contender, engine));
    return {
      requestOf: (index) => ({ method: "GET", path: `/api/v1/bookings?${queryOf(index)}`, key }),
    };
  });
}

/** The key of their tenant: made once, and before its first list, as they come into the database behind the service's back. */
let many: Promise<string> | undefined;

async function bookMany(contender: Contender, engine: MongoClient): Promise<string> {
  await shopWithBookings(contender);
  const { tenantId, key } = await makeEmptyTenant(contender, engine);
  await makeManyBookings(contender, engine, { tenantId });
  await untilRead({ ...contender, key });
  return key;
}

const readingMsMax = 60_000;

/** The first list of so many bookings may be refused while they are being read. */
async function untilRead({ urls, key }: Contender): Promise<void> {
  const began = performance.now();
  for (;;) {
    const response = await fetch(`${urls[0]}/api/v1/bookings?limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const page = (await response.json()) as { total?: number };
    const ms = performance.now() - began;
    if (response.ok)
      return console.log(`the first list of ${page.total} bookings: ${ms.toFixed()} ms`);
    if (ms > readingMsMax) throw new Error(`no list within ${readingMsMax} ms`);
    await pause(500);
  }
}
