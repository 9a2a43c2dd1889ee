/** Bookings that are made and then changed; the requests of resellers, measured right after the same by a key of the tenant. */
import assert from "node:assert";
import { randomUUID } from "node:crypto";
import { connect } from "../examples/connect.ts";
import type { Contender } from "./contenders.ts";
import type { Asked } from "./virtual-users.ts";
import type { Load, Prepared } from "./measured-load.ts";
import type { Sold } from "@slipway/dev/shop";
import { dayAhead, makeShop, bodyOfSale } from "./shop.ts";

/** An option and the key by which a reseller sells it. */
interface Resold extends Sold {
  readonly key: string;
}

/** Ranges and options are those of the load that it follows. */
export function octoAvailability(optionsOf: (contender: Contender) => Promise<Sold[]>): Load {
  return {
    name: "availability over OCTO, 31 days x 4, 50 options",
    clients: 16,
    requests: 2_000,
    contenders: ["slipway"],
    async prepare(contender) {
      const options = await resold(contender, await optionsOf(contender));
      return {
        requestOf: (index) => {
          const option = options[(index * 7) % options.length] as Resold;
          const first = (index * 13) % 300;
          const { productId, optionId, key } = option;
          const days = { localDateStart: dayAhead(first), localDateEnd: dayAhead(first + 30) };
          const body = { productId, optionId, ...days };
          return { method: "POST", path: "/octo/availability", body, key };
        },
      };
    },
  };
}

const productsPlan = { suppliers: 1, optionsOfEach: 200, startTimes: ["08:00"], seats: 10 };

/** Reads a whole catalogue in one answer; 300 ms are its bound on a machine that does nothing else. */
export const octoProducts: Load = {
  name: "200 products over OCTO, with prices, one client",
  clients: 1,
  requests: 50,
  contenders: ["slipway"],
  async prepare(contender) {
    const key = await (keyOfCatalogue ??= makeCatalogue(contender));
    const headers = { "octo-capabilities": "octo/pricing" };
    return { requestOf: () => ({ method: "GET", path: "/octo/products", key, headers }) };
  },
};

/** Made once: every round reads the same. */
let keyOfCatalogue: Promise<string> | undefined;

async function makeCatalogue(contender: Contender): Promise<string> {
  const options = await resold(contender, await makeShop(contender, productsPlan));
  const { key } = options[0] as Resold;
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${contender.urls[0]}/octo/products`, { headers });
  const { length } = (await answer.json()) as unknown[];
  assert.equal(length, productsPlan.optionsOfEach, "the answer has all products");
  return key;
}

const heldPlan = { suppliers: 1, optionsOfEach: 1, startTimes: ["08:00"] };
const startDay = dayAhead(30);
const startAt = `${startDay}T08:00:00.000Z`;
const pairs = 3_000;

/** Two requests each, whose times are added. */
export const heldSales: Load = {
  name: "one hot departure, held and then confirmed",
  clients: 64,
  requests: pairs,
  contenders: ["slipway", "cluster"],
  prepare: bookedThen(({ id }) => bookingPost(`${id}/confirm`, {}), { status: "ON_HOLD" }),
  followedBy: [
    {
      name: "one hot departure, held in an order of one, which is then confirmed",
      clients: 64,
      requests: pairs,
      contenders: ["slipway", "cluster"],
      prepare: prepareOrdered,
    },
    {
      name: "one hot departure, booked and then changed to two places",
      clients: 64,
      requests: pairs,
      contenders: ["slipway"],
      prepare: bookedThen(({ id, updatedAt, unitItems: [item] }) => ({
        ...bookingPost(id, {
          unitItems: [{ unitId: item.unitId, quantity: 2 }],
          expectedUpdatedAt: updatedAt,
        }),
        method: "PATCH",
      })),
    },
    {
      name: "one hot departure, booked and then cancelled",
      clients: 64,
      requests: pairs,
      contenders: ["slipway"],
      prepare: bookedThen(({ id }) => bookingPost(`${id}/cancel`, {})),
    },
    {
      name: "one hot departure over OCTO, reserved and then confirmed",
      clients: 64,
      requests: pairs,
      contenders: ["slipway"],
      prepare: prepareReserved,
    },
  ],
};

interface Booked {
  readonly id: string;
  readonly updatedAt: string;
  readonly unitItems: readonly [{ readonly unitId: string }];
}

/** Books a place of a departure that never fills up, then asks this of the booking. */
function bookedThen(next: (booked: Booked) => Asked, more: object = {}): Load["prepare"] {
  return async (contender, bookings) => {
    const [option] = await makeShop(contender, { ...heldPlan, seats: 2 * bookings });
    const body = bodyOfSale(option as Sold, startAt, more);
    const book = { ...bookingPost("", body), next: (booked: unknown) => next(booked as Booked) };
    return { requestOf: () => book };
  };
}

/** The orders are open before the clock starts: what is measured are the same two steps of each sale. */
async function prepareOrdered(contender: Contender, orders: number): Promise<Prepared> {
  const [option] = await makeShop(contender, { ...heldPlan, seats: 2 * orders });
  const api = connect(contender.urls[0] ?? "", contender.key);
  const ids: string[] = [];
  while (ids.length < orders) {
    const some = Array.from({ length: Math.min(64, orders - ids.length) }, () =>
      api.orders.create({ expirationMinutes: 1_440 }),
    );
    ids.push(...(await Promise.all(some)).map(({ id }) => id));
  }
  return {
    requestOf(index) {
      const orderId = ids[index];
      const body = bodyOfSale(option as Sold, startAt, { orderId });
      const path = `/api/v1/orders/${orderId}/confirm`;
      return { ...bookingPost("", body), next: () => ({ method: "POST", path, body: {} }) };
    },
  };
}

/** @param path below a list of bookings; empty: a new one. */
function bookingPost(path: string, body: object): Asked {
  return { method: "POST", path: `/api/v1/bookings${path && `/${path}`}`, body };
}

async function prepareReserved(contender: Contender, seats: number): Promise<Prepared> {
  const [option] = await resold(contender, await makeShop(contender, { ...heldPlan, seats }));
  const { productId, optionId, unitId, key } = option as Resold;
  const availabilityId = `${startDay}T08:00:00+00:00`;
  return {
    requestOf: () => {
      const uuid = randomUUID();
      const body = { uuid, productId, optionId, availabilityId, unitItems: [{ unitId }] };
      const confirm = { path: `/octo/bookings/${uuid}/confirm`, body: { contact: {} } };
      return {
        method: "POST",
        path: "/octo/bookings",
        body,
        key,
        next: () => ({ method: "POST", ...confirm, key }),
      };
    },
  };
}

/** Each supplier gets a channel and a key of it. */
async function resold(
  { urls, key }: Pick<Contender, "urls" | "key">,
  options: readonly Sold[],
): Promise<Resold[]> {
  const api = connect(urls[0] ?? "", key);
  const code = `bench-${randomUUID().slice(0, 8)}`;
  const { id } = await api.channels.create({ code, name: "Bench" });
  const keys = new Map<string, string>();
  const sold: Resold[] = [];
  for (const option of options) {
    const { supplierId } = await api.products.get(option.productId);
    const made = keys.get(supplierId);
    const own = made ?? (await api.channels.createKey(id, { name: "Bench", supplierId })).key;
    keys.set(supplierId, own);
    sold.push({ ...option, key: own });
  }
  return sold;
}
