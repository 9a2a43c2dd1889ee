/** A shop that sells orders of several bookings while things go wrong: all of an order is sold, or nothing (I7). */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Slipway } from "@slipway/client";
import type { RandomSource } from "@slipway/simulation/random-source";
import { type Ask, untilAnswered, untilClear } from "./http.ts";
import { type Journal, noteAnswer } from "./journal.ts";
import { bodyOfSale } from "../shop.ts";
import { type Stage, startAt } from "./stage.ts";

/** The fields of an order that chaos looks at. */
export interface Order {
  readonly id: string;
  readonly status: "OPEN" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
  readonly bookings: readonly { readonly id: string; readonly status: string }[];
}

export interface OrderShop {
  /** Opens, fills, extends, confirms and cancels orders of a day until `isOver`. */
  sell(day: string, isOver: () => boolean): Promise<void>;
  /** The orders that are half, or are not as they were answered. */
  findings(): Promise<string[]>;
}

/** An order as the last clear answer had it. */
interface Known {
  status: Order["status"];
  /** An attempt without a clear answer may have decided it since. */
  isUnclear: boolean;
  /** Bookings that were answered to stand in it. */
  readonly held: Set<string>;
}

interface Shop {
  readonly api: Slipway;
  readonly ask: Ask;
  readonly stage: Stage;
  readonly journal: Journal;
  readonly random: RandomSource;
  readonly label: string;
  readonly orders: Map<string, Known>;
}

const shops = 3;

export function startOrders(options: Omit<Shop, "orders">): OrderShop {
  const shop: Shop = { ...options, orders: new Map() };
  const sellOn = async (day: string, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await sellOne(shop, day);
      await pause(shop.random.below(60));
    }
  };
  return {
    async sell(day, isOver) {
      await Promise.all(Array.from({ length: shops }, () => sellOn(day, isOver)));
    },
    async findings() {
      const found: string[] = [];
      for (const [id, known] of shop.orders) {
        const reply = await untilAnswered(() => shop.ask("GET", `/orders/${id}`));
        const order = reply.body as unknown as Order;
        if (reply.status === 200) found.push(...halfFindings(order), ...lostFindings(order, known));
        else found.push(`order: ${id} was answered, and is ${reply.status} now`);
      }
      return [...found, ...(await listFindings(shop))];
    },
  };
}

async function sellOne(shop: Shop, day: string): Promise<void> {
  const { orders, stage, random } = shop;
  const key = `order-${shop.label}-${randomUUID()}`;
  const expirationMinutes = random.is(0.2) ? 1 : 30;
  const opening = { idempotencyKey: key, expirationMinutes };
  const { reply } = await send(shop, "open order", "/orders", opening);
  if (reply.status !== 201) return;
  const { id } = reply.body as unknown as Order;
  const known: Known = { status: "OPEN", isUnclear: false, held: new Set() };
  orders.set(id, known);
  for (let at = 2 + random.below(2); at > 0; at--) {
    const line = random.pick(stage.resold);
    const more = { orderId: id, idempotencyKey: `${key}-${at}` };
    const sale = bodyOfSale(line, startAt(day, random.pick(line.times)), more);
    const { reply: held } = await send(shop, "hold in order", "/bookings", sale);
    if (held.status === 201) known.held.add(String(held.body["id"]));
  }
  if (random.is(0.2)) await decide(shop, id, "extend");
  if (random.is(0.8)) await decide(shop, id, "confirm");
  if (random.is(0.4)) await decide(shop, id, "cancel");
}

async function decide(shop: Shop, id: string, verb: "confirm" | "cancel" | "extend") {
  const known = shop.orders.get(id);
  const body = verb === "extend" ? { expirationMinutes: 10 } : {};
  const { reply, isUnclear } = await send(shop, `${verb} order`, `/orders/${id}/${verb}`, body);
  if (!known) return;
  if (reply.status < 300) known.status = (reply.body as unknown as Order).status;
  // A first attempt may have run beside the one that was refused.
  else known.isUnclear ||= isUnclear;
}

async function send({ ask, journal }: Shop, what: string, path: string, body: object) {
  const sent = await untilClear(() => ask("POST", path, body));
  noteAnswer(journal, what, sent.reply);
  return sent;
}

async function listFindings({ api, orders }: Shop): Promise<string[]> {
  const listed = await api.orders.list();
  const ids = new Set(listed.map((order) => order.id));
  const missing = [...orders.keys()].filter((id) => !ids.has(id));
  const keys = listed.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const twice = new Set(keys).size < keys.length;
  return [
    ...missing.map((id) => `order: ${id} is in no list`),
    ...(twice ? ["order: a key has opened two orders"] : []),
  ];
}

const fits = {
  OPEN: ["ON_HOLD", "CANCELLED", "REJECTED"],
  // A hold of it may have been cancelled before, and a booking of it afterwards.
  CONFIRMED: ["CONFIRMED", "PENDING", "CANCELLED", "REJECTED"],
  CANCELLED: ["CANCELLED", "REJECTED"],
  EXPIRED: ["EXPIRED", "CANCELLED", "REJECTED"],
} as const;

/** I7: the bookings of an order are sold with it, or not at all. */
export function halfFindings({ id, status, bookings }: Order): string[] {
  const odd = bookings.filter(
    (booking) => !(fits[status] as readonly string[]).includes(booking.status),
  );
  return odd.map(
    (booking) => `HALF ORDER: ${id} is ${status}, and its booking ${booking.id} ${booking.status}`,
  );
}

function lostFindings(order: Order, { status: was, isUnclear, held }: Known): string[] {
  const { id, status, bookings } = order;
  const ids = new Set(bookings.map((booking) => booking.id));
  const lost = [...held].filter((each) => !ids.has(each));
  const hasExpired = was === "OPEN" && status === "EXPIRED";
  const isKept = was === status || hasExpired || isUnclear;
  return [
    ...lost.map((each) => `order: ${id} was answered to hold ${each}, and does not name it`),
    ...(isKept ? [] : [`order: ${id} was answered as ${was}, and is ${status}`]),
  ];
}
