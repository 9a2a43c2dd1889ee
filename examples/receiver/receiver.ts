/** A small receiver of webhooks: verify, answer the challenge, drop repeats, keep the newest, then acknowledge. */
import { WebhookVerificationError, verifyWebhook } from "@slipway/client";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Inbox, type Taken, type Update, openInbox } from "./inbox.ts";

export interface ReceiverOptions {
  /** 0: any free one. */
  port?: number;
  /** The address to listen at; only programs of this machine come to the one unless given. */
  host?: string;
  /** Undefined as long as it is not known: then nothing is taken. */
  secret: () => string | undefined;
  inbox?: Inbox;
  /** Called with each genuine delivery, once it is kept. */
  heard: (update: Update, taken: Taken) => void;
  /** Called with each delivery that the secret does not prove genuine. */
  forged?: () => void;
}

export interface Receiver {
  /** The URL to subscribe with. */
  readonly url: string;
  close(): Promise<void>;
}

const bodyBytesMax = 64 * 1024;

export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const inbox = options.inbox ?? openInbox();
  const server = createServer((request, response) => {
    answer(request, response, { ...options, inbox }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/slipway`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      inbox.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, inbox, heard, forged }: ReceiverOptions & { inbox: Inbox },
): Promise<void> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) {
    body += chunk as string;
    if (body.length > bodyBytesMax) return void response.writeHead(413).end();
  }
  const own = secret();
  // A status other than 2xx makes the server send again; by then the secret is known.
  const event = own && (await verifyWebhook(body, request.headers, own).catch(unlessForged));
  if (own && !event) forged?.();
  if (!event) return void response.writeHead(401).end();
  // Comes before the first delivery, where the installation asks receivers whether they want any.
  if (event.type === "ENDPOINT_CHALLENGE") {
    const { challenge } = event.data;
    response.writeHead(200, { "content-type": "application/json" });
    return void response.end(JSON.stringify({ challenge }));
  }
  // This receiver has subscribed to bookings only, and drops other messages that a later release may send.
  if (event.type !== "BOOKING_UPDATE") return void response.writeHead(204).end();
  const { data } = event;
  const taken = inbox.take(String(request.headers["webhook-id"]), data);
  // Slow work comes after the answer: the server sends again if it waits for more than 15 seconds.
  response.writeHead(204).end();
  heard(data, taken);
}

function unlessForged(error: unknown): undefined {
  if (!(error instanceof WebhookVerificationError)) throw error;
}
