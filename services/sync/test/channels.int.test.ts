import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call, on, serve } from "@slipway/broker";
import { audit, referenceCache, sync } from "@slipway/contracts";
import { aFerry } from "@slipway/dev/testing-ferry";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { aChannel, channelPlatform } from "./channel-bench.ts";

let as: () => Request;

const platform = forThisFile(() => channelPlatform(import.meta.url));
beforeAll(async () => {
  const tenantId = await platform.aTenant();
  as = () => platform.as(tenantId);
});

it("makes, changes, lists and ends connections, each change recorded once", async () => {
  const { supplierId } = await aFerry(as(), 5);
  const made = await aChannel(as(), { code: "one", name: "One" });
  expect(made).toMatchObject({
    code: "one",
    supplierId: null,
    notificationTypes: [],
    endpointUrl: null,
    status: "ACTIVE",
  });
  expect(await call(as(), sync.getChannel, { id: made.id })).toEqual(made);
  const change = { id: made.id, name: "First", supplierId, status: "DISABLED" } as const;
  const changed = await call(as(), sync.updateChannel, change);
  expect(changed).toMatchObject({ name: "First", supplierId, status: "DISABLED", code: "one" });
  expect(changed.updatedAt > made.updatedAt).toBe(true);
  expect(await call(as(), sync.updateChannel, change)).toEqual(changed);
  expect((await call(as(), sync.listChannels, {})).items).toEqual([changed]);
  expect(await call(as(), sync.deleteChannel, { id: made.id })).toEqual({ deleted: true });
  await expect(call(as(), sync.deleteChannel, { id: made.id })).rejects.toMatchObject({
    type: "NOT_FOUND",
  });
  await platform.settle();
  const { items: log } = await call(as(), audit.listLog, {
    entityType: "channel",
    entityId: made.id,
  });
  const [first, second] = [made, changed].map(
    ({ originProvenAt: _, lastSucceededAt, lastAttemptAt, ...kept }) => {
      expect([lastSucceededAt, lastAttemptAt]).toEqual([null, null]);
      return kept;
    },
  );
  expect(log).toMatchObject([
    { action: "channel.delete", before: second, after: null },
    { action: "channel.update", before: first, after: second },
    { action: "channel.create", before: null, after: first },
  ]);
});

it("tells gateways of a change and an end also where their repeats are refused", async () => {
  const told: string[] = [];
  const invalidate = on(referenceCache.invalidateInGateway, (_request, { keys }) => {
    told.push(...keys);
    return {};
  });
  serve(platform.broker, "gateway", [invalidate], { isUp: () => true, failureOf: () => "fault" });
  await platform.broker.waitForServices("gateway", 0, 5);
  const { id, updatedAt } = await aChannel(as());
  const change = { id, expectedUpdatedAt: updatedAt, status: "DISABLED" } as const;
  for (const ask of [
    () => call(as(), sync.updateChannel, change),
    () => call(as(), sync.deleteChannel, { id }),
  ]) {
    await ask();
    told.length = 0;
    await expect(ask()).rejects.toHaveProperty("type");
    expect(told).toEqual([id]);
  }
});

it("gives a code once in a tenant, at once again when its connection is gone", async () => {
  const { id } = await aChannel(as(), { code: "same" });
  await expect(aChannel(as(), { code: "same" })).rejects.toMatchObject({ type: "REFERENCE_TAKEN" });
  const other = await platform.aTenant();
  await aChannel(platform.as(other), { code: "same" });
  await call(as(), sync.deleteChannel, { id });
  expect(await aChannel(as(), { code: "same" })).toMatchObject({ code: "same" });
});

it.each([
  { code: "UPPER" },
  { code: "x" },
  { code: "a".repeat(33) },
  { notificationTypes: ["AVAILABILITY_UPDATE"] },
  { endpointUrl: "ftp://channel.example/x" },
  { endpointUrl: `https://channel.example/${"x".repeat(2_048)}` },
])("refuses a connection with %j", async (input) => {
  await expect(aChannel(as(), input as never)).rejects.toMatchObject({ type: "VALIDATION_FAILED" });
});

it("refuses a supplier that is none of the tenant's", async () => {
  await expect(aChannel(as(), { supplierId: "sup_none" })).rejects.toMatchObject({
    type: "NOT_FOUND",
  });
});

it("keeps secrets sealed and out of every record", async () => {
  const channel = await aChannel(as());
  const { secret: first } = await call(as(), sync.getChannelSecret, { id: channel.id });
  const { secret: second } = await call(as(), sync.rotateChannelSecret, { id: channel.id });
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(second).not.toBe(first);
  await platform.settle();
  const { uri, name } = testDatabase(import.meta.url);
  const everything: string[] = [];
  for (const service of ["sync", "audit"]) {
    const { connection, close } = await openDatabase(uri, `${name}-${service}`);
    for (const collection of await connection.listCollections())
      everything.push(
        JSON.stringify(await connection.collection(collection.name).find().toArray()),
      );
    await close();
  }
  expect(everything.join()).toContain(channel.id);
  for (const secret of [first, second])
    for (const form of [secret, secret.slice("whsec_".length)])
      expect(everything.join()).not.toContain(form);
  const { items: log } = await call(as(), audit.listLog, { entityId: channel.id });
  expect(log.map(({ action }) => action)).toEqual(["channel.rotate-secret", "channel.create"]);
});

it("lists channels newest first", async () => {
  const tenantId = await platform.aTenant();
  const mine = () => platform.as(tenantId);
  const ids: string[] = [];
  // By name they would come in another order.
  for (const code of ["bb", "aa", "cc"]) {
    ids.push((await call(mine(), sync.createChannel, { code, name: code })).id);
  }
  const { items } = await call(mine(), sync.listChannels, {});
  expect(items.map(({ id }) => id)).toEqual(ids.toSorted().toReversed());
});
