/** One of SECRETS_KEYS follows another, replica by replica, and no channel's secret is lost. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { channelSubscriptions, sync } from "@slipway/contracts";
import type { TestPlatform } from "@slipway/dev/testing";
import { secretsKeys, testReplicas } from "@slipway/dev/testing-replicas";

const replicas = testReplicas(import.meta.url, { services: ["sync", "catalog", "audit"] });

it("keeps every channel's secret at each step, beside replicas of the step before", async () => {
  const before = await replicas.start(secretsKeys("first"));
  const tenantId = await before.aTenant();
  const secretOf = async (by: TestPlatform, id: string): Promise<string> =>
    (await call(by.as(tenantId), sync.getChannelSecret, { id })).secret;
  const made = async (by: TestPlatform, code: string): Promise<string> =>
    (await call(by.as(tenantId), sync.createChannel, { code, name: code })).id;
  const first = await made(before, "one");
  await call(before.as(tenantId), sync.rotateChannelSecret, { id: first });
  const secret = await secretOf(before, first);
  await subscribe(before, tenantId, first);

  const accepting = await replicas.start(secretsKeys("first", "second"));
  const second = await made(accepting, "two");
  const other = await secretOf(before, second);
  await replicas.keepOnly(accepting);

  const sealing = await replicas.start(secretsKeys("second", "first"));
  const isSaid = (): boolean =>
    sealing.lines.includes("info the secrets of 2 records are sealed with second now");
  while (!isSaid()) await pause(10);
  expect(await secretOf(accepting, first)).toBe(secret);
  await replicas.keepOnly(sealing);

  const after = await replicas.start(secretsKeys("second"));
  await replicas.keepOnly(after);
  expect([await secretOf(after, first), await secretOf(after, second)]).toEqual([secret, other]);
  // The headers of the subscription open, or a comparison could not show that they are the same.
  expect(await subscribe(after, tenantId, first)).toMatchObject([{ headerNames: ["X-Till"] }]);
  const third = await replicas.start(secretsKeys("third"));
  await expect(secretOf(third, first)).rejects.toThrow("the key second is not among SECRETS_KEYS");
});

/** Makes a channel's one subscription, or changes it to the same; answers all. */
async function subscribe(by: TestPlatform, tenantId: string, channelConnectionId: string) {
  const asKey = () => {
    const request = by.as(tenantId);
    const restrictions = { supplierId: "sup_1", overrides: false };
    const channel = { channelConnectionId };
    return { ...request, caller: { ...request.caller, scopes: [], channel, restrictions } };
  };
  const { createChannelSubscription, listChannelSubscriptions, updateChannelSubscription } =
    channelSubscriptions;
  const headers = { "X-Till": "north" };
  const { items } = await call(asKey(), listChannelSubscriptions, {});
  const [only] = items;
  if (!only) {
    const wanted = {
      url: "https://resale.example/",
      notificationTypes: ["BOOKING_UPDATE" as const],
    };
    await call(asKey(), createChannelSubscription, { ...wanted, headers });
  } else await call(asKey(), updateChannelSubscription, { id: only.id, headers });
  return (await call(asKey(), listChannelSubscriptions, {})).items;
}
