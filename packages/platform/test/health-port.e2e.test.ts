/** What the probes of a cluster ask, at a port that no client of the gateway can keep busy. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { freePort } from "../src/free-port.ts";
import { type NatsServer, startNatsServer } from "../src/nats-server.ts";
import { type ServerProcess, startServerProcess } from "../src/server-process.ts";

const { uri, name } = testDatabase(import.meta.url);

let directory: string;
let nats: NatsServer;
let node: ServerProcess;
let healthUrl: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-health-"));
  nats = await startNatsServer({ directory, password: "health", log: () => {} });
  const healthPort = await freePort();
  healthUrl = `http://127.0.0.1:${healthPort}`;
  const env = {
    NATS_URL: nats.url,
    MONGODB_URI: uri,
    DATABASE_PREFIX: name,
    AUTH_PEPPER: "p".repeat(32),
    SECRETS_KEYS: `first:${Buffer.alloc(32).toString("base64")}`,
    HEALTH_PORT: String(healthPort),
    DRAIN_SECONDS: "0",
  };
  node = await startServerProcess({ directory, env });
}, 120_000);

afterAll(async () => {
  await node.kill();
  await nats.stop();
  await rm(directory, { recursive: true, force: true });
});

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.text();
  return response.status;
}

describe("HEALTH_PORT of a node with a gateway", () => {
  it("answers what the gateway's own port answers", async () => {
    for (const path of ["/livez", "/readyz", "/startupz"]) {
      expect({ path, status: await statusOf(`${healthUrl}${path}`) }).toEqual({
        path,
        status: 200,
      });
      expect({ path, status: await statusOf(`${node.url}${path}`) }).toEqual({ path, status: 200 });
    }
    expect(await statusOf(`${healthUrl}/api/v1/me`)).toBe(404);
  });

  it("says not ready, and alive, when the bus is gone", async () => {
    await nats.stop();
    while ((await statusOf(`${healthUrl}/readyz`)) !== 503)
      await new Promise((resume) => setImmediate(resume));
    expect(await statusOf(`${healthUrl}/livez`)).toBe(200);
    expect(await statusOf(`${healthUrl}/startupz`)).toBe(200);
  });
});
