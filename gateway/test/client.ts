/** A client of a gateway under test, which checks every answer against openapi.json. */
import { type Request, call } from "@slipway/broker";
import { auth, catalog } from "@slipway/contracts";
import { randomUUID } from "node:crypto";
import assert from "node:assert";
import { sharedPlatform } from "@slipway/dev/testing-platform";
import { answerCheckOf } from "./answer-check.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; fails where it is none. */
  readonly body: unknown;
}

/** The status of an answer, with the code of a refusal: "409 QUOTA_EXCEEDED". */
export const codeOf = ({ status, body }: Reply): string =>
  `${status} ${(body as { code?: string }).code ?? ""}`.trim();

interface Call {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Client {
  readonly platform: { as(tenantId: string): Request; settle(): Promise<void> };
  readonly url: string;
  /**
   * `head` is a method and a path below /api/v1, such as "GET /suppliers". Fails when the answer is
   * not the one that openapi.json describes.
   */
  send(head: string, call?: Call): Promise<Reply>;
  /** A tenant and a key of it with these scopes, `*` unless said otherwise. */
  aKey(scopes?: string[]): Promise<{ tenantId: string; id: string; key: string }>;
}

/** The gateway and the services that this run's files share. Nothing needs to be stopped. */
export async function sharedClient(): Promise<Client> {
  const platform = await sharedPlatform();
  return clientOf({ url: platform.url, platform, lastFault: () => platform.lastFault() });
}

export type Make = (head: string, body?: object) => Promise<string>;

/** Sends what makes a record, and answers its id. */
export function makerOf(client: Pick<Client, "send">, key: string): Make {
  return async (head, body) => {
    const reply = await client.send(head, { key, body });
    assert(reply.status < 300, `${head}: ${reply.text}`);
    return (reply.body as { id: string }).id;
  };
}

interface Served {
  readonly url: string;
  readonly platform: Client["platform"];
  /** Unless there is none, a new tenant is given a currency there. */
  readonly hasCatalog?: boolean;
  /** The last line of the gateway's log that has an error. */
  readonly lastFault: () => unknown;
}

export function clientOf({ url, platform, lastFault, hasCatalog = true }: Served): Client {
  const check = answerCheckOf();
  return {
    platform,
    url,
    async send(head, request) {
      const reply = await send(url, head, request);
      const [method = "", path = ""] = head.split(" ");
      const { status, text } = reply;
      // A fault of ours is never what a test wants: its stack says more than its answer.
      if (status === 500) throw new Error(JSON.stringify(await lastFault()));
      const headers = [...reply.headers.keys()];
      const isJson = reply.headers.get("content-type")?.startsWith("application/json");
      const body = isJson && text !== "" ? reply.body : undefined;
      if (text !== "") assert.deepEqual(check({ method, path, status, body, headers }), []);
      return reply;
    },
    async aKey(scopes = ["*"]) {
      const tenantId = `ten_${randomUUID()}`;
      const system = platform.as(tenantId);
      await call(system, auth.createTenant, { name: "Test" });
      if (hasCatalog) await call(system, catalog.initCurrency, { defaultCurrency: "EUR" });
      const issued = await call(system, auth.issueApiKey, { name: "test", scopes });
      return { tenantId, id: issued.id, key: issued.key };
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
