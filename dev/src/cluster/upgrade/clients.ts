/** Clients that book, confirm, cancel and read at a steady rate, and keep what they were answered. */
import { setTimeout as pause } from "node:timers/promises";
import type { SmokeShop } from "@slipway/server/smoke-shop";
import { beginArrivals } from "./arrivals.ts";

/** A booking that was answered. */
export interface Kept {
  readonly key: string;
  /** As it was answered last; undefined where a later request's outcome is not known. */
  status: string | undefined;
}

export interface Journal {
  /** Requests that were begun. */
  sent: number;
  /** Answers by request and status, such as "confirm 201"; those 503 that say when to come again are not in it. */
  readonly answers: Map<string, number>;
  /** Answers 503 with Retry-After. Their requests were sent again. */
  turnedAway: number;
  /** In words, every answer that a client should not have had. */
  readonly failures: string[];
  readonly bookings: Map<string, Kept>;
}

export interface Clients {
  readonly journal: Journal;
  /** Begins no more requests; resolves when all that were begun are answered. */
  stop(): Promise<void>;
}

export interface ClientsOptions {
  readonly url: string;
  readonly key: string;
  readonly shop: SmokeShop;
  readonly perSecond: number;
  /** Departures that are booked, by the instants at which they start. */
  readonly starts: readonly string[];
  /** In the keys of this run's bookings. */
  readonly label: string;
}

/** What of ten requests is done, in turn. */
const course = [
  "book",
  "read",
  "book",
  "confirm",
  "list",
  "book",
  "cancel",
  "book",
  "look",
  "confirm",
] as const;
type What = (typeof course)[number];

const answerMsMax = 60_000;
/** How long a client comes again that is turned away. */
const patienceMs = 60_000;

interface Order {
  readonly what: What;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
}

interface Reply {
  /** 0: none came. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Begins to send requests at a rate, whether or not earlier ones have been answered. */
export function startClients(options: ClientsOptions): Clients {
  const journal: Journal = {
    sent: 0,
    answers: new Map(),
    turnedAway: 0,
    failures: [],
    bookings: new Map(),
  };
  const turn = turnsOf(options, journal);
  const arrivals = beginArrivals(options.perSecond, () => turn(journal.sent++));
  return { journal, stop: () => arrivals.end() };
}

/** What the client whose turn it is does; no two change one booking at the same time. */
function turnsOf(options: ClientsOptions, journal: Journal): (turn: number) => Promise<void> {
  const { shop, starts, label } = options;
  const ids: string[] = [];
  const held: string[] = [];
  const confirmed: string[] = [];
  /** Bookings that a request is to change, each by one request alone. */
  const toChange: Partial<Record<What, string[]>> = { confirm: held, cancel: confirmed };
  const ask = (order: Order): Promise<Reply | undefined> => askPatiently(options, journal, order);

  async function book(turn: number): Promise<void> {
    const key = `${label}-${turn}`;
    const startAt = starts[turn % starts.length];
    const unitItems = [{ unitId: shop.unitId, quantity: 1 }];
    const wanted = { optionId: shop.optionId, startAt, unitItems, status: "ON_HOLD" };
    const body = { ...wanted, idempotencyKey: key };
    const reply = await ask({ what: "book", method: "POST", path: "/bookings", body });
    if (!reply) return;
    const { id, status } = reply.body as { id: string; status: string };
    journal.bookings.set(id, { key, status });
    ids.push(id);
    held.push(id);
  }

  async function change(what: What, id: string): Promise<void> {
    const reply = await ask({ what, method: "POST", path: `/bookings/${id}/${what}` });
    const kept = journal.bookings.get(id);
    if (kept) kept.status = reply?.body["status"] as string | undefined;
    if (reply && what === "confirm") confirmed.push(id);
  }

  const get = async (what: What, path: string): Promise<void> =>
    void (await ask({ what, method: "GET", path }));

  return (turn) => {
    const what = course[turn % course.length] ?? "book";
    const known = ids[turn % ids.length];
    if (what === "list") return get(what, "/bookings?limit=10");
    if (what === "look") return get(what, availabilityPath(shop, starts[turn % starts.length]));
    if (what === "read" && known) return get(what, `/bookings/${known}`);
    const changed = toChange[what]?.shift();
    return changed ? change(what, changed) : book(turn);
  };
}

/** Of one departure. */
function availabilityPath({ optionId }: SmokeShop, startAt = ""): string {
  const query = new URLSearchParams({ optionId, from: startAt, to: startAt });
  return `/availability?${query.toString()}`;
}

/** The answer that was wanted; undefined where another one came, which is noted. */
async function askPatiently(
  options: ClientsOptions,
  journal: Journal,
  order: Order,
): Promise<Reply | undefined> {
  const { what, method, path } = order;
  const startedAt = performance.now();
  let reply = await askOnce(options, order);
  while (reply.status === 503 && reply.retryAfter && performance.now() < startedAt + patienceMs) {
    journal.turnedAway++;
    await pause(Number(reply.retryAfter) * 1_000);
    reply = await askOnce(options, order);
  }
  const name = `${what} ${reply.status}`;
  journal.answers.set(name, (journal.answers.get(name) ?? 0) + 1);
  if (reply.status === (method === "POST" ? 201 : 200)) return reply;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
  const said = JSON.stringify(reply.body);
  journal.failures.push(
    `${new Date().toISOString()} ${method} ${path}: ${reply.status} after ${seconds} s: ${said}`,
  );
  return undefined;
}

async function askOnce({ url, key }: ClientsOptions, order: Order): Promise<Reply> {
  const { method, path, body } = order;
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(answerMsMax),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { status, headers } = response;
    const answer = (await response.json()) as Reply["body"];
    return { status, retryAfter: headers.get("retry-after"), body: answer };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return { status: 0, retryAfter: null, body: { error: String(cause) } };
  }
}
