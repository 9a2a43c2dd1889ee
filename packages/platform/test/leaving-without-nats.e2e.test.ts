/** A node that is told to end while the bus is away ends by itself, and soon. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { freePort } from "../src/free-port.ts";
import { type NatsServer, startNatsServer } from "../src/nats-server.ts";
import { type ServerProcess, startServerProcess } from "../src/server-process.ts";

const { uri, name } = testDatabase(import.meta.url);
/** The bus is left within two seconds; the rest is a loaded machine. Without a bound it takes 20 s and more. */
const leavingMsMax = 12_000;

let directory: string;
let nats: NatsServer;
let node: ServerProcess;
let healthUrl: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-leaving-"));
});

beforeEach(async () => {
  nats = await startNatsServer({ directory, password: "leaving", log: () => {} });
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

afterEach(async () => {
  await node.kill();
  nats.child.kill("SIGCONT");
  await nats.stop();
});

afterAll(() => rm(directory, { recursive: true, force: true }));

async function untilNotReady(): Promise<void> {
  for (;;) {
    const response = await fetch(`${healthUrl}/readyz`);
    await response.text();
    if (response.status === 503) return;
    await new Promise((resume) => setImmediate(resume));
  }
}

async function leave(): Promise<{ code: number | "still there"; hasStopped: boolean }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"still there">((resolve) => {
    timer = setTimeout(() => resolve("still there"), leavingMsMax);
  });
  const code = (await Promise.race([node.stop(), late])) ?? -1;
  clearTimeout(timer);
  return { code, hasStopped: node.output().includes("Slipway has stopped.") };
}

describe("SIGTERM", () => {
  it("ends a node whose NATS server is gone", async () => {
    await nats.stop();
    await untilNotReady();
    expect(await leave()).toEqual({ code: 0, hasStopped: true });
  });

  it("ends a node whose NATS server is there and says nothing any more", async () => {
    nats.child.kill("SIGSTOP");
    expect(await leave()).toEqual({ code: 0, hasStopped: true });
  });
});
