/** A node whose database is slow, or fails, while it starts: it waits, and does not end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { testDatabase } from "@slipway/store/testing";
import { type Effect, type ReplicaSet, startReplicaSet } from "@slipway/dev/replica-set";
import { migrateAll } from "@slipway/dev/testing-migration";
import { type TestNats, startTestNats } from "@slipway/dev/testing-nats";
import { serviceNames } from "../src/service-names.ts";
import { type WaitingProcess, startWaiting } from "./waiting-process.ts";

const { uri, name } = testDatabase(import.meta.url);
const nowhere = "mongodb://127.0.0.1:1/";

let directory: string;
let nats: TestNats;
let set: ReplicaSet;
let slowSet: ReplicaSet;
let node: WaitingProcess | undefined;
/** A start that takes half a minute: the other tests run meanwhile. */
let slowStart: Promise<SlowStart>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-slow-start-"));
  nats = await startTestNats();
  set = await startReplicaSet(uri);
  slowSet = await startReplicaSet(uri);
  slowStart = startSlowly();
  // The test that waits for it says why it failed.
  slowStart.catch(() => undefined);
});
afterEach(async () => {
  await node?.end("SIGKILL");
  node = undefined;
});
afterAll(async () => {
  await slowSet.close();
  await set.close();
  await nats.close();
  await rm(directory, { recursive: true, force: true });
});

/** Migrates databases, past what is made slow or made to fail. */
function migrate(databases: string): Promise<void> {
  return migrateAll({ uri, name: `${name}_${databases}` });
}

/** Every service and a gateway, on databases of their own. */
async function startNode(databases: string, more: Record<string, string> = {}) {
  node = await startWaiting(directory, environmentOf(databases, more));
  return node;
}

function environmentOf(databases: string, more: Record<string, string>): Record<string, string> {
  return {
    NATS_URL: nats.url,
    MONGODB_URI: set.uri,
    DATABASE_PREFIX: `${name}_${databases}`,
    ...more,
  };
}

interface SlowStart {
  /** Answers of the probes while the database was slow. */
  readonly seen: ReadonlySet<string>;
  readonly reasons: readonly string[] | undefined;
  readonly exitCode: number | null;
  readonly waited: readonly string[];
}

/** Starts a node whose database is slow for 30 s; returns what it showed until it was ready. */
async function startSlowly(): Promise<SlowStart> {
  await migrate("slow");
  slowSet.delay(3_000);
  const own = await mkdtemp(join(directory, "slow-"));
  const environment = environmentOf("slow", { MONGODB_URI: slowSet.uri });
  const starting = await startWaiting(own, environment);
  try {
    while ((await starting.probe("/livez")) === 0) await pause(50);
    const seen = new Set<string>();
    const until = Date.now() + 30_000;
    while (Date.now() < until) {
      for (const path of ["/livez", "/readyz"]) seen.add(`${path} ${await starting.probe(path)}`);
      await pause(250);
    }
    const reasons = await starting.reasons();
    slowSet.delay(0);
    await untilReady(starting);
    const waited = waitingLines(starting).map(({ service }) => service);
    return { seen, reasons, exitCode: starting.exitCode(), waited };
  } finally {
    await starting.end("SIGKILL");
  }
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

describe("a node whose database answers, but fails what is about indexes", () => {
  it.each<[string, string, Effect]>([
    ["PrimarySteppedDown", "a", { error: 189 }],
    ["InterruptedAtShutdown", "b", { error: 11_600 }],
    ["a connection that breaks", "c", "drop"],
  ])("waits through %s and is ready", async (_, databases, effect) => {
    await migrate(databases);
    const commands = ["listIndexes"];
    const failing = set.inject({ commands, when: "before", effect, times: 40 });
    const starting = await startNode(databases);
    await untilReady(starting);
    expect(failing.count()).toBe(40);
    expect(waitingLines(starting).length).toBeGreaterThan(0);
  });

  it("waits for its databases to be migrated, says so, and makes no index itself", async () => {
    const effect = { hold: Promise.resolve() };
    const made = set.inject({ commands: ["createIndexes"], when: "before", effect });
    const waiting = await startNode("again");
    await waiting.untilSaid(`The database ${name}_again-bookings lacks`);
    await waiting.untilSaid("run slipway migrate");
    expect(await waiting.probe("/readyz")).toBe(503);
    expect(await waiting.reasons()).toEqual(["starting", "migration"]);
    await migrate("again");
    await untilReady(waiting);
    expect(made.count()).toBe(0);
    made.remove();
  });
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

describe("a node whose database is slow for 30 s", () => {
  it("is alive and not ready meanwhile, and then ready as the same process", async () => {
    const { seen, reasons, exitCode, waited } = await slowStart;
    expect([...seen].toSorted()).toEqual(["/livez 200", "/readyz 503"]);
    expect(reasons).toEqual(["starting", "database"]);
    expect(exitCode).toBeNull();
    // One line of each service, not one of each attempt.
    expect(waited.toSorted()).toEqual(serviceNames.toSorted());
  });
});
