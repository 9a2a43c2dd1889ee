/** A receiver of webhooks and notifications: an HTTP server that notes what it is sent and answers as the test sets it. */
import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How it answers from now on; 204 at first. */
  answer: (received: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startReceiver(host = "127.0.0.1"): Promise<Receiver> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const one = { headers: request.headers, path: request.url ?? "", body };
      receiver.received.push(one);
      receiver.answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/hook`,
    received: [],
    answer: answerWith(204),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

export function answerWith(
  status: number,
  headers: Record<string, string> = {},
): Receiver["answer"] {
  return (_received, response) => void response.writeHead(status, headers).end();
}
