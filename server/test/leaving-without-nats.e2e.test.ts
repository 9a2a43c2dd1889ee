/** A node whose bus goes says so to its probes, and ends by itself and soon where it gets a signal to end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { until } from "@slipway/dev/testing-until";
import { type ProbedNode, startProbedNode, statusOf } from "./probed-node.ts";

/** The bus is left within two seconds; the rest is a loaded machine. Without a bound each node takes 20 s and more. */
const leavingMsMax = 12_000;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-leaving-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** How a node has left, of those whose bus `cut` has taken away: the first that was soon enough. */
async function leave(cut: (probed: ProbedNode) => Promise<unknown>) {
  return until(async () => {
    const probed = await startProbedNode(directory, testDatabase(import.meta.url));
    try {
      await cut(probed);
      const beganAt = performance.now();
      const code = await probed.node.stop();
      const isSoon = performance.now() - beganAt < leavingMsMax;
      return isSoon && { code, hasStopped: probed.node.output().includes("Slipway has stopped.") };
    } finally {
      await probed.node.kill();
      probed.nats.child.kill("SIGCONT");
      await probed.nats.stop();
    }
  });
}

/** Probes have a port of their own, which no client of the gateway can keep busy. */
async function expectSamePorts({ node, probe }: ProbedNode): Promise<void> {
  for (const path of ["/livez", "/readyz", "/startupz"])
    expect([path, await probe(path), await statusOf(`${node.url}${path}`)]).toEqual([
      path,
      200,
      200,
    ]);
  expect(await probe("/api/v1/me")).toBe(404);
}

describe("SIGTERM", () => {
  it("ends a node whose NATS server is gone, which HEALTH_PORT has called alive and not ready", async () => {
    const left = await leave(async (probed) => {
      await expectSamePorts(probed);
      await probed.nats.stop();
      await probed.untilNotReady();
      expect(await probed.said("/readyz")).toEqual({ ok: false, reasons: ["bus"] });
      for (const path of ["/livez", "/startupz"])
        expect([path, await probed.said(path)]).toEqual([path, { ok: true }]);
    });
    expect(left).toEqual({ code: 0, hasStopped: true });
  });

  it("ends a node whose NATS server is there and says nothing any more", async () => {
    const left = await leave(async ({ nats }) => nats.child.kill("SIGSTOP"));
    expect(left).toEqual({ code: 0, hasStopped: true });
  });
});
