/** The one engine behind all members: a pool of connections that carry one command each at a time. */
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { messageReader } from "../engine/wire-message.ts";

export interface Upstream {
  /** The answer to one wire message; rejects when the engine goes away meanwhile. */
  ask(message: Buffer): Promise<Buffer>;
  close(): void;
}

interface Connection {
  readonly socket: Socket;
  ask(message: Buffer): Promise<Buffer>;
}

/** `uri` names one host or one Unix socket; its options are for drivers, not for us. */
export function openUpstream(uri: string): Upstream {
  const idle: Connection[] = [];
  const open = new Set<Socket>();
  return {
    async ask(message) {
      const connection = idle.pop() ?? (await connectTo(uri, open));
      const answer = await connection.ask(message);
      if (!connection.socket.destroyed) idle.push(connection);
      return answer;
    },
    close: () => open.forEach((socket) => socket.destroy()),
  };
}

async function connectTo(uri: string, open: Set<Socket>): Promise<Connection> {
  const [, host = ""] = /^mongodb:\/\/(?:[^@/]*@)?([^/?]+)/.exec(uri) ?? [];
  const address = decodeURIComponent(host);
  const [, name, port] = /^(.*):(\d+)$/.exec(address) ?? [];
  const socket = address.startsWith("/")
    ? connect(address)
    : connect({ host: name ?? address, port: Number(port ?? 27_017), noDelay: true });
  open.add(socket);
  socket.once("close", () => open.delete(socket));
  const read = messageReader();
  let waiting: PromiseWithResolvers<Buffer> | undefined;
  socket.on("data", (chunk) => {
    for (const message of read(chunk)) waiting?.resolve(message);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => waiting?.reject(new Error("The engine closed a connection.")));
  await once(socket, "connect");
  return {
    socket,
    ask(message) {
      waiting = Promise.withResolvers<Buffer>();
      socket.write(message);
      return waiting.promise;
    },
  };
}
