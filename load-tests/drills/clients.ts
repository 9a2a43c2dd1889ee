/** Clients who come at a steady rate, note every answer, and keep what was acknowledged to them. */
import { beginArrivals } from "@slipway/dev/arrivals";
import type { SmokeShop } from "@slipway/server/smoke-shop";
import { type Ask, type Reply, isFailure, untilAnswered } from "../chaos/http.ts";
import type { Seen } from "./seen.ts";

/** A sale that was acknowledged; its status as the last answer has it, undefined where an outcome is not known. */
export interface Sold {
  readonly key: string;
  status: string | undefined;
}

export interface Clients {
  readonly seen: Seen[];
  readonly sold: Map<string, Sold>;
  /** Sends nothing new; then repeats each sale without an outcome by its key until it has one. */
  stop(): Promise<void>;
}

export interface ClientsOptions {
  readonly ask: Ask;
  readonly shop: SmokeShop;
  /** The departures that they buy, by when these start. */
  readonly starts: readonly string[];
  readonly label: string;
}

const perSecond = 10;
const course = ["sale", "read", "sale", "cancel", "sale", "read"] as const;

export function startClients(options: ClientsOptions): Clients {
  const seen: Seen[] = [];
  const sold = new Map<string, Sold>();
  const unsettled = new Map<string, object>();
  const ask = noting(options.ask, seen);

  const keep = (key: string, { status, body }: Reply): void => {
    if (status === 201) sold.set(body["id"] as string, { key, status: body["status"] as string });
  };

  async function buy(turn: number): Promise<void> {
    const key = `${options.label}-${turn}`;
    const body = saleOf(options, turn, key);
    const reply = await ask("sale", "POST", "/bookings", body);
    if (isFailure(reply)) unsettled.set(key, body);
    else keep(key, reply);
  }

  async function cancel(): Promise<void> {
    const [id, one] = [...sold].find(([, { status }]) => status === "CONFIRMED") ?? [];
    if (id === undefined || one === undefined) return;
    one.status = undefined;
    const { status } = await ask("cancel", "POST", `/bookings/${id}/cancel`);
    if (status === 201) one.status = "CANCELLED";
  }

  async function read(turn: number): Promise<void> {
    const id = [...sold.keys()][turn % Math.max(1, sold.size)];
    await ask("read", "GET", id === undefined ? "/bookings?limit=10" : `/bookings/${id}`);
  }

  const acts = { sale: buy, cancel, read };
  const arrivals = beginArrivals(perSecond, (turn) =>
    acts[course[turn % course.length] ?? "read"](turn),
  );

  return {
    seen,
    sold,
    async stop() {
      await arrivals.end();
      for (const [key, body] of unsettled)
        keep(key, await untilAnswered(() => options.ask("POST", "/bookings", body)));
    },
  };
}

/** Asks, and notes every answer. */
function noting(ask: Ask, seen: Seen[]) {
  return async (what: Seen["what"], ...order: Parameters<Ask>): Promise<Reply> => {
    const sentAt = performance.now();
    const reply = await ask(...order);
    const { code } = reply.body as { code?: string };
    const tookMs = performance.now() - sentAt;
    seen.push({ what, sentAt, tookMs, status: reply.status, code });
    return reply;
  };
}

function saleOf({ shop, starts }: ClientsOptions, turn: number, key: string): object {
  return {
    optionId: shop.optionId,
    startAt: starts[turn % starts.length],
    unitItems: [{ unitId: shop.unitId, quantity: 1 }],
    status: "CONFIRMED",
    idempotencyKey: key,
  };
}
