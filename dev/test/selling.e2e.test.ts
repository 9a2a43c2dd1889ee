import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testDatabase } from "@slipway/store/testing";
import { apiKeyOf, startServerProcess } from "../src/server-process.ts";
import { describeSelling } from "./selling.ts";

describeSelling("in one process", async () => {
  const directory = await mkdtemp(join(tmpdir(), "slipway-e2e-"));
  const { uri, name } = testDatabase(import.meta.url);
  const env = { MONGODB_URI: uri, DATABASE_PREFIX: name, RATE_LIMIT_RPS: "0" };
  const server = await startServerProcess({ directory, env });
  return {
    urls: [server.url],
    key: await apiKeyOf(directory),
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
});
