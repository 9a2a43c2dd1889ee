/** One of SECRETS_KEYS follows another, replica by replica, and no channel's secret is lost. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { sync } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";

const keyOf = (name: string): string => `${name}:${Buffer.alloc(32, name).toString("base64")}`;
const replicas: TestPlatform[] = [];
afterAll(async () => {
  for (const each of replicas.splice(0)) await each.stop();
});

/** Another replica on the same database, with these keys. */
async function replica(...names: string[]): Promise<TestPlatform> {
  const platform = await testPlatform(import.meta.url, {
    services: ["sync", "catalog", "audit"],
    settings: { SECRETS_KEYS: names.map(keyOf).join() },
  });
  replicas.push(platform);
  return platform;
}

/** The old replica leaves when the new one is there. */
async function replaced(by: TestPlatform): Promise<void> {
  for (const each of replicas.splice(0).filter((other) => other !== by)) await each.stop();
  replicas.push(by);
}

it("keeps every channel's secret at each step, beside replicas of the step before", async () => {
  const before = await replica("first");
  const tenantId = await before.aTenant();
  const secretOf = async (by: TestPlatform, id: string): Promise<string> =>
    (await call(by.as(tenantId), sync.getChannelSecret, { id })).secret;
  const made = async (by: TestPlatform, code: string): Promise<string> =>
    (await call(by.as(tenantId), sync.createChannel, { code, name: code })).id;
  const first = await made(before, "one");
  await call(before.as(tenantId), sync.rotateChannelSecret, { id: first });
  const secret = await secretOf(before, first);

  const accepting = await replica("first", "second");
  const second = await made(accepting, "two");
  const other = await secretOf(before, second);
  await replaced(accepting);

  const sealing = await replica("second", "first");
  const isSaid = (): boolean =>
    sealing.lines.includes("info the secrets of 2 records are sealed with second now");
  while (!isSaid()) await pause(10);
  expect(await secretOf(accepting, first)).toBe(secret);
  await replaced(sealing);

  const after = await replica("second");
  await replaced(after);
  expect([await secretOf(after, first), await secretOf(after, second)]).toEqual([secret, other]);
  const third = await replica("third");
  await expect(secretOf(third, first)).rejects.toThrow("the key second is not among SECRETS_KEYS");
});
