import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Server, createServer as createTcpServer } from "node:net";
import { type RequestListener, type Server as HttpServer, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "@slipway/dev/testing-until";
import { type Sent, createSender } from "../src/send.ts";
import { startNameServer } from "./name-server.ts";

const publicAddress = "93.184.216.34";
/** Names of strangers, and what they lead to. */
const names: Readonly<Record<string, readonly string[]>> = {
  "inside.example.com": ["127.0.0.1"],
  "inside6.example.com": ["::1"],
  "mixed.example.com": [publicAddress, "127.0.0.1"],
  "mixed6.example.com": [publicAddress, "::1"],
  "cloud.example.com": ["169.254.169.254"],
  "mapped.example.com": ["::ffff:7f00:1"],
  "private.example.com": ["10.0.0.1"],
  "allowed.example.com": ["127.0.0.1"],
};
let listener: HttpServer;
let connections: number;
let port: number;
let answer: RequestListener;

const nameServer = forThisFile(() =>
  startNameServer((name, nth) => {
    // The answer changes after the first look-up, as with DNS rebinding.
    if (name === "rebinding.example.com") return nth === 0 ? ["127.0.0.2"] : ["127.0.0.1"];
    return names[name] ?? [];
  }),
);
beforeAll(async () => {
  listener = createServer((request, response) => {
    request.resume();
    answer(request, response);
  });
  listener.on("connection", () => connections++);
  await new Promise<void>((resolve) => listener.listen(0, "::", resolve));
  ({ port } = listener.address() as AddressInfo);
});
afterAll(async () => {
  listener.closeAllConnections();
  listener.close();
});

let sender: ReturnType<typeof createSender>;
beforeEach(() => {
  connections = 0;
  answer = (_request, response) => void response.writeHead(204).end();
});
afterEach(() => sender?.close());

it("is not made over http where https is required", async () => {
  sender = createSender({ allowed: ["127.0.0.0/8"], requireHttps: true });
  const sent = await sender.send({
    tenantId: "ten_1",
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    webhookId: "msg_1",
    body: "{}",
    secrets: ["whsec_c2VjcmV0"],
  });
  expect(sent).toMatchObject({ statusCode: null, error: "HTTPS_REQUIRED" });
  expect(connections).toBe(0);
});

function sendTo(url: string, allowed: readonly string[] = [], timeoutMs = 5_000): Promise<Sent> {
  sender = createSender({ allowed, dnsServers: [nameServer.address], timeoutMs });
  return sender.send({
    tenantId: "ten_1",
    url,
    headers: {},
    webhookId: "msg_1",
    body: "{}",
    secrets: ["whsec_c2VjcmV0"],
  });
}

describe("a delivery to an address that is not public", () => {
  const hosts = [
    // This machine, in all its spellings.
    "127.0.0.1",
    "127.0.0.2",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0x0.0x0.0x1",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.0.0.1.",
    "%31%32%37.0.0.1",
    "１２７.0.0.1",
    "127。0。0。1",
    "0",
    "0.0.0.0",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::1]",
    "[2001::7f00:1]",
    // Networks of the house, and the cloud's own services.
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "[fd00:ec2::254]",
    "[fc00::1]",
    "[fe80::1]",
    "[fec0::1]",
    "168.63.129.16",
    "192.0.0.192",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "[ff02::1]",
    "[100::1]",
    "[2001:db8::1]",
    // Names that lead there.
    "inside.example.com",
    "inside6.example.com",
    "mixed.example.com",
    "mixed6.example.com",
    "cloud.example.com",
    "mapped.example.com",
    "private.example.com",
    "INSIDE.EXAMPLE.COM",
    "inside.example.com.",
  ];

  it.each(hosts)("is refused before a connection is made: %s", async (host) => {
    const sent = await sendTo(`http://${host}:${port}/hook`);
    expect(sent).toMatchObject({ statusCode: null, error: "BLOCKED_ADDRESS" });
    expect(connections).toBe(0);
  });

  it.each(["localhost", "LOCALHOST", "app.localhost"])(
    "is refused for the machine's own names: %s",
    async (host) => {
      sender = createSender({ allowed: [] });
      const { error } = await sender.send({
        tenantId: "ten_1",
        url: `http://${host}:${port}/hook`,
        headers: {},
        webhookId: "msg_1",
        body: "{}",
        secrets: [],
      });
      // Not every system knows what ends in .localhost.
      expect(["BLOCKED_ADDRESS", "DNS_ERROR"]).toContain(error);
      expect(connections).toBe(0);
    },
  );

  it("goes where the checked answer said, whatever the name says at a second look", async () => {
    const sent = await sendTo(`http://rebinding.example.com:${port}/hook`, ["127.0.0.2/32"]);
    expect(sent).toMatchObject({ statusCode: 204, error: null });
    const looks = nameServer.asked.filter((each) => each === "rebinding.example.com A");
    expect(looks).toHaveLength(1);
    // The second delivery looks again, and is refused.
    await sender.close();
    connections = 0;
    const again = await sendTo(`http://rebinding.example.com:${port}/hook`, ["127.0.0.2/32"]);
    expect(again).toMatchObject({ error: "BLOCKED_ADDRESS" });
    expect(connections).toBe(0);
  });

  it("follows no redirect to it", async () => {
    answer = (_request, response) =>
      void response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end();
    const sent = await sendTo(`http://127.0.0.2:${port}/hook`, ["127.0.0.2/32"]);
    expect(sent).toMatchObject({ statusCode: 307, error: "HTTP_STATUS" });
    expect(connections).toBe(1);
  });

  it("uses no proxy of the environment", async () => {
    const { HTTP_PROXY: before } = process.env;
    process.env["HTTP_PROXY"] = `http://127.0.0.1:${port}`;
    const sent = await sendTo("http://10.0.0.1/hook");
    if (before === undefined) delete process.env["HTTP_PROXY"];
    else process.env["HTTP_PROXY"] = before;
    expect(sent).toMatchObject({ error: "BLOCKED_ADDRESS" });
    expect(connections).toBe(0);
  });
});

