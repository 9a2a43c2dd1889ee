/** A TCP proxy before a gateway that cuts connections at the moment a test names. */
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { once } from "node:events";

/**
 * - "before": the server never gets the request.
 * - "during": the server gets it, and its client is gone at once.
 * - "after": the server has done what was asked, and its answer is lost.
 * - "half": the answer is lost half-way.
 * - "stall": half of the answer comes, and no more.
 */
export type Cut = "before" | "during" | "after" | "half" | "stall" | "never";

export interface CuttingProxy {
  readonly url: string;
  /** Requests that the server got. */
  readonly forwarded: () => number;
  /** Half of an answer has been sent that ends there. */
  readonly stalled: Promise<void>;
  /** Connections of clients that are open. */
  readonly open: () => number;
  close(): Promise<void>;
}

/** @param cutOf is asked of the text of every request. One that comes in pieces is asked of by its first. */
export async function startCuttingProxy(
  target: string,
  cutOf: (request: string) => Cut,
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const stalled = Promise.withResolvers<void>();
  let forwarded = 0;
  const server = createServer((client) => {
    let cut: Cut = "never";
    sockets.add(client);
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
    client.on("close", () => {
      sockets.delete(client);
      upstream.end();
    });
    upstream.on("close", () => client.destroy());
    client.on("data", (piece: Buffer) => {
      const text = piece.toString("latin1");
      if (/^[A-Z]+ \/api/.test(text)) {
        cut = cutOf(text);
        if (cut === "before") return void client.destroy();
        forwarded++;
      }
      upstream.write(piece);
      if (cut === "during") client.destroy();
    });
    upstream.on("data", (piece: Buffer) => {
      if (cut === "never") return void client.write(piece);
      if (cut !== "after") client.write(piece.subarray(0, piece.length - 20));
      if (cut === "stall") stalled.resolve();
      else client.destroySoon();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwarded: () => forwarded,
    stalled: stalled.promise,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
