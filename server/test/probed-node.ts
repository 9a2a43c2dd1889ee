/** A node of every service and a gateway on a bus of its own, whose probes have a port of their own. */
import { setTimeout as pause } from "node:timers/promises";
import type { TestDatabase } from "@slipway/store/testing";
import { freePort } from "@slipway/dev/free-port";
import { migrateAll } from "@slipway/dev/testing-migration";
import { type NatsServer, sharedUser, startNatsServer } from "@slipway/dev/nats-server";
import { type ServerProcess, startServerProcess } from "@slipway/dev/server-process";

export interface ProbedNode {
  readonly nats: NatsServer;
  readonly node: ServerProcess;
  /** The status of one of the probes, such as "/readyz". */
  probe(path: string): Promise<number>;
  /** The body of one of the probes. */
  said(path: string): Promise<unknown>;
  /** Resolves when the node says that it is not ready. */
  untilNotReady(): Promise<void>;
}

/** @param database where it keeps its data, as `testDatabase` answers it. */
export async function startProbedNode(
  directory: string,
  database: TestDatabase,
): Promise<ProbedNode> {
  const user = { name: "slipway", password: "probed" };
  const nats = await startNatsServer({ directory, authorization: sharedUser(user), log: () => {} });
  const healthPort = await freePort();
  const env = {
    NATS_URL: nats.urlOf(user),
    MONGODB_URI: database.uri,
    DATABASE_PREFIX: database.name,
    AUTH_PEPPER: "p".repeat(32),
    SECRETS_KEYS: `first:${Buffer.alloc(32).toString("base64")}`,
    HEALTH_PORT: String(healthPort),
    DRAIN_SECONDS: "0",
  };
  await migrateAll(database);
  const node = await startServerProcess({ directory, env }).catch(async (error: unknown) => {
    await nats.stop();
    throw error;
  });
  const health = `http://127.0.0.1:${healthPort}`;
  const probe = (path: string): Promise<number> => statusOf(`${health}${path}`);
  return {
    nats,
    node,
    probe,
    said: async (path) => (await fetch(`${health}${path}`)).json(),
    async untilNotReady() {
      while ((await probe("/readyz")) !== 503) await pause(10);
    },
  };
}

/** The status of a GET; the body is not looked at. */
export async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.text();
  return response.status;
}
