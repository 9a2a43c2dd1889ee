import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { until } from "@slipway/dev/testing-until";
import { testGateway } from "./testing.ts";

let key: string;
let foreignKey: string;

const gateway = forThisFile(() => testGateway(import.meta.url, { services: ["auth"] }));
beforeAll(async () => {
  ({ key } = await gateway.aKey());
  ({ key: foreignKey } = await gateway.aKey());
});

const mebibyte = Buffer.alloc(1024 * 1024, " ");

function open(headers: Record<string, string | number>) {
  const request = httpRequest(`${gateway.url}/api/v1/suppliers`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    agent: false,
  });
  // The gateway hangs up at last on a client that goes on sending.
  request.on("error", () => {});
  const answered = once(request, "response").then(async ([response]) => {
    const answer = response as IncomingMessage;
    answer.setEncoding("utf8");
    let text = "";
    for await (const chunk of answer) text += chunk as string;
    const { code } = JSON.parse(text) as { code: string };
    return { code, connection: answer.headers.connection };
  });
  return { request, answered };
}

const tooLarge = { code: "BODY_TOO_LARGE", connection: "close" };

describe("a body over 15 MB", () => {
  it("is refused at its Content-Length, before any of it has come", async () => {
    const { request, answered } = open({ "content-length": 15_728_641 });
    request.flushHeaders();
    expect(await answered).toEqual(tooLarge);
    request.destroy();
  });

  it("is refused at the byte that passes the limit where no length was declared", async () => {
    const { request, answered } = open({ "transfer-encoding": "chunked" });
    for (let sent = 0; sent < 15; sent++) request.write(mebibyte);
    request.write(" ");
    expect(await answered).toEqual(tooLarge);
    request.destroy();
  });

  it("reaches a client that listens only after it has sent all of it", async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    const ended = once(socket, "end");
    socket.write(
      `POST /api/v1/suppliers HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${30 * mebibyte.length}\r\n\r\n`,
    );
    for (let sent = 0; sent < 30; sent++) if (!socket.write(mebibyte)) await once(socket, "drain");
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk) => (text += String(chunk)));
    await ended;
    expect(text).toContain("HTTP/1.1 413");
    expect(text).toContain("BODY_TOO_LARGE");
  });

  it("is not even asked for where the client waits to be asked", async () => {
    const { request, answered } = open({ "content-length": 20_000_000, expect: "100-continue" });
    let asked = false;
    request.on("continue", () => (asked = true));
    request.flushHeaders();
    expect(await answered).toEqual(tooLarge);
    expect(asked).toBe(false);
  });
});

describe("a client that waits to be asked for its body", () => {
  it("is asked once credential, scope and size are in order", async () => {
    const { request, answered } = open({ "content-length": 2, expect: "100-continue" });
    request.flushHeaders();
    await once(request, "continue");
    request.end("{}");
    expect((await answered).code).toBe("VALIDATION_FAILED");
  });

  it("is answered at once that its credential is bad", async () => {
    const { request, answered } = open({
      authorization: "Bearer none",
      "content-length": 2,
      expect: "100-continue",
    });
    request.flushHeaders();
    expect(await answered).toEqual({ code: "UNAUTHENTICATED", connection: "close" });
  });
});

