/** The bus over a real nats-server. What is relied on of moleculer's insides breaks here first. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { mutation, read } from "@slipway/contracts";
import { natsOf, prefixOf, subjectsOf } from "@slipway/nats";
import { startTestNats } from "@slipway/dev/testing-nats";
import { until } from "@slipway/dev/testing-until";
import { systemRequestOf } from "@slipway/dev/testing-request";
import { z } from "zod";
import {
  type Request,
  type ServiceBroker,
  call,
  createBroker,
  isConnected,
  on,
  serve,
} from "../src/index.ts";

const place = z.object({ node: z.string() });
const look = read("probe.look", { input: z.object({}), output: place });
const change = mutation("probe.change", { input: z.object({}), output: place });
const claim = mutation("probe.claim", {
  input: z.object({ ledger: z.string() }),
  output: place,
  routedBy: "ledger",
});
const text = z.object({ text: z.string() });
const echo = read("probe.echo", { input: text, output: text });
const wait = mutation("probe.wait", { input: z.object({}), output: place });
let release = (): void => undefined;
const brokers: ServiceBroker[] = [];

const nats = forThisFile(() => startTestNats());
afterEach(async () => {
  release();
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
});

async function aNode(nodeId: string): Promise<ServiceBroker> {
  const broker = createBroker({
    nodeId,
    natsUrl: nats.url,
    namespace: expect.getState().currentTestName?.replaceAll(/\W/g, "") ?? "",
  });
  brokers.push(broker);
  await broker.start();
  return broker;
}

/** A node that serves; `wait` answers when the test is over. */
async function aReplica(node: string): Promise<ServiceBroker> {
  const broker = await aNode(node);
  const isOver = new Promise<void>((resolve) => (release = resolve));
  const here = on(look, () => ({ node }));
  const rows = [
    here,
    on(change, () => ({ node })),
    on(claim, () => ({ node })),
    on(echo, (_request, input) => input),
    on(wait, () => isOver.then(() => ({ node }))),
  ];
  serve(broker, "probe", rows, { isUp: () => true, failureOf: () => "fault" });
  return broker;
}

async function aCaller(
  replicas: readonly string[],
): Promise<{ broker: ServiceBroker; request: () => Request }> {
  const broker = await aNode(`caller-of-${replicas.join("-")}`);
  await until(() => replicas.every((id) => nodesServing(broker, "probe.look").includes(id)));
  return { broker, request: () => systemRequestOf(broker, "ten_1") };
}

function nodesServing(broker: ServiceBroker, action: string): string[] {
  const { actions } = broker.registry as unknown as {
    actions: { get(name: string): { endpoints: { id: string }[] } | undefined };
  };
  return (actions.get(action)?.endpoints ?? []).map(({ id }) => id);
}

/** The connection ends without a word to the other nodes, as in a process that is killed. */
async function cutOff(broker: ServiceBroker, witness: ServiceBroker): Promise<void> {
  await natsOf(broker)?.close();
  // A message that the server delivers before it notices the cut is lost, and its outcome is unknown.
  const subject = subjectsOf(prefixOf(broker.namespace), broker.nodeID).there(broker.nodeID);
  await until(async () => {
    const answer = natsOf(witness)?.request(subject, "", { timeout: 100 });
    return (await answer?.catch((error: { code?: string }) => error.code)) === "503";
  });
}

function pendingOf(broker: ServiceBroker): number {
  return (broker.transit as unknown as { pendingRequests: Map<string, unknown> }).pendingRequests
    .size;
}

