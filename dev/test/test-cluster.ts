/** A cluster of real processes for one test file, and a client of its gateways. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testDatabase } from "@slipway/store/testing";
import { fewTwice } from "../src/cluster/layout.ts";
import { type LocalCluster, startLocalCluster } from "../src/cluster/local-cluster.ts";
import { apiKeyOf } from "../src/server-process.ts";

export interface TestCluster extends LocalCluster {
  readonly directory: string;
  readonly key: string;
  readonly databasePrefix: string;
  /** Lines that the processes have printed. */
  readonly lines: readonly string[];
}

export async function startTestCluster(
  testFileUrl: string,
  { layout = fewTwice, ownDatabase = false, balanced = false } = {},
): Promise<TestCluster> {
  const directory = await mkdtemp(join(tmpdir(), "slipway-cluster-"));
  const { uri, name } = testDatabase(testFileUrl);
  const lines: string[] = [];
  const cluster = await startLocalCluster({
    directory,
    mongodbUri: ownDatabase ? undefined : uri,
    databasePrefix: name,
    layout,
    balanced,
    env: { RATE_LIMIT_RPS: "0", LOG_LEVEL: "warn", CLAIM_CONFIRM_SECONDS: "2" },
    print: (process, line) => lines.push(`${process} ${line}`),
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${lines.join("\n")}`);
  });
  await cluster.makeFirstTenant();
  return {
    ...cluster,
    directory,
    key: await apiKeyOf(directory),
    databasePrefix: name,
    lines,
    async stop() {
      await cluster.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
