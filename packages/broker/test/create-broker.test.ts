import { afterEach, describe, expect, it, jest } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { heartbeatSeconds } from "../src/constants.ts";
import { createBroker } from "../src/create-broker.ts";

let broker: ServiceBroker;
afterEach(() => broker.stop());

async function aBroker() {
  broker = createBroker({ nodeId: "one" });
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  let ended = 0;
  broker.createService({
    name: "work",
    actions: {
      async slow() {
        await mayEnd;
        return ++ended;
      },
    },
  });
  await broker.start();
  return { end, endedSoFar: () => ended };
}

describe("a call within a process", () => {
  it("fails once its time is over, while the work goes on", async () => {
    const { end, endedSoFar } = await aBroker();
    await expect(broker.call("work.slow", {}, { timeout: 50 })).rejects.toMatchObject({
      type: "REQUEST_TIMEOUT",
      data: { action: "work.slow", nodeID: "one" },
    });
    end();
    await broker.stop();
    expect(endedSoFar()).toBe(1);
  });

  it("is waited for by a broker that stops, whether its time is over or not", async () => {
    const { end, endedSoFar } = await aBroker();
    const answered = broker.call("work.slow");
    await expect(broker.call("work.slow", {}, { timeout: 20 })).rejects.toThrow("timed out");
    const stopped = broker.stop().then(() => endedSoFar());
    await new Promise((resume) => setTimeout(resume, 100));
    expect(endedSoFar()).toBe(0);
    end();
    expect(await stopped).toBe(2);
    expect(await answered).toBe(1);
  });
});

const timersButIntervals = [
  "setTimeout",
  "nextTick",
  "queueMicrotask",
  "Date",
  "performance",
] as const;

describe("brokers of one process", () => {
  it("take none of them for gone when the process was busy for longer than a heartbeat may be late", async () => {
    jest.useFakeTimers({ doNotFake: [...timersButIntervals] });
    const [work, asking] = ["work", "asking"].map((nodeId) =>
      createBroker({ nodeId, namespace: "busy", transporter: "Fake" }),
    ) as [ServiceBroker, ServiceBroker];
    broker = work;
    work.createService({ name: "work", actions: { quick: () => "done" } });
    await Promise.all([work.start(), asking.start()]);
    await asking.waitForServices("work");
    const uptime = process.uptime();
    const spy = jest.spyOn(process, "uptime").mockReturnValue(uptime + 60);
    jest.advanceTimersByTime(heartbeatSeconds.timeout * 1_000);
    spy.mockRestore();
    jest.useRealTimers();
    const answered = asking.call("work.quick");
    await expect(answered).resolves.toBe("done");
    await asking.stop();
  });
});
