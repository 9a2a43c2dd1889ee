// A gateway that is leaving: nobody's next request meets a connection that has just been closed.
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { Agent, type IncomingMessage, get } from "node:http";
import { testPlatform } from "@slipway/dev/testing";
import { type Gateway, createLog, startGateway } from "../src/gateway.ts";

const platform = forThisFile(() => testPlatform(import.meta.url, { services: ["auth"] }));

function aGateway(): Promise<Gateway> {
  return startGateway({
    broker: platform.broker,
    port: 0,
    host: "127.0.0.1",
    log: createLog("silent", { write: () => undefined }),
    lacks: () => [],
  });
}

function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${url}/livez`, { agent }, (answer) => {
      answer.resume().once("end", () => resolve(answer));
    }).once("error", reject);
  });
}

describe("a gateway that has drained and stops", () => {
  it("answers what comes on a connection that was idle, and says that it ends", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const gateway = await aGateway();
    await ask(gateway.url, agent);
    gateway.drain();
    const stopped = gateway.stop();
    const answer = await ask(gateway.url, agent);
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, "close"]);
    await stopped;
    await expect(ask(gateway.url, agent)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("closes idle connections at once where nobody has asked it to drain", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const gateway = await aGateway();
    await ask(gateway.url, agent);
    await gateway.stop();
    expect(gateway.readiness()).toEqual({ reasons: ["stopping"], missing: [] });
  });
});
