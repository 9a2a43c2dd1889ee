/** Sells several bookings in one order: all of them, or none. */
import { type Operations, isOutcomeUnknown, isProblem } from "@slipway/client";
import type { customerIn } from "./customer.ts";
import type { WantedSale } from "./wanted-sale.ts";

export interface WantedOrder extends ReturnType<typeof customerIn> {
  /** Each with its id in the basket. */
  readonly sales: readonly { readonly id: number; readonly sale: WantedSale }[];
  /** False: its places are held, and it is confirmed later. */
  readonly isSold: boolean;
}

/** Some sales were refused, or the order has ended, so that nothing is held. */
export class OrderRefused extends Error {
  /** By the ids of the sales. */
  readonly refusals: ReadonlyMap<number, unknown>;
  /** False: the order was not reached to be cancelled, and ends by itself. */
  readonly isSettled: boolean;

  constructor(refusals: ReadonlyMap<number, unknown>, isSettled = true) {
    super("some bookings of the order were refused");
    this.refusals = refusals;
    this.isSettled = isSettled;
  }
}

/** Whether a failure says what became of the order. Where too much was asked, some places may be held: the same order goes on. */
export function isSettledOrder(problem: unknown): boolean | undefined {
  if (problem instanceof OrderRefused) return problem.isSettled;
  return isProblem(problem, "RATE_LIMITED") ? false : undefined;
}

/** The order of a sale lasts no longer than the sale takes, if the page is closed in between. */
const soldMinutes = 5;

type Api = Pick<Operations, "orders" | "bookings">;

/**
 * Opens an order, holds each sale in it and confirms it. Where one is refused, the order is cancelled: if that answer is lost, too, it ends
 * by itself. A repeat under the key finds what the first call has made. Returns the order's id.
 */
export async function placeOrder(api: Api, wanted: WantedOrder, key: string): Promise<string> {
  const { isSold, customer, notes } = wanted;
  const opened = { customer, notes, ...(isSold && { expirationMinutes: soldMinutes }) };
  const { id, status } = await api.orders.create(opened, { idempotencyKey: key });
  // A repeat: it was sold, or came to nothing.
  if (status === "CONFIRMED") return id;
  if (status !== "OPEN") throw new OrderRefused(new Map());
  const refusals = await holdAll(api, wanted, id, key);
  if (refusals.size > 0) {
    const cancelled = api.orders.cancel(id).then(() => true);
    throw new OrderRefused(refusals, await cancelled.catch(() => false));
  }
  if (isSold) await confirm(api, id);
  return id;
}

/**
 * One after the other, as the quote decides them. All are asked, so that each refusal is named. Each has the contact at once: the order
 * gives its own only when it is confirmed, and lists name guests before.
 */
async function holdAll(
  { bookings }: Api,
  { sales, customer, notes }: WantedOrder,
  orderId: string,
  key: string,
): Promise<ReadonlyMap<number, unknown>> {
  const refusals = new Map<number, unknown>();
  for (const [index, { id, sale }] of sales.entries()) {
    const body = { ...sale, customer, notes, orderId };
    try {
      await bookings.create(body, { idempotencyKey: `${key}-${index}` });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.set(id, error);
    }
  }
  return refusals;
}

/** The first answer may have been lost: then the order stands confirmed. */
async function confirm({ orders }: Api, id: string): Promise<void> {
  try {
    await orders.confirm(id);
  } catch (error) {
    if (isProblem(error, "INVALID_STATE") && (await orders.get(id)).status === "CONFIRMED") return;
    if (isRefusal(error)) await orders.cancel(id).catch(() => undefined);
    throw error;
  }
}

/** A session that has ended is none, nor is a limit of rate: the same call goes out again. */
function isRefusal(error: unknown): boolean {
  return (
    isProblem(error) &&
    !isOutcomeUnknown(error) &&
    !["UNAUTHENTICATED", "RATE_LIMITED"].includes(error.code)
  );
}
