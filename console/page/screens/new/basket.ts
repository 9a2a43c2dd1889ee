/** The bookings that are gathered for one order, and whom it is for. They stay while other pages are open; a reload begins anew. */
import type { OrderQuote, Quote } from "@slipway/client";
import { pageState } from "../../page-state.ts";
import type { customerIn } from "./customer.ts";
import type { WantedOrder } from "./place-order.ts";
import type { Kept } from "./use-attempt.ts";
import type { WantedSale } from "./wanted-sale.ts";

/** As many as an order takes. */
export const basketMax = 50;

export interface InBasket {
  readonly id: number;
  readonly sale: WantedSale;
  /** "Sunset cruise, Shared boat" */
  readonly name: string;
  readonly startAt: string;
  readonly timezone: string;
  /** "2 Adult, 1 Child" */
  readonly party: string;
}

export const basket = pageState<readonly InBasket[]>([]);

/** The contact as it is typed; it draws nothing, so it is no state of the page. */
export const contact: { value: Partial<ReturnType<typeof customerIn>> } = { value: {} };

/** The order that is being made: the page may show another product meanwhile, and a second press is still the same order. */
export const orderAttempt: Kept<WantedOrder> = { current: undefined };

export function putInBasket(one: Omit<InBasket, "id">): void {
  const id = 1 + Math.max(0, ...basket.value.map((each) => each.id));
  basket.value = [...basket.value, { ...one, id }];
}

export function takeFromBasket(id: number): void {
  basket.value = basket.value.filter((each) => each.id !== id);
}

export function emptyBasket(): void {
  basket.value = [];
  contact.value = {};
  orderAttempt.current = undefined;
}

type RefusedItem = Exclude<OrderQuote["items"][number], Quote>;

export function isRefused(item: OrderQuote["items"][number]): item is RefusedItem {
  return "code" in item;
}

// A window that is closed would take them with it.
addEventListener("beforeunload", (event) => {
  if (basket.value.length > 0) event.preventDefault();
});
