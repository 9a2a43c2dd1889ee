import assert from "node:assert";
import { once } from "node:events";
import { createServer } from "node:net";

/** A port of 127.0.0.1 that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  assert(address !== null && typeof address === "object");
  return address.port;
}
