/** A stop of the service while a channel does not answer. */
import { expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { sync } from "@slipway/contracts";
import { testPlatform } from "@slipway/dev/testing";
import { aFerry } from "@slipway/dev/testing-ferry";
import { shortTimes } from "@slipway/dev/testing-platform";
import { until } from "@slipway/dev/testing-until";
import { once } from "node:events";
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { aChannel, oneAdult, send } from "./channel-bench.ts";

/** An endpoint that answers nothing until it is told to. */
async function anEndpoint() {
  const open: ServerResponse[] = [];
  let isAnswering = false;
  const server = createServer((request, response) => {
    request.resume();
    open.push(response);
    if (isAnswering) response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    asked: () => open.length,
    answer: () => (isAnswering = true),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

it("a job whose attempt a stop has cut off is sent by another replica, without waiting for its lease", async () => {
  // The clock stands: no lease ends, and nothing that is put off is due.
  const now = Date.now();
  const start = (nodeId: string) =>
    testPlatform(import.meta.url, { settings: shortTimes, clock: () => now, nodeId });
  const endpoint = await anEndpoint();
  const first = await start("first");
  const tenantId = await first.aTenant();
  const ferry = await aFerry(first.as(tenantId), 20);
  const notified = { notificationTypes: ["BOOKING_UPDATE" as const], endpointUrl: endpoint.url };
  const channel = await aChannel(first.as(tenantId), notified);
  const ordered = { ...oneAdult(ferry), externalId: "stopped" };
  await send(first.as(tenantId), channel, "BOOKING_CREATE", ordered);
  await until(() => endpoint.asked() === 1);
  await first.stop();
  endpoint.answer();
  const second = await start("second");
  const [job] = await until(async () => {
    const asked = { channelConnectionId: channel.id };
    const { items } = await call(second.as(tenantId), sync.listJobs, asked);
    return items.some(({ status }) => status === "SUCCEEDED") && items;
  });
  expect([job?.attempts, endpoint.asked()]).toEqual([1, 2]);
  await second.stop();
  endpoint.stop();
});
