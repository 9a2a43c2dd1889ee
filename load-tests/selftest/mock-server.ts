/** The part of the API that the flash sale uses, in memory, with a flaw or without. */
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * A server with the flaw `race` looks for a free place before it takes it, and others look in between. A `forgetful`
 * one answers a booking that it has not kept. A `stingy` one refuses the last place.
 */
export type Flaw = "none" | "race" | "forgetful" | "stingy";

interface Booking {
  readonly id: string;
  readonly status: "CONFIRMED";
  readonly startAt: string;
  readonly unitItems: readonly { readonly quantity: number }[];
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface MockServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function startMockServer(flaw: Flaw): Promise<MockServer> {
  const shop = openShop(flaw);
  const server = createServer((request, response) => {
    shop(request).then(
      ({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => close(server) };
}

/** Long enough for the others to look, too. */
const lookMs = 20;

function openShop(flaw: Flaw): (request: IncomingMessage) => Promise<Answer> {
  const bookings: Booking[] = [];
  let places = 0;
  let taken = 0;
  let made = 0;

  async function book({ startAt, unitItems }: Booking): Promise<Answer> {
    const isFree = taken < places - (flaw === "stingy" ? 1 : 0);
    if (flaw === "race") await pause(lookMs);
    if (!isFree) return { status: 409, body: { code: "CAPACITY_EXHAUSTED" } };
    taken += 1;
    made += 1;
    const booking: Booking = { id: `bkg_${made}`, status: "CONFIRMED", startAt, unitItems };
    if (flaw !== "forgetful" || taken > 1) bookings.push(booking);
    return { status: 201, body: booking };
  }

  return async (request) => {
    const body = JSON.parse((await textOf(request)) || "{}") as Record<string, unknown>;
    const url = new URL(request.url ?? "/", "http://mock");
    const what = `${request.method} ${url.pathname.replace("/api/v1/", "")}`;
    if (what === "POST bookings") return book(body as unknown as Booking);
    if (what === "GET bookings") {
      const offset = Number(url.searchParams.get("offset"));
      const items = bookings.slice(offset, offset + Number(url.searchParams.get("limit")));
      return { status: 200, body: { items, total: bookings.length } };
    }
    if (what === "GET availability")
      return { status: 200, body: [{ vacancies: Math.max(0, places - taken) }] };
    if (what === "POST resources") places = Number(body["capacityPerResource"]);
    made += 1;
    const isMade = request.method === "POST";
    return { status: isMade ? 201 : 200, body: { id: `any_${made}`, key: `key ${made}` } };
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
  return text;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
