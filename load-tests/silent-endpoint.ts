import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** The URL of an endpoint that takes connections and answers nothing; it ends with this process. */
export async function silentEndpoint(): Promise<string> {
  const server = createServer((socket) => void socket.on("error", () => undefined).resume());
  server.unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
