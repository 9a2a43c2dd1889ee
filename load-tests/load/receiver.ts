/** Takes deliveries for the webhooks test, and tells the second pass what it has taken. */
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isGenuine } from "../../examples/receiver/signature.ts";

interface Delivery {
  readonly bookingId: string;
  /** Signed with the subscription's secret, over this body, now. */
  readonly isGenuine: boolean;
  /** Since the change. */
  readonly tookMs: number;
}

export interface LoadReceiver {
  readonly url: string;
  close(): Promise<void>;
}

export async function startLoadReceiver(): Promise<LoadReceiver> {
  const deliveries: Delivery[] = [];
  let secret: string | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (request.method === "GET") {
      response.setHeader("content-type", "application/json");
      return void response.end(JSON.stringify(deliveries));
    }
    if (request.url === "/secret") {
      secret = body;
      return void response.writeHead(204).end();
    }
    // Without the secret nothing can be told of a delivery: it comes again.
    if (secret === undefined) return void response.writeHead(503).end();
    const { data } = JSON.parse(body) as { data: { bookingId: string; updatedAt: string } };
    deliveries.push({
      bookingId: data.bookingId,
      isGenuine: isGenuine(secret, request.headers, body),
      tookMs: Math.max(0, Date.now() - Date.parse(data.updatedAt)),
    });
    response.writeHead(204).end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk as string;
  return body;
}