describe("a delivery to a network that the operator opens", () => {
  it.each([
    ["127.0.0.1", "127.0.0.0/8"],
    ["[::1]", "::1/128"],
    ["[::ffff:127.0.0.1]", "127.0.0.0/8"],
    ["allowed.example.com", "127.0.0.0/8"],
  ])("reaches %s through %s", async (host, network) => {
    const sent = await sendTo(`http://${host}:${port}/hook?a=b`, [network]);
    expect(sent).toMatchObject({ statusCode: 204, error: null });
    expect(connections).toBe(1);
  });

  it("does not open the rest", async () => {
    expect(await sendTo("http://10.0.0.1/", ["127.0.0.0/8"])).toMatchObject({
      error: "BLOCKED_ADDRESS",
    });
  });
});

describe("an attempt", () => {
  const here = ["127.0.0.0/8"];

  it("ends in time when nobody answers", async () => {
    answer = () => undefined;
    const sent = await sendTo(`http://127.0.0.1:${port}/`, here, 300);
    expect(sent).toMatchObject({ statusCode: null, error: "TIMEOUT" });
  });

  it("is over once the status is there, however much of a body follows", async () => {
    let isOpen = true;
    answer = (_request, response) => {
      response.writeHead(200);
      const chunk = "x".repeat(64 * 1024);
      const write = (): void => {
        while (isOpen && response.write(chunk));
        if (isOpen) response.once("drain", write);
      };
      response.once("close", () => (isOpen = false));
      write();
    };
    const sent = await sendTo(`http://127.0.0.1:${port}/`, here);
    expect(sent).toMatchObject({ statusCode: 200, error: null });
    await until(() => !isOpen);
  });

  it("says what a receiver asks for by Retry-After", async () => {
    answer = (_request, response) => void response.writeHead(503, { "retry-after": "7" }).end();
    expect(await sendTo(`http://127.0.0.1:${port}/`, here)).toMatchObject({
      statusCode: 503,
      retryAfterSeconds: 7,
    });
  });

  it.each([
    ["nobody listens", "http://127.0.0.1:1/", "CONNECT_REFUSED"],
    ["a name has no address", "http://nowhere.example.com/", "DNS_ERROR"],
  ])("says in a word that %s", async (_what, url, error) => {
    expect(await sendTo(url, here)).toMatchObject({ statusCode: null, error });
  });

  it.each([
    ["that is no HTTP", "hello\r\n\r\n", "CONNECTION_LOST"],
    ["that breaks off", "", "CONNECTION_LOST"],
  ])("says in a word that there is an answer %s", async (_what, text, error) => {
    const strange: Server = createTcpServer((socket) => {
      socket.on("error", () => undefined).once("data", () => socket.end(text));
    });
    await new Promise<void>((resolve) => strange.listen(0, "127.0.0.1", resolve));
    const { port: at } = strange.address() as AddressInfo;
    expect(await sendTo(`http://127.0.0.1:${at}/`, here)).toMatchObject({ error });
    strange.close();
  });

  it("does not speak TLS with a server that does not", async () => {
    expect(await sendTo(`https://127.0.0.1:${port}/`, here)).toMatchObject({ error: "TLS_ERROR" });
  });

  it("that was cut off by closing is no failure of the receiver", async () => {
    answer = () => undefined;
    const sending = sendTo(`http://127.0.0.1:${port}/`, here);
    while (connections === 0) await new Promise((resume) => setTimeout(resume, 5));
    await sender.close();
    await expect(sending).rejects.toThrow("closed");
  });
});
