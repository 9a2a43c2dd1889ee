/** A nats-server of a test's own; that it cannot be had fails the test. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { type NatsServer, startNatsServer } from "./nats-server.ts";

export interface TestNats {
  readonly url: string;
  /** Ends it, as a crash would for its clients; `start` brings it back at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good. */
  close(): Promise<void>;
}

export async function startTestNats(): Promise<TestNats> {
  const directory = await mkdtemp(join(tmpdir(), "slipway-nats-"));
  const port = await freePort();
  const password = "p%ss/word of the tests";
  const lines: string[] = [];
  const run = (): Promise<NatsServer> =>
    startNatsServer({ directory, port, password, log: (line) => lines.push(line) });
  let server = await run();
  return {
    url: server.url,
    stop: () => server.stop(),
    async start() {
      server = await run();
    },
    async close() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
