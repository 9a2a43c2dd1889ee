/** Bookings that are made and then changed; the requests of resellers, measured right after the same by a key of the tenant. */
import assert from "node:assert";
import { randomUUID } from "node:crypto";
import { connect } from "../examples/connect.ts";
import type { Contender } from "./contenders.ts";
import type { Asked } from "./virtual-users.ts";
import { type Load, type Prepared, ofSlipway } from "./measured-load.ts";
import type { Sold } from "@slipway/dev/shop";
import { bodyOfSale, dayAhead, inTurn, makeShop } from "./shop.ts";

/** An option and the key by which a reseller sells it. */
interface Resold extends Sold {
  readonly key: string;
}

/** Ranges and options are those of the load that it follows. */
export function octoAvailability(optionsOf: (contender: Contender) => Promise<Sold[]>): Load {
  const name = "availability over OCTO, 31 days x 4, 50 options";
  return ofSlipway(name, [16, 2_000], async (contender) => {
    const options = await resold(contender, await optionsOf(contender));
    return {
      requestOf: (index) => {
        const { productId, optionId, key } = options[(index * 7) % options.length] as Resold;
        const first = (index * 13) % 300;
        const days = { localDateStart: dayAhead(first), localDateEnd: dayAhead(first + 30) };
        const body = { productId, optionId, ...days };
        return { method: "POST", path: "/octo/availability", body, key };
      },
    };
  });
}

const productsPlan = { suppliers: 1, optionsOfEach: 200, startTimes: ["08:00"], seats: 10 };

/** Reads a whole catalogue in one answer; 300 ms are its bound on a machine that does nothing else. */
export const octoProducts = ofSlipway(
  "200 products over OCTO, with prices, one client",
  [1, 50],
  async (contender) => {
    const key = await (keyOfCatalogue ??= makeCatalogue(contender));
    const headers = { "octo-capabilities": "octo/pricing" };
    return { requestOf: () => ({ method: "GET", path: "/octo/products", key, headers }) };
  },
);

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
const onHotDeparture = (what: string, prepare: Load["prepare"], more?: Partial<Load>): Load =>
  ofSlipway(`one hot departure${what}`, [64, pairs], prepare, more);
const byBoth = { contenders: ["slipway", "cluster"] } as const;

export const heldSales: Load = onHotDeparture(
  ", held and then confirmed",
  bookedThen(({ id }) => bookingPost(`${id}/confirm`, {}), { status: "ON_HOLD" }),
  {
    ...byBoth,
    followedBy: [
      onHotDeparture(", held in an order of one, which is then confirmed", prepareOrdered, byBoth),
      onHotDeparture(
        ", booked and then changed to two places",
        bookedThen(({ id, updatedAt, unitItems: [item] }) => {
          const unitItems = [{ unitId: item.unitId, quantity: 2 }];
          return {
            ...bookingPost(id, { unitItems, expectedUpdatedAt: updatedAt }),
            method: "PATCH",
          };
        }),
      ),
      onHotDeparture(
        ", booked and then cancelled",
        bookedThen(({ id }) => bookingPost(`${id}/cancel`, {})),
      ),
      onHotDeparture(" over OCTO, reserved and then confirmed", prepareReserved),
    ],
  },
);

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
  const api = connect(contender.urls, contender.key);
  const ids: string[] = [];
  await inTurn(orders, 64, async () =>
    ids.push((await api.orders.create({ expirationMinutes: 1_440 })).id),
  );
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
  const api = connect(urls, key);
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
