/** A nats-server of a test's own; that it cannot be had fails the test. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { type NatsServer, sharedUser, startNatsServer } from "./nats-server.ts";

export interface TestNats {
  /** Address with a user who may do everything, where no users were given. */
  readonly url: string;
  urlOf(user: { name: string; password: string }): string;
  /** Has it take other users. */
  reload(authorization: string): Promise<void>;
  /** Ends it, as a crash would for its clients; `start` brings it back at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good. */
  close(): Promise<void>;
}

/** @param authorization who may do what; one user who may do everything unless given */
export async function startTestNats(authorization?: string): Promise<TestNats> {
  const directory = await mkdtemp(join(tmpdir(), "slipway-nats-"));
  const port = await freePort();
  const user = { name: "slipway", password: "p%ss/word of the tests" };
  let users = authorization ?? sharedUser(user);
  const lines: string[] = [];
  const run = (): Promise<NatsServer> =>
    startNatsServer({ directory, port, authorization: users, log: (line) => lines.push(line) });
  let server = await run();
  return {
    url: server.urlOf(user),
    urlOf: (given) => server.urlOf(given),
    async reload(given) {
      users = given;
      await server.reload(given);
    },
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
