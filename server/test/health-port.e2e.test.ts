/** Probes of a cluster have a port of their own, which no client of the gateway can keep busy. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { type ProbedNode, startProbedNode, statusOf } from "./probed-node.ts";

let directory: string;
let probed: ProbedNode;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-health-"));
  probed = await startProbedNode(directory, testDatabase(import.meta.url));
});

afterAll(async () => {
  await probed.node.kill();
  await probed.nats.stop();
  await rm(directory, { recursive: true, force: true });
});

describe("HEALTH_PORT of a node with a gateway", () => {
  it("answers what the gateway's own port answers", async () => {
    for (const path of ["/livez", "/readyz", "/startupz"]) {
      expect({ path, status: await probed.probe(path) }).toEqual({ path, status: 200 });
      const status = await statusOf(`${probed.node.url}${path}`);
      expect({ path, status }).toEqual({ path, status: 200 });
    }
    expect(await probed.probe("/api/v1/me")).toBe(404);
  });

  it("says not ready, and alive, when the bus is gone", async () => {
    await probed.nats.stop();
    await probed.untilNotReady();
    expect(await probed.said("/readyz")).toEqual({ ok: false, reasons: ["bus"] });
    expect(await probed.said("/livez")).toEqual({ ok: true });
    expect(await probed.said("/startupz")).toEqual({ ok: true });
  });
});
