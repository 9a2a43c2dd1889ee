/** WEBHOOK_CHALLENGE: a channel's endpoint and its subscriptions over OCTO are proven by the same challenge. */
import { afterEach, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { channelSubscriptions, sync } from "@slipway/contracts";
import { aFerry } from "@slipway/dev/testing-ferry";
import { until } from "@slipway/dev/testing-until";
import {
  type Channel,
  type Job,
  type Receiver,
  aChannel,
  aReceiver,
  channelPlatform,
  oneAdult,
  send,
} from "./channel-bench.ts";

let receiver: Receiver;

const platform = forThisFile(() => channelPlatform(import.meta.url, { WEBHOOK_CHALLENGE: "true" }));
afterEach(() => receiver.stop());

function keyOf(
  request: Request,
  { id: channelConnectionId }: Channel,
  supplierId: string,
): Request {
  const restrictions = { supplierId, overrides: false };
  const channel = { channelConnectionId };
  return { ...request, caller: { ...request.caller, restrictions, channel } };
}

it("an address that answers no challenge gets one of all endpoints, and no message", async () => {
  receiver = await aReceiver();
  const tenantId = await platform.aTenant();
  const as = () => platform.as(tenantId);
  const ferry = await aFerry(as(), 20);
  const channel = await aChannel(as(), {
    notificationTypes: ["BOOKING_UPDATE"],
    endpointUrl: receiver.url,
  });
  for (const path of ["one", "two", "three"])
    await call(
      keyOf(as(), channel, ferry.supplierId),
      channelSubscriptions.createChannelSubscription,
      {
        url: `${receiver.url}/${path}`,
        notificationTypes: ["BOOKING_UPDATE", "AVAILABILITY_UPDATE"],
        headers: {},
      },
    );
  const payload = { ...oneAdult(ferry), externalId: "C-1" };
  await send(as(), channel, "BOOKING_CREATE", payload);
  const failed = await until(async () => {
    const { items } = await call(as(), sync.listJobs, { channelConnectionId: channel.id });
    const tried = items.filter(({ lastError }: Job) => lastError !== null);
    // At the channel's endpoint, and at each of its subscriptions.
    return new Set(tried.map(({ subscriptionId }) => subscriptionId)).size === 4
      ? tried
      : undefined;
  });
  for (const { lastError } of failed) expect(lastError).toMatch(/^CHALLENGE_FAILED/);
  const sent = receiver.received.map(({ body }) => body.type);
  expect(sent).toEqual(["ENDPOINT_CHALLENGE"]);
  expect(await call(as(), sync.getChannel, { id: channel.id })).toMatchObject({
    originProvenAt: null,
  });
});
