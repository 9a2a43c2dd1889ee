/** The tests' database at a port: its socket is for the tests' own user alone. */
import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

export interface ReachableDatabase {
  readonly uri: string;
  close(): Promise<void>;
}

/** Passes every byte on between a port of this machine and the socket that the URI names. */
export async function reachableDatabase(uri: string): Promise<ReachableDatabase> {
  const [, host = ""] = /^mongodb:\/\/([^/?]+)/.exec(uri) ?? [];
  const socket = decodeURIComponent(host);
  if (!socket.startsWith("/")) return { uri, close: () => Promise.resolve() };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const engine = connect(socket);
    for (const [from, to] of [
      [client, engine],
      [engine, client],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => open.delete(from));
      from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    uri: uri.replace(host, `127.0.0.1:${port}`),
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const each of open) each.destroy();
      await closed;
    },
  };
}
