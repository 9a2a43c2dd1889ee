import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { call } from "@slipway/broker";
import { auth, keyText } from "@slipway/contracts";
import { until } from "@slipway/dev/testing-until";
import { codeOf } from "./client.ts";
import { type TestGateway, testGateway } from "./testing.ts";

/** So many that a busy machine, which takes seconds for them, does not give their rate back meanwhile. */
const many = 40;

const gateways: TestGateway[] = [];
async function aGateway(
  name: string,
  limits: Parameters<typeof testGateway>[2],
  services: NonNullable<Parameters<typeof testGateway>[1]>["services"] = ["auth"],
) {
  const gateway = await testGateway(`${import.meta.url}#${name}`, { services }, limits);
  gateways.push(gateway);
  return gateway;
}
afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

describe("a credential's rate", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await aGateway("rate", { requestsPerSecond: 2 });
  });

  it("is in every answer to it, and in no other", async () => {
    const { key } = await gateway.aKey(["api-keys:read"]);
    const answers = [
      await gateway.send("GET /api-keys", { key }),
      await gateway.send("GET /suppliers", { key }),
    ];
    expect(answers.map(codeOf)).toEqual(["200", "403 INSUFFICIENT_SCOPE"]);
    for (const { headers } of answers) {
      expect(headers.get("ratelimit-policy")).toBe('"credential";q=2;w=1');
      expect(headers.get("ratelimit")).toMatch(/^"credential";r=\d;t=1$/);
    }
    for (const head of ["GET /api-keys", "GET /nothing", "GET /openapi.json"])
      expect((await gateway.send(head)).headers.get("ratelimit")).toBeNull();
  });

  it("is refused beyond twice its limit: after a bad credential, before scope and body", async () => {
    const { key } = await gateway.aKey(["api-keys:read"]);
    const all = await Promise.all(
      Array.from({ length: many }, () => gateway.send("POST /suppliers", { key, body: "{" })),
    );
    const refused = all.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(all.length - refused.length).toBeGreaterThanOrEqual(4);
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({ code: "RATE_LIMITED" });
      expect(headers.get("retry-after")).toBe("1");
      expect(headers.get("ratelimit")).toBe('"credential";r=0;t=1');
    }
    expect(codeOf(await gateway.send("GET /api-keys", { key: `${key}x` }))).toBe(
      "401 UNAUTHENTICATED",
    );
    const { key: other } = await gateway.aKey(["api-keys:read"]);
    expect(codeOf(await gateway.send("GET /api-keys", { key: other }))).toBe("200");
  });
});

describe("a tenant's rate", () => {
  it("is shared by its keys, shown beside theirs, and no other tenant's", async () => {
    const gateway = await aGateway("tenant", { requestsPerSecond: 50, tenantRequestsPerSecond: 5 });
    const { tenantId, key } = await gateway.aKey();
    const name = { name: "second", scopes: ["*"] };
    const second = (await call(gateway.platform.as(tenantId), auth.issueApiKey, name)).key;
    const sent = await Promise.all(
      Array.from({ length: 2 * many }, (_, n) =>
        gateway.send("GET /api-keys", { key: n % 2 === 0 ? key : second }),
      ),
    );
    const [one] = sent;
    expect(one?.headers.get("ratelimit-policy")).toBe('"credential";q=50;w=1, "tenant";q=5;w=1');
    const refused = sent.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({ code: "RATE_LIMITED" });
      // The keys have not spent theirs.
      expect(headers.get("ratelimit")).toMatch(/^"credential";r=[1-9]\d*;t=1, "tenant";r=0;t=1$/);
    }
    const { key: other } = await gateway.aKey();
    expect(codeOf(await gateway.send("GET /api-keys", { key: other }))).toBe("200");
  });
});

describe("work that is dear", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await aGateway("dear", { readMibPerSecond: 1 });
  });

  it.each([
    "POST /options/opt_1/availability-periods/quote",
    "POST /options/opt_1/pricing-periods/quote",
    "POST /options/opt_1/availability-periods/import",
  ])("is paid before its body is read, and refused bodies cost as much: %s", async (head) => {
    const { key } = await gateway.aKey(["availability:read", "resources:write"]);
    const answers = await Promise.all(
      Array.from({ length: many }, () => gateway.send(head as never, { key, body: "{" })),
    );
    const codes = answers.map(codeOf);
    const read = codes.filter((code) => code === "400 MALFORMED_JSON");
    expect(read.length).toBeGreaterThan(0);
    expect(codes.filter((code) => code === "429 RATE_LIMITED")).toHaveLength(many - read.length);
    expect(read.length).toBeLessThan(many);
    // Other changes need no bytes.
    const change = await gateway.send("PUT /options/opt_1/pricing-periods", { key, body: "{" });
    expect(codeOf(change)).toBe("400 MALFORMED_JSON");
  });
});

