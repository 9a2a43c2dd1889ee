/** Suppliers with options to sell, made over HTTP. */
import type { Slipway } from "@slipway/client";
import { type Sold, makeOption } from "@slipway/dev/shop";
import { connect } from "../examples/connect.ts";
import type { Contender } from "./contenders.ts";

export interface ShopPlan {
  suppliers: number;
  optionsOfEach: number;
  /** Local times in UTC, every day. */
  startTimes: readonly string[];
  seats: number;
  /** Every departure needs all of them, in the same way; one unless given. */
  resourcesOfEach?: number;
}

/** Every option has a boat of its own and one kind of ticket. */
export async function makeShop(
  { urls, key }: Pick<Contender, "urls" | "key">,
  plan: ShopPlan,
): Promise<Sold[]> {
  const api = connect(urls, key);
  const options: Sold[] = [];
  for (let index = 0; index < plan.suppliers; index++) {
    const supplier = { name: `Supplier ${index + 1}`, timezone: "UTC" };
    const { id: supplierId } = await api.suppliers.create(supplier);
    for (let option = 0; option < plan.optionsOfEach; option++)
      options.push(await makeOptionOnBoats(api, supplierId, plan));
  }
  return options;
}

async function makeOptionOnBoats(
  api: Slipway,
  supplierId: string,
  { startTimes, seats, resourcesOfEach = 1 }: ShopPlan,
): Promise<Sold> {
  const resourceIds: string[] = [];
  for (let index = 1; index <= resourcesOfEach; index++) {
    const boat = { supplierId, name: `Boat ${index}`, quantity: 1, capacityPerResource: seats };
    resourceIds.push((await api.resources.create(boat)).id);
  }
  return makeOption(api, { supplierId, resourceIds, startTimes });
}

/** The body of a sale of one place, with what else is given. */
export function bodyOfSale<More extends object>(
  { optionId, unitId }: Pick<Sold, "optionId" | "unitId">,
  startAt: string,
  more?: More,
) {
  return { optionId, startAt, unitItems: [{ unitId, quantity: 1 }], ...(more as More) };
}

/** Does so many pieces of work, so many at once. */
export async function inTurn(
  count: number,
  atOnce: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The day so many days from now, YYYY-MM-DD. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** So many noons in UTC, from that of the day after tomorrow on. */
export function noonsAhead(days: number): string[] {
  return Array.from({ length: days }, (_, day) => `${dayAhead(2 + day)}T12:00:00.000Z`);
}
