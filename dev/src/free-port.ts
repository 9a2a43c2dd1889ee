import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that a system gives to connections and to servers that take any. Those come and go: one could take the
 * port between this look and its use.
 */
const portMin = 10_000;
const portMax = 32_000;

/** A port of 127.0.0.1 that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(portMin, portMax);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EADDRINUSE", "EACCES"].includes(code)) throw error;
    return false;
  } finally {
    server.close();
  }
}
