/** Invalidations over a real nats-server: which nodes they wait for, and which nodes may use their caches. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type Request, type ServiceBroker, createBroker, on, serve } from "@slipway/broker";
import { referenceCache as contracts } from "@slipway/contracts";
import { natsOf } from "@slipway/nats";
import { type TestNats, startTestNats } from "@slipway/dev/testing-nats";
import { until } from "@slipway/dev/testing-until";
import { systemRequestOf } from "@slipway/dev/testing-request";
import {
  type LeasedCache,
  createLeasedCache,
  heartbeatOf,
  invalidateCaches,
} from "../src/index.ts";
import { expiryMs } from "../src/constants.ts";

let nats: TestNats;
/** Has listened for long enough to know every cache. */
let invalidator: ServiceBroker;
const holders: Holder[] = [];

beforeAll(async () => {
  nats = await startTestNats();
  invalidator = await aNode("invalidator");
  const heartbeat = heartbeatOf(invalidator);
  await until(
    () =>
      heartbeat?.holders().then(
        () => true,
        () => false,
      ) ?? false,
  );
});
afterEach(async () => {
  await Promise.all(holders.splice(0).map(({ broker }) => broker.stop()));
});
afterAll(async () => {
  await invalidator.stop();
  await nats.close();
});

interface Holder {
  broker: ServiceBroker;
  cache: LeasedCache<string>;
  /** The value that a read finds now. */
  truth: { value: string };
  request(): Request;
}

async function aNode(nodeId: string): Promise<ServiceBroker> {
  const broker = createBroker({ nodeId, natsUrl: nats.url, namespace: "caches" });
  heartbeatOf(broker);
  await broker.start();
  return broker;
}

async function aHolder(nodeId: string): Promise<Holder> {
  const broker = await aNode(nodeId);
  const truth = { value: "open" };
  const cache = createLeasedCache<string>({
    charactersMax: 100_000,
    holder: { broker, invalidatedBy: contracts.invalidateInBookings },
    load: () => Promise.resolve(truth.value),
    tagsOf: () => ["opt"],
  });
  const invalidate = on(contracts.invalidateInBookings, async (request, { keys }) => {
    await cache.invalidate(request.caller.tenantId, keys);
    return {};
  });
  serve(broker, "bookings", [invalidate], { isUp: () => true, failureOf: () => "fault" });
  const holder = { broker, cache, truth, request: () => systemRequestOf(broker, "ten_1") };
  holders.push(holder);
  return holder;
}

/** Work on the cached value that runs until it is let go. */
async function workOn({ cache, request }: Holder) {
  const order: string[] = [];
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: began, resolve: begins } = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    begins();
    await gate;
    order.push("worked");
  };
  // Where the machine stalls for longer than a heartbeat may take, the use is refused before it begins.
  const done = until(() =>
    cache.use(request(), "opt", work).then(
      () => true,
      (error: unknown) => {
        if ((error as { type?: string }).type !== "SERVICE_UNAVAILABLE") throw error;
        return false;
      },
    ),
  );
  await Promise.race([began, done]);
  return { order, letGo, done };
}

const invalidated = (by = invalidator): Promise<void> =>
  invalidateCaches(by, systemRequestOf(by, "ten_1"), ["opt"]);

