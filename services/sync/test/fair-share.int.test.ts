/** A tenant whose channels never answer, and another one beside it. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import type { Request } from "@slipway/broker";
import { until } from "@slipway/dev/testing-until";
import { once } from "node:events";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import { type Ferry, aFerry } from "@slipway/dev/testing-ferry";
import {
  type Channel,
  aChannel,
  aReceiver,
  channelPlatform,
  oneAdult,
  send,
} from "./channel-bench.ts";

let silent: Server;
const sockets: Socket[] = [];

const platform = forThisFile(() => channelPlatform(import.meta.url));
beforeAll(async () => {
  silent = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined).resume();
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
});
afterAll(async () => {
  silent.close();
  for (const socket of sockets) socket.destroy();
});

const channelsOfAttacker = 25;
const jobsOfEach = 5;

async function book(as: () => Request, channel: Channel, ferry: Ferry, name: string) {
  await send(as(), channel, "BOOKING_CREATE", { ...oneAdult(ferry), externalId: name });
}

it("25 channels that never answer delay no other tenant's channel", async () => {
  const attackerId = await platform.aTenant();
  const asAttacker = () => platform.as(attackerId);
  const ferry = await aFerry(asAttacker(), 1_000);
  const endpointUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  for (let each = 0; each < channelsOfAttacker; each++) {
    const notified = { notificationTypes: ["BOOKING_UPDATE" as const], endpointUrl };
    const channel = await aChannel(asAttacker(), notified);
    const names = Array.from({ length: jobsOfEach }, (_, index) => `${each}-${index}`);
    await Promise.all(names.map((name) => book(asAttacker, channel, ferry, name)));
  }
  await until(() => (sockets.length >= 8 ? true : undefined));

  const otherId = await platform.aTenant();
  const asOther = () => platform.as(otherId);
  const receiver = await aReceiver();
  const channel = await aChannel(asOther(), {
    notificationTypes: ["BOOKING_UPDATE"],
    endpointUrl: receiver.url,
  });
  const own = await aFerry(asOther(), 20);
  await Promise.all(["1", "2", "3"].map((name) => book(asOther, channel, own, name)));
  const updates = () => receiver.received.filter(({ body }) => body.type === "BOOKING_UPDATE");
  await until(() => (updates().length === 3 ? true : undefined));
  expect(updates()).toHaveLength(3);
  await receiver.stop();
});
