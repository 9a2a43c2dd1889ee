import { expect, it } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiKeyOf, startServerProcess } from "@slipway/platform/server-process";
import { connect } from "../../examples/venice/api.ts";
import { abuse } from "../abuse/abusers.ts";
import { makeDeparture } from "../abuse/departure.ts";
import { behave } from "../abuse/normal-client.ts";

/** Every abuse that is measured by `npm run abuse`, with fewer connections and shorter time-outs. */
const abusers = { slowHeaders: 8, slowBodies: 8, largeBodies: 4, deepJson: 6, idle: 8 };
const ms = 5_000;

it("abuse is refused, each kind in its way, and a client that behaves is served beside it", async () => {
  const directory = await mkdtemp(join(tmpdir(), "slipway-abuse-"));
  const server = await startServerProcess({
    directory,
    env: {
      MONGODB_URI: "",
      RATE_LIMIT_RPS: "100",
      HEADERS_TIMEOUT_MS: "500",
      REQUEST_TIMEOUT_MS: "1000",
    },
  });
  try {
    const { url } = server;
    const key = await apiKeyOf(directory);
    const departure = await makeDeparture(url, key, 1_000);
    const other = await connect(url, key).send<{ key: string }>("POST", "/api-keys", {
      name: "abusers",
    });
    const [seen, outcome] = await Promise.all([
      behave({ url, key, departure, perSecond: 10, ms }),
      abuse({ url, key: other.key, ms, ...abusers }),
    ]);
    expect(seen.map(({ status }) => status)).toEqual(
      seen.map((_, index) => (index % 4 === 3 ? 201 : 200)),
    );
    expect(outcome).toMatchObject({
      slowHeaders: { 408: expect.any(Number) },
      slowBodies: { 408: expect.any(Number) },
      largeBodies: { 413: expect.any(Number) },
      deepJson: { 400: expect.any(Number) },
      idle: { 408: expect.any(Number) },
    });
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