describe("requests at the same time", () => {
  it("of one tenant are bounded, whatever key they come with", async () => {
    const gateway = await aGateway("together", { concurrentMax: 2, tenantConcurrentMax: 2 });
    const { tenantId, key } = await gateway.aKey();
    const name = { name: "second", scopes: ["*"] };
    const second = (await call(gateway.platform.as(tenantId), auth.issueApiKey, name)).key;
    const { key: other } = await gateway.aKey();
    const slow = await Promise.all([aSlowBody(gateway, key), aSlowBody(gateway, second)]);
    expect(codeOf(await gateway.send("GET /api-keys", { key }))).toBe("429 RATE_LIMITED");
    expect(codeOf(await gateway.send("GET /api-keys", { key: other }))).toBe("200");
    for (const { finish } of slow) expect(await finish()).toBe(400);
    expect(codeOf(await gateway.send("GET /api-keys", { key: second }))).toBe("200");
  });

  it("of one credential are bounded, whatever others do", async () => {
    const gateway = await aGateway("concurrent", { concurrentMax: 2 });
    const { key } = await gateway.aKey();
    const { key: other } = await gateway.aKey();
    const slow = await Promise.all([aSlowBody(gateway, key), aSlowBody(gateway, key)]);
    const third = await gateway.send("GET /api-keys", { key });
    expect([codeOf(third), third.headers.get("retry-after")]).toEqual(["429 RATE_LIMITED", "1"]);
    expect(codeOf(await gateway.send("GET /api-keys", { key: other }))).toBe("200");
    for (const { finish } of slow) expect(await finish()).toBe(400);
    expect(codeOf(await gateway.send("GET /api-keys", { key }))).toBe("200");
  });

  it("are refused where there is no room for them, before anything is done", async () => {
    const gateway = await aGateway("full", { inFlightMax: 0 });
    const { key } = await gateway.aKey();
    for (const head of ["GET /api-keys", "POST /api-keys"]) {
      const reply = await gateway.send(head, { key });
      expect(codeOf(reply)).toBe("503 OVERLOADED");
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200);
    expect(codeOf(await gateway.send("GET /openapi.json"))).toBe("200");
  });
});

it("browsers that wait for an identity provider take places of requests", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const own = { id: "silent", tenantId: "ten_1", name: "Silent", issuer };
  const provider = { ...own, clientId: "slipway", clientSecret: "a secret of the test" };
  const settings = { OIDC_PROVIDERS: JSON.stringify([provider]) };
  const { url, stop } = await testGateway(
    `${import.meta.url}#providers`,
    { services: ["auth"], settings },
    { inFlightMax: 1 },
  );
  const statusOf = async (path: string) => (await fetch(`${url}/log-in/${path}`)).status;
  try {
    // Again where the log-in had given up before the other request came.
    await until(async () => {
      const connected = once(silent, "connection") as Promise<[Socket]>;
      const waiting = statusOf("silent");
      const [socket] = await connected;
      const beside = await statusOf("providers");
      socket.destroy();
      expect(await waiting).toBe(503);
      return beside === 503;
    });
    expect(await statusOf("providers")).toBe(200);
  } finally {
    silent.close();
    await stop();
  }
});

/** Photos that are gone or forged use up what is theirs alone. No look-up is made for what has ended or is no address. */
async function usePhotoLookupsUp({ url }: TestGateway): Promise<void> {
  const today = Math.floor(Date.now() / 86_400_000);
  const addressOf = (photo: number, endDay: number) =>
    `prd_1.pho_${photo}.${endDay}.${"A".repeat(43)}`;
  const statusOf = async (address: string) => (await fetch(`${url}/photos/${address}`)).status;
  const refusedAnyway = ["no-address", addressOf(0, today), addressOf(0, today - 1)];
  const lookUp = [1, 2, 3].map((photo) => addressOf(photo, today + 2));
  for (const each of [...refusedAnyway, ...refusedAnyway, ...lookUp])
    expect([each, await statusOf(each)]).toEqual([each, 404]);
  expect(await statusOf(addressOf(4, today + 2))).toBe(429);
  for (const each of refusedAnyway) expect([each, await statusOf(each)]).toEqual([each, 404]);
}

