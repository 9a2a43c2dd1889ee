import { afterEach, expect, it } from "@jest/globals";
import type { RequestHandler } from "express";
import { once } from "node:events";
import { type IncomingMessage, type Server, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sendDocument } from "./openapi-document.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const document = { openapi: "3.1.0", servers: [{ url: "/api/v1", description: "This one." }] };

/** Asks a server for the document, as a client that calls it by each of these hosts. */
async function urlsFor(hosts: readonly string[], publicUrl?: string): Promise<string[]> {
  const handler = sendDocument(document, () => {}, publicUrl);
  const server = createServer((request, response) => {
    void handler(...([request, response, () => {}] as unknown as Parameters<RequestHandler>));
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const urls: string[] = [];
  for (const host of hosts) {
    const asked = get({ host: "127.0.0.1", port, headers: { host } });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    urls.push((JSON.parse(await text(answer)) as typeof document).servers[0]!.url);
  }
  return urls;
}

it("has the URL by which the client has reached the gateway", async () => {
  expect(await urlsFor(["a.example", "b.example:8080", "a.example"])).toEqual([
    "http://a.example/api/v1",
    "http://b.example:8080/api/v1",
    "http://a.example/api/v1",
  ]);
});

it("has the URL that PUBLIC_URL gives, whatever the client says", async () => {
  const urls = await urlsFor(["a.example"], "https://boats.example/");
  expect(urls).toEqual(["https://boats.example/api/v1"]);
});

it("has a relative URL where the host is none", async () => {
  expect(await urlsFor(["a b"])).toEqual(["/api/v1"]);
});

it("keeps no more copies than there can be addresses, for a client that makes hosts up", async () => {
  const urls = await urlsFor(Array.from({ length: 20 }, (_, at) => `made-up-${at}.example`));
  expect(urls[0]).toBe("http://made-up-0.example/api/v1");
  expect(urls.at(-1)).toBe("/api/v1");
});
