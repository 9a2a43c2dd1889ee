/** `slipway smoke` and `slipway calendar`, which use the API as any client does, on a running server. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
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
  directory = await mkdtemp(join(tmpdir(), "slipway-commands-"));
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

describe("slipway smoke", () => {
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
});

describe("slipway calendar", () => {
  let optionId: string;
  beforeAll(async () => {
    const shop = shopOf({ urls: [server.url], key: await apiKeyOf(directory) });
    const sold = await shop.anOption(await shop.aBoat(10), ["08:00", "16:00"]);
    await shop.book(sold, "08:00");
    ({ optionId } = sold);
  });

  const calendar = (option: string, month: string, url = server.url) =>
    runCommandLine(directory, ["calendar", "--option", option, "--month", month], "", {
      SLIPWAY_URL: url,
    });

  it("shows the places that are free on each day of the month", async () => {
    const { code, stdout } = await calendar(optionId, "2027-07");
    expect(code).toBe(0);
    const [heading, , names, firstWeek] = stdout.split("\n");
    expect(heading).toMatch(/2027-07 +62 departures, 619 places free$/);
    expect(names?.trim().split(/ +/)).toHaveLength(7);
    // The first of July 2027 is a Thursday; the one booking takes a place of it.
    expect(firstWeek?.trim().split(/ +/)).toEqual(["1", "19", "2", "20", "3", "20", "4", "20"]);
  });

  it.each([
    ["an option that is not there", () => calendar("opt_missing", "2027-07"), "--option"],
    ["a month that is none", () => calendar(optionId, "2027-13"), "--month"],
    ["a server that is not there", () => calendar(optionId, "2027-07", "http://127.0.0.1:9"), "9"],
  ])("says in one sentence what is wrong with %s", async (_name, run, word) => {
    const { code, stdout, stderr } = await run();
    expect([code, stdout, stderr.trim().split("\n")]).toEqual([1, "", [expect.any(String)]]);
    expect(stderr).toContain(word);
  });
});
