import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { type TestGateway, testGateway } from "./testing.ts";

let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await testGateway(import.meta.url, { services: ["auth"] });
  ({ key } = await gateway.aKey());
});
afterAll(() => gateway.stop());

const mebibyte = Buffer.alloc(1024 * 1024, " ");

function open(headers: Record<string, string | number>) {
  const request = httpRequest(`${gateway.url}/api/v1/suppliers`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    agent: false,
  });
  // The gateway hangs up at last on whoever goes on sending.
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

  it("is refused at the byte that passes the limit where no length was told", async () => {
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

  it("is told at once that its credential is bad", async () => {
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
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname).setEncoding("utf8");
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk))).write(sent);
    await once(socket, "close");
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toMatch(/nosniff[^]*no-store[^]*application\/json; charset=utf-8/);
    const { code, requestId } = JSON.parse(body) as { code: string; requestId: string };
    expect(code).toBe("VALIDATION_FAILED");
    expect(head).toContain(`X-Request-Id: ${requestId}`);
  });
});

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
