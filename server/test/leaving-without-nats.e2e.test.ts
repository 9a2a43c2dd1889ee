/** A node that gets a signal to end while the bus is away ends by itself, and soon. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { type ProbedNode, startProbedNode } from "./probed-node.ts";

/** The bus is left within two seconds; the rest is a loaded machine. Without a bound it takes 20 s and more. */
const leavingMsMax = 12_000;

let directory: string;
let probed: ProbedNode;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-leaving-"));
});

beforeEach(async () => {
  probed = await startProbedNode(directory, testDatabase(import.meta.url));
}, 120_000);

afterEach(async () => {
  await probed.node.kill();
  probed.nats.child.kill("SIGCONT");
  await probed.nats.stop();
});

afterAll(() => rm(directory, { recursive: true, force: true }));

async function leave(): Promise<{ code: number | "still there"; hasStopped: boolean }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"still there">((resolve) => {
    timer = setTimeout(() => resolve("still there"), leavingMsMax);
  });
  const code = (await Promise.race([probed.node.stop(), late])) ?? -1;
  clearTimeout(timer);
  return { code, hasStopped: probed.node.output().includes("Slipway has stopped.") };
}

describe("SIGTERM", () => {
  it("ends a node whose NATS server is gone", async () => {
    await probed.nats.stop();
    await probed.untilNotReady();
    expect(await leave()).toEqual({ code: 0, hasStopped: true });
  });

  it("ends a node whose NATS server is there and says nothing any more", async () => {
    probed.nats.child.kill("SIGSTOP");
    expect(await leave()).toEqual({ code: 0, hasStopped: true });
  });
});
