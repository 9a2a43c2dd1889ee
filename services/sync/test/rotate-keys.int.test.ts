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
  await said(sealing, 2);
  expect(await secretOf(accepting, first)).toBe(secret);
  // The oldest of its secrets alone keeps the old seal.
  const late = await made(accepting, "late");
  for (let rotation = 0; rotation < 2; rotation++)
    await call(sealing.as(tenantId), sync.rotateChannelSecret, { id: late });
  await replicas.keepOnly(sealing);
  const again = await replicas.start(secretsKeys("second", "first"));
  await said(again, 1);
  await replicas.keepOnly(again);

  const after = await replicas.start(secretsKeys("second"));
  await replicas.keepOnly(after);
  expect([await secretOf(after, first), await secretOf(after, second)]).toEqual([secret, other]);
  // The headers of the subscription open, or a comparison could not show that they are the same.
  expect(await subscribe(after, tenantId, first)).toMatchObject([{ headerNames: ["X-Till"] }]);
  const third = await replicas.start(secretsKeys("third"));
  await expect(secretOf(third, first)).rejects.toThrow("the key second is not among SECRETS_KEYS");
});

/** Resolves when the replica has logged that it has sealed so many records anew. */
async function said({ lines }: TestPlatform, records: number): Promise<void> {
  const line = `info the secrets of ${records} records are sealed with second now`;
  while (!lines.includes(line)) await pause(10);
}

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