describe("the bus over NATS", () => {
  it("repeats a request whose replica is gone on another one, mutations too", async () => {
    const gone = await aReplica("gone");
    await aReplica("left");
    const { broker, request } = await aCaller(["gone", "left"]);
    await cutOff(gone, broker);
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await call(request(), change, {})).toEqual({ node: "left" });
      expect(await call(request(), look, {})).toEqual({ node: "left" });
    }
    expect(nodesServing(broker, "probe.look")).toEqual(["left"]);
    expect(pendingOf(broker)).toBe(0);
  });

  it("says at once that nothing was begun when the last replica is gone", async () => {
    const gone = await aReplica("gone");
    const { broker, request } = await aCaller(["gone"]);
    await cutOff(gone, broker);
    // Not REQUEST_TIMEOUT, which a call that waits for its deadline ends with.
    await expect(call(request(), change, {})).rejects.toMatchObject({
      type: expect.stringMatching(/^SERVICE_NOT_(FOUND|AVAILABLE)$/),
    });
    expect(pendingOf(broker)).toBe(0);
  });

  it("ends what waits for a replica once the next request finds it gone", async () => {
    const gone = await aReplica("gone");
    const { broker, request } = await aCaller(["gone"]);
    const waiting = call(request(), wait, {});
    await until(() => pendingOf(broker) === 1);
    await natsOf(broker)?.flush();
    const ended = Promise.allSettled([waiting]);
    await cutOff(gone, broker);
    const next = Promise.allSettled([call(request(), look, {})]);
    expect(await ended).toMatchObject([{ reason: { type: "REQUEST_REJECTED" } }]);
    const type: unknown = expect.stringContaining("SERVICE_NOT_");
    expect(await next).toMatchObject([{ reason: { type } }]);
  });

  it("ends what waits for a replica that is gone without another request", async () => {
    const gone = await aReplica("gone");
    const { broker, request } = await aCaller(["gone"]);
    const waiting = call(request(), wait, {});
    await until(() => pendingOf(broker) === 1);
    await natsOf(broker)?.flush();
    // Missed heartbeats would end it, too, and later.
    const { discoverer } = broker.registry as unknown as {
      discoverer: { stopHeartbeatTimers(): void };
    };
    discoverer.stopHeartbeatTimers();
    // It may end while the replica is still being cut off.
    const ended = Promise.allSettled([waiting]);
    await cutOff(gone, broker);
    expect(await ended).toMatchObject([{ reason: { type: "REQUEST_REJECTED" } }]);
  });

  it("carries what is larger than a message of NATS may be, both ways and side by side", async () => {
    await aReplica("carrier");
    const { request } = await aCaller(["carrier"]);
    const texts = ["a", "b", "c"].map((letter) => letter.repeat(3_000_000));
    const answers = await Promise.all(
      texts.map((each) => call(request(), echo, { text: each }, { nodeId: "carrier" })),
    );
    expect(answers.map(({ text: each }) => each.length)).toEqual([3_000_000, 3_000_000, 3_000_000]);
    expect(answers.map(({ text: each }) => each[0])).toEqual(["a", "b", "c"]);
  });

  it("keeps nothing of a request that timed out", async () => {
    await aReplica("slow");
    const { broker, request } = await aCaller(["slow"]);
    const short = { ...request(), deadline: Date.now() + 1_000 };
    await expect(call(short, wait, {})).rejects.toMatchObject({ type: "REQUEST_TIMEOUT" });
    expect(pendingOf(broker)).toBe(0);
  });

  it("routes a key to the same replica from every caller", async () => {
    await Promise.all(["one", "two", "three"].map(aReplica));
    const first = await aCaller(["one", "two", "three"]);
    const second = await aReplica("four");
    await until(() => nodesServing(first.broker, "probe.claim").length === 4);
    await until(() => nodesServing(second, "probe.claim").length === 4);
    const owners = new Set<string>();
    for (let index = 0; index < 40; index++) {
      const { node } = await call(first.request(), claim, { ledger: `led_${index}` });
      owners.add(node);
      const here = systemRequestOf(second, "ten_1");
      expect(await call(here, claim, { ledger: `led_${index}` })).toEqual({ node });
    }
    expect(owners.size).toBe(4);
  });

  it("refuses at once while the server is away, and goes on by itself when it is back", async () => {
    const replica = await aReplica("there");
    const { broker, request } = await aCaller(["there"]);
    const waiting = Promise.allSettled([call(request(), wait, {})]);
    await until(() => pendingOf(broker) === 1);
    await nats.stop();
    expect(await waiting).toMatchObject([{ reason: { type: "REQUEST_REJECTED" } }]);
    await until(() => !isConnected(broker) && !isConnected(replica));
    await expect(call(request(), change, {})).rejects.toMatchObject({ type: "BAD_GATEWAY" });
    // Work that could be answered to nobody is not begun here either.
    await expect(call(systemRequestOf(replica, "ten_1"), change, {})).rejects.toMatchObject({
      type: "SERVICE_UNAVAILABLE",
    });
    await nats.start();
    await until(() => isConnected(broker) && isConnected(replica));
    await until(() =>
      call(request(), change, {}).then(
        () => true,
        () => false,
      ),
    );
  });
});