describe("what cannot be read as a request", () => {
  it.each([
    ["no HTTP", "HELLO\r\n\r\n"],
    ["too large headers", `GET /livez HTTP/1.1\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`],
    ["two lengths", "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
  ])("is refused like everything else: %s", async (_name, sent) => {
    const text = await saidTo(sent);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toMatch(/nosniff[^]*no-store[^]*application\/json; charset=utf-8/);
    const { code, requestId } = JSON.parse(body) as { code: string; requestId: string };
    expect(code).toBe("VALIDATION_FAILED");
    expect(head).toContain(`X-Request-Id: ${requestId}`);
  });

  it.each([
    ["a byte too much", "}"],
    [
      "a broken second request",
      "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n",
    ],
  ])(
    "is cut off behind a request that is carried out, whose answer it is not: %s",
    async (name, sent) => {
      const body = JSON.stringify({ name, scopes: ["catalog:read"] });
      const head = `Authorization: Bearer ${key}\r\nContent-Type: application/json`;
      const whole = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      expect(await saidTo(`POST /api/v1/api-keys HTTP/1.1\r\nHost: test\r\n${whole}${sent}`)).toBe(
        "",
      );
      const names = async (): Promise<string> =>
        (await gateway.send("GET /api-keys", { key })).text;
      await until(async () => (await names()).includes(name));
    },
  );

  it("leaves a line with address and reason, and a flood of it few lines", async () => {
    const before = gateway.lines.length;
    const flood = Array.from({ length: 60 }, () => saidTo("HELLO\r\n\r\n"));
    expect((await Promise.all(flood)).every((said) => said.includes(" 400 "))).toBe(true);
    const lines = gateway.lines.slice(before).filter(({ msg }) => msg === "unreadable request");
    // Ten at once, less those of the tests before, and one a second.
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(30);
    expect(lines[0]).toMatchObject({
      level: 30,
      address: "127.0.0.1",
      reason: "HPE_INVALID_METHOD",
    });
    expect(JSON.stringify(lines)).not.toContain("HELLO");
  });
});

describe("the Host header", () => {
  const lines = ["GET /livez", "POST /api/v1/sessions", "GET /nowhere"];
  it.each(lines)("given twice to %s is refused", async (line) => {
    const said = await saidTo(
      `${line} HTTP/1.1\r\nHost: one\r\nX-Other: 1\r\nhOST: two\r\nConnection: close\r\n\r\n`,
    );
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said).toContain("the Host header must be given once");
  });

  it("is needed, unless a client speaks HTTP 1.0", async () => {
    const without = (version: string) =>
      saidTo(`GET /livez HTTP/${version}\r\nConnection: close\r\n\r\n`);
    expect(await without("1.1")).toMatch(/^HTTP\/1\.1 400 [^]*"VALIDATION_FAILED"/);
    expect(await without("1.0")).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("a number that is too large for JavaScript", () => {
  it("is refused by its place, and nothing is made", async () => {
    const body = '{"name":"Lines","timezone":"Etc/UTC","metadata":{"a":[{"weight":1e999}]}}';
    const reply = await gateway.send("POST /suppliers", { key, body });
    expect(reply.body).toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
      errors: [{ in: "body", pointer: "#/metadata/a/0/weight", code: "INVALID_VALUE" }],
    });
  });

  it("may stand in a text", async () => {
    const body = '{"name":"1e999","timezone":"Etc/UTC"}';
    const reply = await gateway.send("POST /suppliers", { key, body });
    expect(reply.body).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });
});

describe("a client that goes in the middle of its body", () => {
  it.each([
    ["a small one", 100],
    ["a large one", 1_000_000],
  ])("leaves one line with status 499 and no error: %s", async (_name, bytes) => {
    const before = gateway.lines.length;
    const { request, answered } = open({ "content-length": bytes * 2, expect: "100-continue" });
    answered.catch(() => {});
    request.flushHeaders();
    // The gateway has admitted it, and waits for what comes.
    await once(request, "continue");
    await new Promise((written) => request.write(Buffer.alloc(bytes, " "), written));
    request.destroy();
    await until(() => gateway.lines.length > before);
    const lines = gateway.lines.slice(before);
    expect(lines).toMatchObject([
      { level: 30, status: 499, route: "/api/v1/suppliers", aborted: true },
    ]);
    expect(lines[0]).not.toHaveProperty("code");
    expect(lines[0]).not.toHaveProperty("err");
  });
});

describe("where no credential is needed", () => {
  it("a body of more than 8 KiB is refused, announced or not", async () => {
    const body = JSON.stringify({ email: "a@example.com", password: "x".repeat(8_154) });
    expect(Buffer.byteLength(body)).toBe(8_193);
    const announced = await gateway.send("POST /sessions", { body });
    expect(announced.body).toMatchObject({ status: 413, code: "BODY_TOO_LARGE" });
    const request = httpRequest(`${gateway.url}/api/v1/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
    });
    request.on("error", () => {});
    request.write(body);
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    request.destroy();
    const fits = await gateway.send("POST /sessions", { body: body.replace("x", "") });
    expect(fits.body).not.toMatchObject({ status: 413 });
  });
});

/** Six clients that announce as much as may be sent. Once they are asked, they send some of it, then ten bytes a second. */
async function slowClients(path: string, credential: string, bytes: number): Promise<Socket[]> {
  const { hostname, port } = new URL(gateway.url);
  const sockets = Array.from({ length: 6 }, () => {
    const socket = connect(Number(port), hostname).on("error", () => {});
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: test\r\n${credential}` +
        "Content-Type: application/json\r\nContent-Length: 15728640\r\nExpect: 100-continue\r\n\r\n",
    );
    const drip = setInterval(() => socket.write("          "), 1_000);
    return socket.on("close", () => clearInterval(drip));
  });
  // Asked for the body or refused: each is as far as it gets.
  await Promise.all(sockets.map((socket) => once(socket, "data")));
  for (const socket of sockets) socket.write(" ".repeat(bytes));
  return sockets;
}

/** An upload's size; what is refused for its fields was read to its end. */
const large = JSON.stringify({ name: "x".repeat(14_000_000) });

describe("six clients that announce 15 MB and send ten bytes a second", () => {
  it.each([
    ["without a credential", "/sessions", () => "", 0],
    ["of another tenant", "/suppliers", () => `Authorization: Bearer ${foreignKey}\r\n`, 0],
    ["of the same tenant", "/suppliers", () => `Authorization: Bearer ${key}\r\n`, 0],
    // More than a small body has, so that these wait for memory as the uploads do.
    ["after 70 KB", "/suppliers", () => `Authorization: Bearer ${key}\r\n`, 70_000],
  ])("%s keep nobody from uploading", async (_name, path, credential, bytes) => {
    const sockets = await slowClients(path, credential(), bytes);
    const replies = await Promise.all(
      [key, key, key, key].map((each) =>
        gateway.send("POST /suppliers", { key: each, body: large }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    for (const socket of sockets) socket.destroy();
  });
});

/** All that is answered until the connection ends. */
async function saidTo(sent: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  let said = "";
  socket.on("data", (chunk) => (said += String(chunk))).write(sent);
  await once(socket, "close");
  return said;
}

describe("stopping", () => {
  it("lets a running request end and takes no further one", async () => {
    const other = await testGateway(`${import.meta.url}#stopping`, { services: ["auth"] });
    const { key: otherKey } = await other.aKey();
    const request = httpRequest(`${other.url}/api/v1/suppliers`, {
      method: "POST",
      headers: { authorization: `Bearer ${otherKey}`, "content-type": "application/json" },
    });
    request.write("{");
    await expect(fetch(`${other.url}/livez`).then((answer) => answer.status)).resolves.toBe(200);
    const stopped = other.stop();
    const answered = once(request, "response");
    request.end("}");
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
    answer.resume();
    await stopped;
    await expect(fetch(`${other.url}/livez`)).rejects.toThrow("fetch failed");
  });
});
