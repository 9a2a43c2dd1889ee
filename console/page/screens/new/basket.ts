/** The bookings that are gathered for one order, and whom it is for. A window keeps them over a reload, until its user logs out. */
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
  /** Details of the customer that its option recommends to ask for, by the names of OCTO. */
  readonly contactFields: readonly string[];
}

type Contact = Partial<ReturnType<typeof customerIn>>;

/** Names have another number where the shape changes: what an earlier page kept is passed over. */
const attemptName = "slipway-basket-attempt-1";

const items = kept<readonly InBasket[]>("slipway-basket-1", []);

export const basket = pageState(items.current);

/** The contact as it is typed; it draws nothing, so it is no state of the page. */
export const contact = kept<Contact>("slipway-basket-contact-1", {});

/** The order that is being made: the page may show another product meanwhile, and a second press is still the same order. */
export const orderAttempt = kept<Kept<WantedOrder>["current"]>(attemptName, undefined);

// The window was loaded anew before an answer came.
if (orderAttempt.current) orderAttempt.current.isUnsettled = true;

/** A value that outlasts the page: `page/session.ts` drops it when the user logs out, or another one logs in. */
function kept<Value>(name: string, first: Value): { current: Value } {
  const text = sessionStorage.getItem(name);
  let value = text === null ? first : (JSON.parse(text) as Value);
  return {
    get current() {
      return value;
    },
    set current(next) {
      value = next;
      if (next === undefined) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify(next));
    },
  };
}

function fillWith(next: readonly InBasket[]): void {
  items.current = next;
  basket.value = next;
}

export function putInBasket(one: Omit<InBasket, "id">): void {
  // No id comes again: what an order said of one that was taken out is of no other.
  fillWith([...basket.value, { ...one, id: Date.now() }]);
}

/** The last one takes the contact and the attempt with it: the next order is another. */
export function takeFromBasket(...ids: readonly number[]): void {
  const left = basket.value.filter(({ id }) => !ids.includes(id));
  if (left.length === 0) emptyBasket();
  else fillWith(left);
}

/** Takes out what is sold. What was added after the order was asked for stays, and so does the attempt of another order. */
export function takeSold(order: WantedOrder): void {
  if (orderAttempt.current?.body === order) orderAttempt.current = undefined;
  takeFromBasket(...order.sales.map(({ id }) => id));
}

export function emptyBasket(): void {
  fillWith([]);
  contact.current = {};
  orderAttempt.current = undefined;
}

type RefusedItem = Exclude<OrderQuote["items"][number], Quote>;

export function isRefused(item: OrderQuote["items"][number]): item is RefusedItem {
  return "code" in item;
}

// A window that closes now never shows what became of the order.
addEventListener("beforeunload", (event) => {
  // A log-out has taken it out of the window's storage.
  if (sessionStorage.getItem(attemptName) !== null) event.preventDefault();
});
