import { afterEach, describe, expect, it } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
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
