/** Clients who come at a steady rate, note every answer, and keep what was acknowledged to them. */
import type { Sold } from "@slipway/dev/shop";
import { type Ask, type Reply, isFailure, untilAnswered } from "../chaos/http.ts";
import { beginArrivals } from "./arrivals.ts";
import type { Seen } from "./seen.ts";

/** A sale that was acknowledged; its status as the last answer has it, undefined where an outcome is not known. */
export interface Sale {
  readonly key: string;
  status: string | undefined;
}

export interface Clients {
  readonly seen: Seen[];
  readonly sold: Map<string, Sale>;
  /** Sends nothing new; resolves when all that was sent has an answer or none. */
  end(): Promise<void>;
  /** Sends nothing new; then repeats each sale without an outcome by its key until it has one. */
  stop(): Promise<void>;
}

interface ClientsOptions {
  readonly ask: Ask;
  readonly shop: Sold;
  /** The departures that they buy, by when these start. */
  readonly starts: readonly string[];
  readonly label: string;
  readonly perSecond: number;
}

/** The requests of clients, in turn. */
const course = [
  "sale",
  "read",
  "hold",
  "confirm",
  "list",
  "sale",
  "cancel",
  "hold",
  "look",
  "confirm",
] as const;

/** The state of the clients: what they know and have asked for. */
interface Trade extends ClientsOptions {
  readonly sold: Map<string, Sale>;
  /** Requests without an outcome, by their keys. */
  readonly unsettled: Map<string, object>;
  readonly notingAsk: ReturnType<typeof noting>;
}

export function startClients(options: ClientsOptions): Clients {
  const seen: Seen[] = [];
  const sold = new Map<string, Sale>();
  const unsettled = new Map<string, object>();
  const notingAsk = noting(options.ask, seen);
  const trade = { ...options, sold, unsettled, notingAsk };
  const arrivals = beginArrivals(options.perSecond, (turn) => act(trade, turn));
  return {
    seen,
    sold,
    end: () => arrivals.end(),
    async stop() {
      await arrivals.end();
      for (const [key, body] of unsettled)
        keep(trade, key, await untilAnswered(() => options.ask("POST", "/bookings", body)));
    },
  };
}

async function act(trade: Trade, turn: number): Promise<void> {
  const { shop, starts, sold, notingAsk } = trade;
  const what = course[turn % course.length] ?? "list";
  const known = [...sold.keys()][turn % Math.max(1, sold.size)];
  if (what === "sale" || what === "hold") await buy(trade, what, turn);
  else if (what === "confirm") await change(trade, what, "ON_HOLD");
  else if (what === "cancel") await change(trade, what, "CONFIRMED");
  else if (what === "look")
    await notingAsk(what, "GET", departurePath(shop, starts[turn % starts.length]));
  else if (what === "read" && known) await notingAsk(what, "GET", `/bookings/${known}`);
  else await notingAsk("list", "GET", "/bookings?limit=10");
}

async function buy(trade: Trade, what: "sale" | "hold", turn: number): Promise<void> {
  const key = `${trade.label}-${turn}`;
  const body = saleOf(trade, turn, { key, status: what === "sale" ? "CONFIRMED" : "ON_HOLD" });
  const reply = await trade.notingAsk(what, "POST", "/bookings", body);
  if (isFailure(reply)) trade.unsettled.set(key, body);
  else keep(trade, key, reply);
}

function keep({ sold }: Trade, key: string, { status, body }: Reply): void {
  if (status === 201) sold.set(body["id"] as string, { key, status: body["status"] as string });
}

/** No two requests change one booking at the same time: while one does, its status is not known. */
async function change(
  { sold, notingAsk }: Trade,
  what: "confirm" | "cancel",
  from: string,
): Promise<void> {
  const [id, one] = [...sold].find(([, { status }]) => status === from) ?? [];
  if (id === undefined || one === undefined) return;
  one.status = undefined;
  const { status, body } = await notingAsk(what, "POST", `/bookings/${id}/${what}`);
  if (status === 201) one.status = body["status"] as string;
  // Nothing was done; a later turn asks again.
  if (status === 503) one.status = from;
}

/** Asks, and notes every answer. */
function noting(ask: Ask, seen: Seen[]) {
  return async (what: Seen["what"], ...order: Parameters<Ask>): Promise<Reply> => {
    const sentAt = performance.now();
    const reply = await ask(...order);
    const { code } = reply.body as { code?: string };
    const tookMs = performance.now() - sentAt;
    const { status, hasRetryAfter } = reply;
    seen.push({ what, sentAt, tookMs, status, code, hasRetryAfter });
    return reply;
  };
}

function saleOf(
  { shop, starts }: ClientsOptions,
  turn: number,
  { key, status }: { key: string; status: string },
): object {
  return {
    optionId: shop.optionId,
    startAt: starts[turn % starts.length],
    unitItems: [{ unitId: shop.unitId, quantity: 1 }],
    status,
    idempotencyKey: key,
  };
}

function departurePath({ optionId }: Sold, startAt = ""): string {
  const query = new URLSearchParams({ optionId, from: startAt, to: startAt });
  return `/availability?${query.toString()}`;
}
