/** `slipway smoke` on a running server. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import {
  type ServerProcess,
  apiKeyOf,
  runCommandLine,
  startServerProcess,
} from "@slipway/dev/server-process";
import { shopOf } from "@slipway/dev/shop";

let directory: string;
let server: ServerProcess;
beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  directory = await mkdtemp(join(tmpdir(), "slipway-smoke-"));
  server = await startServerProcess({
    directory,
    env: { MONGODB_URI: uri, DATABASE_PREFIX: name },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const smoke = (env: Record<string, string> = {}) =>
  runCommandLine(directory, ["smoke"], "", { SLIPWAY_URL: server.url, ...env });

it("sells a seat, gives it back and archives supplier and product", async () => {
  for (let round = 0; round < 2; round++) {
    const { code, stdout, stderr } = await smoke();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const result = JSON.parse(stdout) as { ok: boolean; bookingId: string };
    expect(result).toMatchObject({ ok: true, url: server.url });
    const { ask } = shopOf({ urls: [server.url], key: await apiKeyOf(directory) });
    expect((await ask("GET", `/bookings/${result.bookingId}`)).body.status).toBe("CANCELLED");
    for (const path of ["/suppliers", "/products"])
      expect({ path, body: (await ask("GET", path)).body }).toEqual({ path, body: [] });
  }
});

it("says in one sentence what is wrong", async () => {
  const { code, stdout, stderr } = await smoke({ SLIPWAY_KEY: "not-a-key" });
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: "",
    stderr: "suppliers.create was answered 401 UNAUTHENTICATED\n",
  });
});

it("says in one sentence that a proxy has answered", async () => {
  const proxy = createServer((request, response) => {
    response.writeHead(request.url === "/readyz" ? 200 : 502, { "content-type": "text/html" });
    response.end("<html>Bad gateway</html>");
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  try {
    const { code, stdout, stderr } = await smoke({ SLIPWAY_URL: url });
    const sentence = "suppliers.create was answered 502 by something else than Slipway";
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: `${sentence}\n` });
  } finally {
    proxy.close();
  }
});
