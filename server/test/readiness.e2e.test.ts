/** Readiness of a gateway of real processes while services are away, and what it still serves. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { freePort } from "@slipway/dev/free-port";
import {
  type ServerProcess,
  runCommandLine,
  startServerProcess,
} from "@slipway/dev/server-process";
import { migrateAll } from "@slipway/dev/testing-migration";
import { type TestNats, startTestNats } from "@slipway/dev/testing-nats";
import { type Shop, type Sold, shopOf } from "@slipway/dev/shop";
import { until } from "@slipway/dev/testing-until";

let directory: string;
let nats: TestNats;
let gatewayUrl: string;
let healthUrl: string;
/** It is ready, and resolves, once auth is there. */
let gateway: Promise<ServerProcess>;
let audit: ServerProcess;
let auth: ServerProcess;
const started: ServerProcess[] = [];
let key: string;
let shop: Shop;
let sold: Sold;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-readiness-"));
  nats = await startTestNats();
  await migrateAll(testDatabase(import.meta.url));
  const [port, healthPort] = [await freePort(), await freePort()];
  gatewayUrl = `http://127.0.0.1:${port}`;
  healthUrl = `http://127.0.0.1:${healthPort}`;
  await startNode("catalog,availability,resources-capacity,bookings,webhooks,sync");
  gateway = startNode("gateway", port, { HEALTH_PORT: String(healthPort) });
  // The test that waits for it says why it failed.
  gateway.catch(() => undefined);
});
afterAll(async () => {
  await Promise.all(started.map((node) => node.kill()));
  await nats.close();
  await rm(directory, { recursive: true, force: true });
});

function meeting(): Record<string, string> {
  const { uri, name } = testDatabase(import.meta.url);
  return { NATS_URL: nats.url, MONGODB_URI: uri, DATABASE_PREFIX: name };
}

/** Resolves when the node is ready. */
async function startNode(
  services: string,
  port?: number,
  own: Record<string, string> = {},
): Promise<ServerProcess> {
  const at = port ?? (await freePort());
  const env = {
    ...meeting(),
    SERVICES: services,
    HEALTH_PORT: String(at),
    AUTH_PEPPER: "p".repeat(32),
    SECRETS_KEYS: `first:${Buffer.alloc(32).toString("base64")}`,
    DRAIN_SECONDS: "0",
    ...own,
  };
  const node = await startServerProcess({ directory, port: at, env });
  started.push(node);
  return node;
}

interface Said {
  status: number;
  retryAfter: string | null;
  body: Record<string, unknown>;
}

async function asked(url: string): Promise<Said> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(url, { headers });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: (await response.json()) as Said["body"],
  };
}

/** Finds until the result is right; a busy machine is late. */
async function untilRight<Found>(
  find: () => Found | Promise<Found>,
  isRight: (found: Found) => boolean,
): Promise<Found> {
  const { found } = await until(async () => {
    // Each question is a line of the gateway's log, of which the end alone is kept.
    await pause(50);
    const one = await find();
    return isRight(one) && { found: one };
  });
  return found;
}

/** Waits until the gateway says so at both ports. The health port is asked on and on: its requests are not logged. */
async function expectReadiness(named: { reasons?: string[]; missing?: string[] }): Promise<void> {
  const ok = named.reasons === undefined;
  const body = JSON.stringify({ ok, ...named });
  await untilRight(
    () => asked(`${healthUrl}/readyz`).catch(() => undefined),
    (said) => JSON.stringify(said?.body) === body,
  );
  const [status, word] = ok ? [200, "ready"] : [503, "not ready"];
  expect(await asked(`${healthUrl}/readyz`)).toMatchObject({ status, body: { ok } });
  const { status: own, body: ownBody } = await asked(`${gatewayUrl}/readyz`);
  expect({ status: own, body: ownBody }).toEqual({ status, body: { status: word, ...named } });
}

