/** The headers of an endpoint that moves, the first look at a new one, and the setting that asks for https. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { webhooks } from "@slipway/contracts";
import { testPlatform } from "@slipway/dev/testing";
import { type Receiver, startReceiver } from "@slipway/dev/testing-receiver";
import { newId } from "@slipway/store";

const services = ["webhooks", "catalog", "audit"] as const;
let own: Receiver;
let stranger: Receiver;
let tenantId: string;

const platform = forThisFile(() => testPlatform(import.meta.url, { services }));
beforeEach(async () => {
  [own, stranger] = [await startReceiver(), await startReceiver()];
  tenantId = newId("ten", Date.now());
});
afterEach(() => Promise.all([own.close(), stranger.close()]));

const as = (at = platform) => at.as(tenantId);
const headers = { Authorization: "Bearer of the receiver" };

/** The authorization header that a test delivery carries. */
async function sentTo(receiver: Receiver, id: string): Promise<string | undefined> {
  receiver.received.length = 0;
  const delivery = await call(as(), webhooks.testSubscription, { id });
  expect(delivery).toMatchObject({ status: "SUCCEEDED" });
  return receiver.received[0]?.headers.authorization;
}

describe("the headers of a subscription", () => {
  it("do not go to another origin, and are gone when the URL comes back", async () => {
    const { id } = await call(as(), webhooks.createSubscription, { url: own.url, headers });
    expect(await sentTo(own, id)).toBe(headers.Authorization);
    await call(as(), webhooks.updateSubscription, { id, url: stranger.url });
    expect(await sentTo(stranger, id)).toBeUndefined();
    await call(as(), webhooks.updateSubscription, { id, url: own.url });
    expect(await sentTo(own, id)).toBeUndefined();
  });
});

describe("a new subscription", () => {
  const subscribe = (url: string) => call(as(), webhooks.createSubscription, { url });

  it("has no warning where its address takes connections", async () => {
    expect(await subscribe(own.url)).not.toHaveProperty("warning");
    expect(own.received).toEqual([]);
  });

  it.each([
    ["BLOCKED_ADDRESS", "http://10.1.2.3/hook"],
    ["BLOCKED_ADDRESS", "https://[fd00::1]/hook"],
    // Nothing listens on the port of time servers.
    ["CONNECT_REFUSED", "http://127.0.0.1:123/hook"],
  ])("is answered %s for %s", async (code, url) => {
    const { id, warning } = await subscribe(url);
    expect(warning).toEqual({ code, detail: expect.any(String) });
    expect(await call(as(), webhooks.getSubscription, { id })).not.toHaveProperty("warning");
  });
});

describe("with WEBHOOK_REQUIRE_HTTPS", () => {
  const strict = forThisFile(async () => {
    const settings = { WEBHOOK_REQUIRE_HTTPS: "true" };
    return testPlatform(import.meta.url, { services, settings, nodeId: "strict" });
  });

  const refused = {
    type: "VALIDATION_FAILED",
    data: {
      errors: [
        { in: "body", pointer: "#/url", code: "INVALID_VALUE", detail: "must be an https URL" },
      ],
    },
  };

  it("a URL of http is refused, and one of https taken", async () => {
    const create = (url: string) => call(as(strict), webhooks.createSubscription, { url });
    await expect(create(own.url)).rejects.toMatchObject(refused);
    const { id } = await create("https://receiver.example/hook");
    const change = call(as(strict), webhooks.updateSubscription, { id, url: own.url });
    await expect(change).rejects.toMatchObject(refused);
  });

  it("nothing is sent to one that is there already, which can be changed all the same", async () => {
    const { id } = await call(as(), webhooks.createSubscription, { url: own.url });
    const delivery = await call(as(strict), webhooks.testSubscription, { id });
    expect(delivery).toMatchObject({
      status: "FAILED",
      attempts: [{ statusCode: null, error: "HTTPS_REQUIRED" }],
    });
    expect(own.received).toEqual([]);
    const status = { id, status: "DISABLED" } as const;
    const changed = await call(as(strict), webhooks.updateSubscription, status);
    expect(changed).toMatchObject({ status: "DISABLED", url: own.url });
  });
});
