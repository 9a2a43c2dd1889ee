/** A node that gets a signal to end while the bus is away ends by itself, and soon. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { until } from "@slipway/dev/testing-until";
import { type ProbedNode, startProbedNode } from "./probed-node.ts";

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

describe("SIGTERM", () => {
  it("ends a node whose NATS server is gone", async () => {
    const left = await leave(async ({ nats, untilNotReady }) => {
      await nats.stop();
      await untilNotReady();
    });
    expect(left).toEqual({ code: 0, hasStopped: true });
  });

  it("ends a node whose NATS server is there and says nothing any more", async () => {
    const left = await leave(async ({ nats }) => nats.child.kill("SIGSTOP"));
    expect(left).toEqual({ code: 0, hasStopped: true });
  });
});
