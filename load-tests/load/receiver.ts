/** Takes deliveries for the webhooks test, and answers the second pass what it has taken. */
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyWebhook } from "@slipway/client";

interface Delivery {
  readonly bookingId: string;
  /** Signed with the subscription's secret, over this body, now. */
  readonly isGenuine: boolean;
  /** Since the change. */
  readonly tookMs: number;
}

export interface LoadReceiver {
  /** On this machine. */
  readonly url: string;
  /** The URL for the server that delivers to it. */
  readonly publicUrl: string;
  close(): Promise<void>;
}

/** @param publicUrl where a server elsewhere reaches this machine; its port is listened at, on every address. */
export async function startLoadReceiver(publicUrl?: string): Promise<LoadReceiver> {
  const deliveries: Delivery[] = [];
  let secret: string | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (request.method === "GET") {
      response.setHeader("content-type", "application/json");
      return void response.end(JSON.stringify(deliveries));
    }
    // Once: the first one is ours, whatever other client finds the way here.
    if (request.url === "/secret" && secret === undefined) {
      secret = body;
      return void response.writeHead(204).end();
    }
    // Without the secret the signature cannot be checked: the delivery comes again.
    if (secret === undefined) return void response.writeHead(503).end();
    const { data } = JSON.parse(body) as { data: { bookingId: string; updatedAt: string } };
    deliveries.push({
      bookingId: data.bookingId,
      isGenuine: await verifyWebhook(body, request.headers, secret).then(isTaken, isRefused),
      tookMs: Math.max(0, Date.now() - Date.parse(data.updatedAt)),
    });
    response.writeHead(204).end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const listening = once(server, "listening");
  if (publicUrl === undefined) server.listen(0, "127.0.0.1");
  else server.listen(portOf(new URL(publicUrl)));
  await listening;
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    publicUrl: publicUrl ?? url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const isTaken = (): boolean => true;
const isRefused = (): boolean => false;

function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk as string;
  return body;
}
