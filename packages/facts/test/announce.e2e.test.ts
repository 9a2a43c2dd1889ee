/** Announcements over a real nats-server: who is waited for, who lapses, who may use what it keeps. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  type Request,
  type ServiceBroker,
  createBroker,
  on,
  ownRequest,
  serve,
} from "@slipway/broker";
import { facts as contracts } from "@slipway/contracts";
import { natsOf } from "@slipway/nats";
import { type TestNats, startTestNats } from "@slipway/dev/testing-nats";
import { type Facts, announce, createFacts, presenceOf } from "../src/index.ts";
import { lapseMs } from "../src/presence.ts";

let nats: TestNats;
/** Has listened for long enough to know everybody. */
let announcer: ServiceBroker;
const holders: Holder[] = [];

beforeAll(async () => {
  nats = await startTestNats();
  announcer = await aNode("announcer");
  const presence = presenceOf(announcer);
  await until(
    () =>
      presence?.holders().then(
        () => true,
        () => false,
      ) ?? false,
  );
}, 30_000);
afterEach(async () => {
  await Promise.all(holders.splice(0).map(({ broker }) => broker.stop()));
});
afterAll(async () => {
  await announcer.stop();
  await nats.close();
});

interface Holder {
  broker: ServiceBroker;
  facts: Facts<string>;
  /** What a read finds now. */
  truth: { value: string };
  request(): Request;
}

async function aNode(nodeId: string): Promise<ServiceBroker> {
  const broker = createBroker({ nodeId, natsUrl: nats.url, namespace: "facts" });
  presenceOf(broker);
  await broker.start();
  return broker;
}

async function aHolder(nodeId: string): Promise<Holder> {
  const broker = await aNode(nodeId);
  const truth = { value: "open" };
  const facts = createFacts<string>({
    holder: { broker, forgetBy: contracts.forgetInBookings },
    load: () => Promise.resolve(truth.value),
    tagsOf: () => ["opt"],
  });
  const forget = on(contracts.forgetInBookings, async (request, { keys }) => {
    await facts.forget(request.caller.tenantId, keys);
    return {};
  });
  serve(broker, "bookings", [forget], { isUp: () => true, failureOf: () => "fault" });
  const holder = { broker, facts, truth, request: () => ownRequest(broker, "ten_1") };
  holders.push(holder);
  return holder;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error("waited for 20 s in vain");
    await new Promise((resume) => setImmediate(resume));
  }
}

/** Work on the fact that runs until it is let go. */
async function workOn({ facts, request }: Holder) {
  const order: string[] = [];
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: began, resolve: begins } = Promise.withResolvers<void>();
  const done = facts.use(request(), "opt", async () => {
    begins();
    await gate;
    order.push("worked");
  });
  await began;
  return { order, letGo, done };
}

const announced = (by = announcer): Promise<void> => announce(by, ownRequest(by, "ten_1"), ["opt"]);

describe("an announcement", () => {
  it("waits for work on a node that joined a moment ago", async () => {
    const { order, letGo, done } = await workOn(await aHolder("fresh"));
    const told = announced().then(() => order.push("told"));
    letGo();
    await Promise.all([done, told]);
    expect(order).toEqual(["worked", "told"]);
  });

  it("waits for work on a node that the bus's registry has lost sight of", async () => {
    const { order, letGo, done } = await workOn(await aHolder("overlooked"));
    const { nodes } = announcer.registry as unknown as {
      nodes: { disconnected(nodeId: string, isUnexpected: boolean): void };
    };
    nodes.disconnected("overlooked", true);
    const told = announced().then(() => order.push("told"));
    // Were it overlooked, the announcement would be over before this.
    await natsOf(announcer)?.flush();
    letGo();
    await Promise.all([done, told]);
    expect(order).toEqual(["worked", "told"]);
  });

  it("waits beyond the lapse for work that hangs on a node that is heard", async () => {
    const { order, letGo, done } = await workOn(await aHolder("hanging"));
    const lapsedAt = Date.now() + lapseMs + 200;
    const told = announced().then(() => order.push("told"));
    await until(() => Date.now() > lapsedAt);
    expect(order).toEqual([]);
    letGo();
    await Promise.all([done, told]);
    expect(order).toEqual(["worked", "told"]);
  });

  it("does not answer at its deadline while such work still hangs", async () => {
    const { letGo, done } = await workOn(await aHolder("stuck"));
    const request = { ...ownRequest(announcer, "ten_1"), deadline: Date.now() + lapseMs + 1_000 };
    await expect(announce(announcer, request, ["opt"])).rejects.toMatchObject({
      type: "OUTCOME_UNKNOWN",
    });
    letGo();
    await done;
  });

  it("takes milliseconds when everybody answers", async () => {
    const { facts, request, truth } = await aHolder("quick");
    const see = (): Promise<string> => facts.use(request(), "opt", (fact) => Promise.resolve(fact));
    expect(await see()).toBe("open");
    await announced();
    truth.value = "closed";
    const startedAt = performance.now();
    await announced();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(await see()).toBe("closed");
  });

  it("outlasts what a node that is cut off may still do, which refuses meanwhile", async () => {
    const holder = await aHolder("cut-off");
    const { letGo, done } = await workOn(holder);
    await natsOf(holder.broker)?.close();
    const startedAt = performance.now();
    await announced();
    expect(performance.now() - startedAt).toBeGreaterThan(lapseMs - 100);
    letGo();
    await done;
    await expect(
      holder.facts.use(holder.request(), "opt", (fact) => Promise.resolve(fact)),
    ).rejects.toMatchObject({ type: "SERVICE_UNAVAILABLE" });
  }, 20_000);

  it("by a node that has only just begun to listen lasts until nobody can be overlooked", async () => {
    const fresh = await aNode("fresh-announcer");
    const startedAt = performance.now();
    await announced(fresh);
    expect(performance.now() - startedAt).toBeGreaterThan(lapseMs - 100);
    await fresh.stop();
  }, 20_000);

  it("is not confirmed when its time is over before that", async () => {
    const holder = await aHolder("frozen");
    const { letGo, done } = await workOn(holder);
    const short = { ...ownRequest(announcer, "ten_1"), deadline: Date.now() + 300 };
    await expect(announce(announcer, short, ["opt"])).rejects.toMatchObject({
      type: "OUTCOME_UNKNOWN",
    });
    letGo();
    await done;
  });

  it("lets work on a fact begin nothing late", async () => {
    const { facts, request } = await aHolder("slow");
    const deadline = await facts.use(request(), "opt", (_, inTime) =>
      Promise.resolve(inTime.deadline),
    );
    expect(deadline - Date.now()).toBeLessThanOrEqual(4_000);
  });
});
