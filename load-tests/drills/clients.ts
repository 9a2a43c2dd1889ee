/** Clients who come at a steady rate, note every answer, and keep what was acknowledged to them. */
import type { Sold } from "@slipway/dev/shop";
import { type Ask, type Reply, isFailure, untilAnswered } from "../chaos/http.ts";
import { bodyOfSale } from "../shop.ts";
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
  /** Sells what is left of a departure, and tries beyond. */
  sellOut(startAt: string, seats: number): Promise<void>;
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

/** Sales that sell a departure out run beside so many others. */
const atOnce = 4;

/** The requests of clients, in turn. */
const course = "sale read hold confirm list sale cancel hold look confirm".split(
  " ",
) as Seen["what"][];

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
  const trade = { ...options, sold, unsettled, notingAsk: noting(options.ask, seen) };
  const arrivals = beginArrivals(options.perSecond, (turn) => act(trade, turn));
  return {
    seen,
    sold,
    end: () => arrivals.end(),
    sellOut: (startAt, seats) => sellOut(trade, startAt, seats),
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
  const status = what === "sale" ? "CONFIRMED" : "ON_HOLD";
  const startAt = trade.starts[turn % trade.starts.length] ?? "";
  const body = bodyOfSale(trade.shop, startAt, { status, idempotencyKey: key });
  const reply = await trade.notingAsk(what, "POST", "/bookings", body);
  if (isFailure(reply)) trade.unsettled.set(key, body);
  else keep(trade, key, reply);
}

function keep({ sold }: Pick<Trade, "sold">, key: string, { status, body }: Reply): void {
  if (status === 201) sold.set(body["id"] as string, { key, status: body["status"] as string });
}

/** No two requests change one booking at the same time: while one does, its status is not known. */
async function change({ sold, notingAsk }: Trade, what: "confirm" | "cancel", from: string) {
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
    const { status, hasRetryAfter, body } = reply;
    const { code } = body as { code?: string };
    seen.push({ what, sentAt, tookMs: performance.now() - sentAt, status, code, hasRetryAfter });
    return reply;
  };
}

/** Sells single places of a departure, some at once, until one is refused: a place too many is sold as well, where one can be. */
export async function sellOut(
  trade: Pick<Trade, "ask" | "shop" | "label" | "sold">,
  startAt: string,
  seats: number,
): Promise<void> {
  const { ask, shop, label } = trade;
  const sell = async (turn: number): Promise<boolean> => {
    const key = `${label}-${startAt}-${turn}`;
    const body = bodyOfSale(shop, startAt, { status: "CONFIRMED", idempotencyKey: key });
    const reply = await untilAnswered(() => ask("POST", "/bookings", body));
    keep(trade, key, reply);
    return reply.status === 201;
  };
  for (let turn = 0; turn < 2 * seats; turn += atOnce) {
    const sales = Array.from({ length: atOnce }, (_, index) => sell(turn + index));
    if ((await Promise.all(sales)).includes(false)) return;
  }
}

function departurePath({ optionId }: Sold, startAt = ""): string {
  const query = new URLSearchParams({ optionId, from: startAt, to: startAt });
  return `/availability?${query.toString()}`;
}
