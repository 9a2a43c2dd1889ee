import assert from "node:assert";
import type { Sold } from "@slipway/dev/shop";
import { dayAhead, makeShop } from "../shop.ts";

export interface Departure extends Sold {
  startAt: string;
}

/** A departure a month from now with so many places. */
export async function makeDeparture(url: string, key: string, seats: number): Promise<Departure> {
  const plan = { suppliers: 1, optionsOfEach: 1, startTimes: ["10:00"], seats };
  const [option] = await makeShop({ urls: [url], key }, plan);
  assert(option);
  return { ...option, startAt: `${dayAhead(30)}T10:00:00.000Z` };
}