describe("an invalidation", () => {
  it("waits for work on a node that joined a moment ago", async () => {
    const { order, letGo, done } = await workOn(await aHolder("fresh"));
    const acknowledged = invalidated().then(() => order.push("acknowledged"));
    letGo();
    await Promise.all([done, acknowledged]);
    expect(order).toEqual(["worked", "acknowledged"]);
  });

  it("waits for work on a node that the bus's registry has lost", async () => {
    const { order, letGo, done } = await workOn(await aHolder("overlooked"));
    const { nodes } = invalidator.registry as unknown as {
      nodes: { disconnected(nodeId: string, isUnexpected: boolean): void };
    };
    nodes.disconnected("overlooked", true);
    const acknowledged = invalidated().then(() => order.push("acknowledged"));
    // Were it overlooked, the invalidation would be over before this.
    await natsOf(invalidator)?.flush();
    letGo();
    await Promise.all([done, acknowledged]);
    expect(order).toEqual(["worked", "acknowledged"]);
  });

  it("waits beyond the expiry for work that hangs on a node that sends heartbeats, or says so at its deadline", async () => {
    const { order, letGo, done } = await workOn(await aHolder("hanging"));
    const acknowledged = invalidated().then(() => order.push("acknowledged"));
    for (const deadline of [Date.now() + 300, Date.now() + expiryMs + 1_000]) {
      const request = { ...systemRequestOf(invalidator, "ten_1"), deadline };
      const unknown = expect.objectContaining({ type: "OUTCOME_UNKNOWN" });
      await expect(invalidateCaches(invalidator, request, ["opt"])).rejects.toEqual(unknown);
    }
    expect(order).toEqual([]);
    letGo();
    await Promise.all([done, acknowledged]);
    expect(order).toEqual(["worked", "acknowledged"]);
  });

  it("does not wait for the expiry when every cache answers", async () => {
    const { cache, request, truth } = await aHolder("quick");
    const see = (): Promise<string> =>
      cache.use(request(), "opt", (value) => Promise.resolve(value));
    expect(await see()).toBe("open");
    await invalidated();
    truth.value = "closed";
    // An invalidation that waited for the expiry would be slower every time; a busy machine makes only some slow.
    await until(async () => {
      const startedAt = performance.now();
      await invalidated();
      return performance.now() - startedAt < expiryMs - 100;
    });
    expect(await see()).toBe("closed");
  });

  it("waits for work on a node that has rested: nobody hears of it while it has none", async () => {
    const { letGo, done } = await workOn(await aHolder("working"));
    const holder = await aHolder("resting");
    const see = (): Promise<string> =>
      holder.cache.use(holder.request(), "opt", (value) => Promise.resolve(value));
    const isSilent = (nodeId: string) => heartbeatOf(invalidator)?.isSilent(nodeId);
    await see();
    await until(() => isSilent("resting") === false);
    // Where the machine stalls, both are silent for a moment.
    await until(() => isSilent("resting") === true && isSilent("working") === false);
    letGo();
    await done;
    holder.truth.value = "closed";
    await invalidated();
    expect(await see()).toBe("closed");
    const again = await workOn(holder);
    const acknowledged = invalidated().then(() => again.order.push("acknowledged"));
    await natsOf(invalidator)?.flush();
    again.letGo();
    await Promise.all([again.done, acknowledged]);
    expect(again.order).toEqual(["worked", "acknowledged"]);
  });

  it("outlasts the work of a node that is cut off, which refuses meanwhile", async () => {
    const holder = await aHolder("cut-off");
    const { letGo, done } = await workOn(holder);
    await natsOf(holder.broker)?.close();
    const startedAt = performance.now();
    await invalidated();
    expect(performance.now() - startedAt).toBeGreaterThan(expiryMs - 100);
    letGo();
    await done;
    await expect(
      holder.cache.use(holder.request(), "opt", (value) => Promise.resolve(value)),
    ).rejects.toMatchObject({ type: "SERVICE_UNAVAILABLE" });
  });

  it("by a node that has only just begun to listen lasts until it has heard every cache", async () => {
    const fresh = await aNode("fresh-invalidator");
    const startedAt = performance.now();
    await invalidated(fresh);
    expect(performance.now() - startedAt).toBeGreaterThan(expiryMs - 100);
    await fresh.stop();
  });

  it("gives work on a value a deadline", async () => {
    const { cache, request } = await aHolder("slow");
    const deadline = await cache.use(request(), "opt", (_, inTime) =>
      Promise.resolve(inTime.deadline),
    );
    expect(deadline - Date.now()).toBeLessThanOrEqual(4_000);
  });
});
