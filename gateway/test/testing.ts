/** The gateway over a running platform, and a client of it, for tests. */
import { call } from "@slipway/broker";
import { auth, catalog } from "@slipway/contracts";
import assert from "node:assert";
import { randomUUID } from "node:crypto";
import type { PlatformOptions } from "@slipway/server/platform";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { createAnswerCheck } from "./answer-check.ts";
import {
  type Gateway,
  type Limits,
  type Readiness,
  createLog,
  startGateway,
} from "../src/gateway.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; fails where it is none. */
  readonly body: unknown;
}

export interface Call {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface TestGateway {
  readonly platform: TestPlatform;
  readonly url: string;
  readiness(): Readiness;
  /** Lines of the gateway's log. */
  readonly lines: readonly Record<string, unknown>[];
  /**
   * `head` is a method and a path below /api/v1, such as "GET /suppliers". Fails when the answer is
   * not the one that openapi.json describes.
   */
  send(head: string, call?: Call): Promise<Reply>;
  /** A tenant and a key of it with these scopes, `*` unless said otherwise. */
  aKey(scopes?: string[]): Promise<{ tenantId: string; id: string; key: string }>;
  stop(): Promise<void>;
}

/** Tests send as fast as they can, on machines that do other things beside. */
const unlimited = {
  requestsPerSecond: 0,
  tenantRequestsPerSecond: 0,
  readMibPerSecond: 0,
  failedLookupsPerMinute: 0,
  failedLoginsPerMinute: 0,
  docsPerMinute: 0,
  loopDelayMsMax: 0,
};

/** Starts services, a gateway on a free port and a client of it. Stop it in afterAll. */
export async function testGateway(
  testFileUrl: string,
  options: Partial<PlatformOptions> = {},
  { addressHashKey, ...limits }: Partial<Limits> & { addressHashKey?: string } = {},
): Promise<TestGateway> {
  const platform = await testPlatform(testFileUrl, options);
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): number => lines.push(JSON.parse(line) as Record<string, unknown>);
  const gateway: Gateway = await startGateway({
    broker: platform.broker,
    port: 0,
    host: "127.0.0.1",
    log: createLog("info", { write: (line) => void write(line) }),
    lacks: () => platform.lacks(),
    addressHashKey,
    limits: { ...unlimited, ...limits },
  });
  const check = createAnswerCheck();
  return {
    platform,
    url: gateway.url,
    readiness: () => gateway.readiness(),
    lines,
    async send(head, request) {
      const reply = await send(gateway.url, head, request);
      const [method = "", path = ""] = head.split(" ");
      const { status, text } = reply;
      // A fault of ours is never what a test wants: its stack says more than its answer.
      if (status === 500) throw new Error(JSON.stringify(lines.filter(({ err }) => err).at(-1)));
      if (text !== "") assert.deepEqual(check({ method, path, status, body: reply.body }), []);
      return reply;
    },
    async aKey(scopes = ["*"]) {
      const tenantId = `ten_${randomUUID()}`;
      const system = platform.as(tenantId);
      await call(system, auth.createTenant, { name: "Test" });
      if (options.services?.includes("catalog") ?? true)
        await call(system, catalog.initCurrency, { defaultCurrency: "EUR" });
      const issued = await call(system, auth.createApiKey, { name: "test", scopes });
      return { tenantId, id: issued.id, key: issued.key };
    },
    async stop() {
      await gateway.stop();
      await platform.stop();
    },
  };
}

async function send(url: string, head: string, request: Call = {}): Promise<Reply> {
  const [method = "GET", path = "/"] = head.split(" ");
  const { key, body, headers = {} } = request;
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get body() {
      return JSON.parse(text) as unknown;
    },
  };
}
