/** Two shops of one tenant, made over HTTP: in the first everything is sold, and requests change the second. */
import type { Slipway } from "@slipway/client";
import { type Sold, makeOptionOnBoat } from "@slipway/dev/shop";

const dayMs = 86_400_000;
const seats = 10_000;

/** Ids by the names that they have in requests, and a departure. */
export interface Shop extends Sold {
  readonly resourceId: string;
  readonly startAt: string;
}

export async function makeShops(api: Slipway): Promise<{ sold: Shop; changed: Shop }> {
  return { sold: await makeShop(api), changed: await makeShop(api) };
}

async function makeShop(api: Slipway): Promise<Shop> {
  const made = await makeOptionOnBoat(api, { seats, startTimes: ["09:00", "14:00"] });
  const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  return { ...made, startAt: `${day}T09:00:00Z` };
}
