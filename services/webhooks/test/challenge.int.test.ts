/** WEBHOOK_CHALLENGE: what an address gets before it has said that it wants deliveries. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { webhooks } from "@slipway/contracts";
import { testPlatform } from "@slipway/dev/testing";
import { type Receiver, answerWith, startReceiver } from "@slipway/dev/testing-receiver";
import { newId } from "@slipway/store";

const minuteMs = 60_000;
let receiver: Receiver;
let tenantId: string;
let now = Date.parse("2027-06-01T08:00:00.000Z");

const platform = forThisFile(() =>
  testPlatform(import.meta.url, {
    services: ["webhooks", "catalog", "audit"],
    settings: { WEBHOOK_CHALLENGE: "true", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" },
    clock: () => now,
  }),
);
beforeEach(async () => {
  receiver = await startReceiver();
  receiver.answer = answerChallenges;
  tenantId = newId("ten", now);
  now += 2 * minuteMs;
});
afterEach(() => receiver.close());

/** A receiver that knows challenges. */
const answerChallenges: Receiver["answer"] = ({ body }, response) => {
  const { type, data } = JSON.parse(body) as { type: string; data: { challenge: string } };
  if (type !== "ENDPOINT_CHALLENGE") return void response.writeHead(204).end();
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ challenge: data.challenge }));
};

const as = (tenant = tenantId) => platform.as(tenant);
const subscribe = async (url = receiver.url, tenant = tenantId) =>
  (await call(as(tenant), webhooks.createSubscription, { url })).id;
/** The outcome of one attempt. */
async function attempt(id: string, tenant = tenantId): Promise<unknown> {
  const { attempts } = await call(as(tenant), webhooks.testSubscription, { id });
  return [attempts[0]?.statusCode, attempts[0]?.error];
}
const types = () =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const provenAt = async (id: string) =>
  (await call(as(), webhooks.getSubscription, { id })).originProvenAt;

describe("an address that answers the challenge", () => {
  it("gets it once, signed, before the first delivery, also for further subscriptions", async () => {
    const headers = { "X-Till": "north" };
    const { id } = await call(as(), webhooks.createSubscription, { url: receiver.url, headers });
    expect(await provenAt(id)).toBeNull();
    expect(await attempt(id)).toEqual([204, null]);
    expect(types()).toEqual(["ENDPOINT_CHALLENGE", "BOOKING_UPDATE"]);
    expect(receiver.received[0]?.headers).toMatchObject({
      "x-till": "north",
      "webhook-signature": expect.stringMatching(/^v1,/),
    });
    const other = await subscribe(`${receiver.url}/other`);
    expect(await attempt(other)).toEqual([204, null]);
    expect(types()).toEqual(["ENDPOINT_CHALLENGE", "BOOKING_UPDATE", "BOOKING_UPDATE"]);
    expect(await provenAt(other)).toBe(new Date(now).toISOString());
    const { items } = await call(as(), webhooks.listSubscriptions, {});
    expect(items.map(({ originProvenAt }) => originProvenAt)).toEqual([
      new Date(now).toISOString(),
      new Date(now).toISOString(),
    ]);
  });

  it("gets it of each tenant: what one has proven lets no other send", async () => {
    expect(await attempt(await subscribe())).toEqual([204, null]);
    const stranger = newId("ten", now);
    receiver.answer = answerWith(204);
    const id = await subscribe(receiver.url, stranger);
    expect(await attempt(id, stranger)).toEqual([204, "CHALLENGE_FAILED"]);
  });

  it("gets it again where the subscription moves to another origin", async () => {
    const id = await subscribe();
    expect(await attempt(id)).toEqual([204, null]);
    const next = await startReceiver();
    await call(as(), webhooks.updateSubscription, { id, url: next.url });
    expect(await provenAt(id)).toBeNull();
    expect(await attempt(id)).toEqual([204, "CHALLENGE_FAILED"]);
    expect(next.received).toHaveLength(1);
    await next.close();
  });
});

describe("an address that does not answer it", () => {
  const echo: Receiver["answer"] = ({ body }, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(body);
  const endless: Receiver["answer"] = (_received, response) =>
    void response.writeHead(200).end("x".repeat(100_000));

  it.each([
    ["says 204", answerWith(204), 204],
    ["sends back what it gets", echo, 200],
    ["sends a large page", endless, 200],
    ["says 404", answerWith(404), 404],
    ["redirects", answerWith(302, { location: "https://example.com/" }), 302],
  ])("and %s gets no delivery", async (_name, answer, status) => {
    receiver.answer = answer;
    expect(await attempt(await subscribe())).toEqual([status, "CHALLENGE_FAILED"]);
    expect(types()).toEqual(["ENDPOINT_CHALLENGE"]);
  });

  it("gets another one after a minute, whatever asks for it, and then deliveries", async () => {
    receiver.answer = answerWith(500);
    const ids = await Promise.all(Array.from({ length: 5 }, () => subscribe()));
    for (const id of ids) expect(await attempt(id)).toContain("CHALLENGE_FAILED");
    expect(receiver.received).toHaveLength(1);
    receiver.answer = answerChallenges;
    expect(await attempt(ids[0] ?? "")).toEqual([null, "CHALLENGE_FAILED"]);
    now += minuteMs;
    expect(await attempt(ids[0] ?? "")).toEqual([204, null]);
  });

  it("is one of ten in a minute, however many a tenant names", async () => {
    const victims = await Promise.all(Array.from({ length: 12 }, () => startReceiver()));
    for (const { url } of victims) await attempt(await subscribe(url));
    const asked = victims.filter(({ received }) => received.length > 0);
    expect(asked).toHaveLength(10);
    await Promise.all(victims.map((each) => each.close()));
  });

  it("is asked once where attempts come at once", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => subscribe()));
    const outcomes = await Promise.all(ids.map((id) => attempt(id)));
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => [204, null]));
    expect(types().filter((type) => type === "ENDPOINT_CHALLENGE")).toHaveLength(1);
  });
});
