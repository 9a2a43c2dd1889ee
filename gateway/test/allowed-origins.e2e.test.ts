/** Chromium lets a page of a named origin do everything with a key, and pages of other origins nothing. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { launchChromium } from "@slipway/dev/testing-chromium";
import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { type TestGateway, testGateway } from "./testing.ts";

let allowed: Server;
let foreign: Server;
let gateway: TestGateway;
let browser: Browser;
let key: string;

beforeAll(async () => {
  [allowed, foreign, browser] = await Promise.all([aShop(), aShop(), launchChromium()]);
  const services = ["auth", "catalog"] as const;
  const settings = { corsOrigins: [originOf(allowed)] };
  gateway = await testGateway(import.meta.url, { services: [...services] }, settings);
  ({ key } = await gateway.aKey());
});
afterAll(async () => {
  allowed.close();
  foreign.close();
  await Promise.all([browser?.close(), gateway?.stop()]);
});

/** A server of an empty page. */
async function aShop(): Promise<Server> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Shop</title>"),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends a request from a page of this origin, and returns what the page gets. */
async function askFrom(server: Server, method: string, path: string, body?: object) {
  const page = await browser.newPage();
  try {
    await page.goto(originOf(server));
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    // Runs in the page.
    const asked = `fetch(${JSON.stringify(gateway.url + path)}, ${JSON.stringify(init)}).then(
      async (answer) => ({
        status: answer.status,
        id: answer.headers.get("x-request-id"),
        body: await answer.json(),
      }),
      (error) => ({ failed: error.name }),
    )`;
    return await page.evaluate<Record<string, unknown>>(asked);
  } finally {
    await page.close();
  }
}

const supplier = { name: "Laguna Viva", timezone: "Europe/Rome" };
const anId = expect.stringMatching(/^[\w.-]{8,64}$/);

it("a page of an allowed origin reads and writes by a key, and reads refusals and headers", async () => {
  const made = await askFrom(allowed, "POST", "/api/v1/suppliers", supplier);
  expect(made).toMatchObject({ status: 201, id: anId, body: supplier });
  const read = await askFrom(allowed, "GET", "/api/v1/suppliers");
  expect(read).toMatchObject({ status: 200, id: anId, body: [supplier] });
  const refused = await askFrom(allowed, "GET", "/api/v1/suppliers/sup_none");
  expect(refused).toMatchObject({ status: 404, id: anId, body: { code: "NOT_FOUND" } });
});

it("a page of a foreign origin reads nothing, and its change does not arrive", async () => {
  const count = async () =>
    ((await gateway.send("GET /suppliers", { key })).body as object[]).length;
  const before = await count();
  expect(await askFrom(foreign, "GET", "/api/v1/suppliers")).toEqual({ failed: "TypeError" });
  const made = await askFrom(foreign, "POST", "/api/v1/suppliers", supplier);
  expect(made).toEqual({ failed: "TypeError" });
  expect(await count()).toBe(before);
});
