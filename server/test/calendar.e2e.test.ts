/** `slipway calendar` on a running server. */
import { mkdtemp, rm } from "node:fs/promises";
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
let optionId: string;
beforeAll(async () => {
  const { uri, name } = testDatabase(import.meta.url);
  directory = await mkdtemp(join(tmpdir(), "slipway-calendar-"));
  const env = { MONGODB_URI: uri, DATABASE_PREFIX: name };
  server = await startServerProcess({ directory, env });
  const shop = shopOf({ urls: [server.url], key: await apiKeyOf(directory) });
  const sold = await shop.anOption(await shop.aBoat(10), ["08:00", "16:00"]);
  await shop.book(sold, "08:00");
  ({ optionId } = sold);
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
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
