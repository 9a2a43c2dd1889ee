/** A node whose database is slow, or fails, while it starts: it waits, and does not end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { type Effect, type ReplicaSet, startReplicaSet } from "@slipway/dev/replica-set";
import { type TestNats, startTestNats } from "@slipway/dev/testing-nats";
import { serviceNames } from "../src/service-names.ts";
import { type WaitingProcess, startWaiting } from "./waiting-process.ts";

const { uri, name } = testDatabase(import.meta.url);
const nowhere = "mongodb://127.0.0.1:1/";

let directory: string;
let nats: TestNats;
let set: ReplicaSet;
let node: WaitingProcess | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-slow-start-"));
  nats = await startTestNats();
  set = await startReplicaSet(uri);
});
afterEach(async () => {
  await node?.end("SIGKILL");
  node = undefined;
});
afterAll(async () => {
  await set.close();
  await nats.close();
  await rm(directory, { recursive: true, force: true });
});

/** Every service and a gateway, on databases of their own. */
async function startNode(databases: string, more: Record<string, string> = {}) {
  node = await startWaiting(directory, {
    NATS_URL: nats.url,
    MONGODB_URI: set.uri,
    DATABASE_PREFIX: `${name}_${databases}`,
    ...more,
  });
  return node;
}

async function untilReady(starting: WaitingProcess): Promise<void> {
  while ((await starting.probe("/readyz")) !== 200) {
    if (starting.exitCode() !== null) throw new Error(starting.output());
    await pause(50);
  }
}

/** The lines that say what is waited for, without their times. */
function waitingLines(starting: WaitingProcess): { service: string; msg: string }[] {
  return starting
    .output()
    .split("\n")
    .filter((line) => line.includes("waiting for MongoDB"))
    .map((line) => JSON.parse(line) as { service: string; msg: string });
}

describe("a node whose database is slow for 30 s", () => {
  it("is alive and not ready meanwhile, and then ready as the same process", async () => {
    set.delay(3_000);
    const starting = await startNode("slow");
    while ((await starting.probe("/livez")) === 0) await pause(50);
    const until = Date.now() + 30_000;
    while (Date.now() < until) {
      expect(await starting.probe("/livez")).toBe(200);
      expect(await starting.probe("/readyz")).toBe(503);
      await pause(250);
    }
    expect(await starting.reasons()).toEqual(["starting", "database"]);
    set.delay(0);
    await untilReady(starting);
    expect(starting.exitCode()).toBeNull();
    // One line of each service, not one of each attempt.
    const waited = waitingLines(starting).map(({ service }) => service);
    expect(waited.toSorted()).toEqual(serviceNames.toSorted());
  }, 120_000);
});

describe("a node whose database answers, but fails what is about indexes", () => {
  it.each<[string, string, Effect]>([
    ["PrimarySteppedDown", "a", { error: 189 }],
    ["InterruptedAtShutdown", "b", { error: 11_600 }],
    ["a connection that breaks", "c", "drop"],
  ])(
    "waits through %s and is ready",
    async (_, databases, effect) => {
      const commands = ["listIndexes", "createIndexes"];
      const failing = set.inject({ commands, when: "before", effect, times: 40 });
      const starting = await startNode(databases);
      await untilReady(starting);
      expect(failing.count()).toBe(40);
      expect(waitingLines(starting).length).toBeGreaterThan(0);
    },
    60_000,
  );

  it("makes no index and no collection where an earlier start has made them", async () => {
    await untilReady(await startNode("again"));
    await node?.end("SIGTERM");
    const effect = { hold: Promise.resolve() };
    const made = set.inject({ commands: ["create", "createIndexes"], when: "before", effect });
    const listed = set.inject({ commands: ["listIndexes"], when: "before", effect });
    await untilReady(await startNode("again"));
    expect(listed.count()).toBeGreaterThan(20);
    expect(made.count()).toBe(0);
    made.remove();
    listed.remove();
  }, 60_000);
});

describe("SIGTERM", () => {
  it.each([
    ["a node that waits for its database", () => ({ NATS_URL: nats.url }), "waiting for MongoDB"],
    ["a node that waits for NATS", () => ({ NATS_URL: "nats://127.0.0.1:1" }), "starts a node"],
    ["a server that waits for its database", () => ({ NATS_URL: "" }), "Waiting for it ..."],
  ])("ends %s with 0, and says so", async (_, meeting, waits) => {
    const starting = await startNode("none", { MONGODB_URI: nowhere, ...meeting() });
    await starting.untilSaid(waits);
    // Its handlers are there from the first line on; what it waits for is there a moment later.
    await pause(500);
    expect(await starting.end("SIGTERM")).toBe(0);
    expect(starting.output()).toContain("SIGTERM: finishing what runs");
    expect(starting.output()).toContain("Slipway has stopped.");
  });
});