describe("credentials that are not known", () => {
  it("are looked up so often for one address, and good ones always", async () => {
    const gateway = await aGateway("guessing", { failedLookupsPerMinute: 3 }, ["auth", "catalog"]);
    const { key } = await gateway.aKey();
    await usePhotoLookupsUp(gateway);
    expect(codeOf(await gateway.send("GET /api-keys", { key }))).toBe("200");
    const guess = async (name: number) =>
      codeOf(
        await gateway.send("GET /api-keys", {
          key: keyText(String(name).padStart(12, "0"), "0".repeat(43)),
        }),
      );
    for (const name of [1, 2, 3]) expect(await guess(name)).toBe("401 UNAUTHENTICATED");
    expect(await guess(4)).toBe("429 RATE_LIMITED");
    expect(codeOf(await gateway.send("GET /api-keys", { key }))).toBe("200");
    expect(codeOf(await gateway.send("GET /api-keys", { key: "no key" }))).toBe(
      "401 UNAUTHENTICATED",
    );
  });
});

describe("a connection", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await aGateway("slow", { headersMs: 300, requestMs: 900, idleMs: 300 });
    ({ key } = await gateway.aKey());
  });

  it.each([
    ["that sends nothing", ""],
    ["that never ends its headers", "GET /livez HTTP/1.1\r\nHost: test\r\nX-Slow: "],
  ])("%s is closed", async (_name, head) => {
    expect(await saidUntilClosed(gateway, head)).toContain("408 Request Timeout");
  });

  it("that never ends its body is closed", async () => {
    const head = `POST /api/v1/suppliers HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\n`;
    const more = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    expect(await saidUntilClosed(gateway, head + more)).toMatch(/^(HTTP\/1\.1 408|$)/);
  });

  it("is made at once, however many others are made at the same moment", async () => {
    const made: Socket[] = [];
    // Node's own queue has room for 511: a client beyond that waits for a second and more.
    const all = Array.from({ length: 700 }, () =>
      open(gateway).once("connect", function (this: Socket) {
        made.push(this);
      }),
    );
    // Turns of the event loop, far less than a second.
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next));
    for (const socket of all) socket.destroy();
    expect(made).toHaveLength(700);
  });

  it("that rests after its answer is closed", async () => {
    const said = await saidUntilClosed(gateway, "GET /livez HTTP/1.1\r\nHost: test\r\n\r\n");
    expect(said).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

describe("a body that nobody wants", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await aGateway("unwanted", {});
    ({ key } = await gateway.aKey());
  });

  it.each([
    ["of an anonymous caller", "POST /api/v1/suppliers", "", "401"],
    ["of a wrong kind", "POST /api/v1/suppliers", "Content-Type: text/plain\r\n", "400"],
    ["where none is read", "GET /api/v1/api-keys", "", "200"],
  ])(
    "%s is taken after the answer, and the connection goes on",
    async (_name, line, more, status) => {
      const credential = status === "401" ? "" : `Authorization: Bearer ${key}\r\n`;
      const socket = open(gateway);
      let said = "";
      socket.setEncoding("utf8").on("data", (text) => (said += String(text)));
      const body = Buffer.alloc(4 * 1024 * 1024, " ");
      socket.write(
        `${line} HTTP/1.1\r\nHost: test\r\n${credential}${more}Content-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
      socket.write("GET /livez HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
      await once(socket, "close");
      expect(said.match(/HTTP\/1\.1 (\d+)/g)).toEqual([`HTTP/1.1 ${status}`, "HTTP/1.1 200"]);
    },
  );

  it("that grows too complex is refused there and then", async () => {
    const request = httpRequest(`${gateway.url}/api/v1/suppliers`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "content-length": 10_000_000,
      },
    });
    request.on("error", () => {});
    request.write("[".repeat(65));
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
    request.destroy();
  });
});

function open(gateway: TestGateway): Socket {
  const { hostname, port } = new URL(gateway.url);
  return connect(Number(port), hostname).on("error", () => {});
}

/** Sends a beginning and nothing more; what was answered when the gateway hung up. */
async function saidUntilClosed(gateway: TestGateway, beginning: string): Promise<string> {
  const socket = open(gateway);
  let said = "";
  socket.setEncoding("utf8").on("data", (text) => (said += String(text)));
  if (beginning !== "") socket.write(beginning);
  await once(socket, "close");
  return said;
}

/** A request whose body has begun and which the gateway has admitted. */
async function aSlowBody(gateway: TestGateway, key: string) {
  const request = httpRequest(`${gateway.url}/api/v1/suppliers`, {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": 2,
      expect: "100-continue",
    },
  });
  request.flushHeaders();
  await once(request, "continue");
  return {
    async finish(): Promise<number | undefined> {
      request.end("{}");
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      answer.resume();
      await once(answer, "end");
      return answer.statusCode;
    },
  };
}