/** The lines of the gateway's log about services, once there are so many. */
async function linesAbout(count: number): Promise<Record<string, unknown>[]> {
  const { output } = await gateway;
  const lines = (): Record<string, unknown>[] =>
    output()
      .split("\n")
      .filter((line) => line.startsWith("{") && line.includes('"part":"services"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return untilRight(lines, ({ length }) => length >= count);
}

async function expectToSell(): Promise<string> {
  const held = await shop.book(sold, "10:00", { status: "ON_HOLD" });
  expect(held).toMatchObject({ status: 201, body: { status: "ON_HOLD" } });
  const confirmed = await shop.ask("POST", `/bookings/${held.body.id}/confirm`);
  expect(confirmed).toMatchObject({ status: 201, body: { status: "CONFIRMED" } });
  return held.body.id;
}

async function expectNoAuditLog(): Promise<void> {
  expect(await asked(`${gatewayUrl}/api/v1/audit-logs`)).toMatchObject({
    status: 503,
    retryAfter: "1",
    body: {
      code: "SERVICE_UNAVAILABLE",
      detail: "The service audit is away, nothing was done",
    },
  });
}

/** Resolves when the audit log has how the booking was held and confirmed. */
async function untilAudited(bookingId: string): Promise<void> {
  const path = `/api/v1/audit-logs?entityType=booking&entityId=${bookingId}`;
  const actions = ["booking.confirm", "booking.create"];
  await untilRight(
    () => asked(`${gatewayUrl}${path}`),
    ({ status, body }) =>
      status === 200 &&
      (body as unknown as { action: string }[]).map(({ action }) => action).join() ===
        actions.join(),
  );
}

async function commanded(...words: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runCommandLine(directory, words, "", meeting());
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Record<string, string>;
}

let soldWithoutAudit: string;

describe("a gateway", () => {
  it("is not ready without auth, and says so", async () => {
    await expectReadiness({ reasons: ["auth"], missing: ["auth", "audit"] });
  });

  it("is ready when auth is there, says that audit is missing, and sells", async () => {
    auth = await startNode("auth");
    await expectReadiness({ missing: ["audit"] });
    const { url } = await gateway;
    const tenant = await commanded("tenant", "create", "--name", "Ready", "--currency", "EUR");
    const made = await commanded("key", "create", "--tenant", tenant["id"] ?? "", "--name", "Till");
    key = made["key"] ?? "";
    shop = shopOf({ urls: [url], key });
    sold = await shop.anOption(await shop.aBoat(20), ["10:00"]);
    await expectNoAuditLog();
    soldWithoutAudit = await expectToSell();
    await expectNoAuditLog();
    expect(await linesAbout(2)).toMatchObject([
      { level: 40, missing: ["auth", "audit"] },
      { level: 40, missing: ["audit"] },
    ]);
  });

  it("answers the route when audit is there, with what was sold before", async () => {
    audit = await startNode("audit");
    await expectReadiness({});
    await untilAudited(soldWithoutAudit);
    expect((await linesAbout(3)).slice(2)).toMatchObject([
      { level: 30, msg: "every service is served again" },
    ]);
  });

  it("stays ready and sells when audit is killed, and logs it once", async () => {
    const statuses = new Set<number>();
    let isOver = false;
    const probing = (async () => {
      while (!isOver) statuses.add((await asked(`${healthUrl}/readyz`)).status);
    })();
    await audit.kill();
    const bookingId = await expectToSell();
    // The first request to a process that is gone finds that out; after it the gateway knows.
    await expectNoAuditLog();
    await expectReadiness({ missing: ["audit"] });
    await expectNoAuditLog();
    await expectToSell();
    const lines = await linesAbout(4);
    expect(lines.slice(3)).toMatchObject([{ level: 40, missing: ["audit"] }]);
    audit = await startNode("audit");
    await expectReadiness({});
    isOver = true;
    await probing;
    expect([...statuses]).toEqual([200]);
    await untilAudited(bookingId);
    expect(await linesAbout(5)).toHaveLength(5);
  });

  it("is not ready any more when auth is killed", async () => {
    await auth.kill();
    await expectReadiness({ reasons: ["auth"], missing: ["auth"] });
    expect(await linesAbout(6)).toHaveLength(6);
  });
});
