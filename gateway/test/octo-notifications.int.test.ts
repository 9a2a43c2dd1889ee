/** Subscriptions of resellers over OCTO, and the notifications that they get. */
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { startReceiver } from "@slipway/dev/testing-receiver";
import { until } from "@slipway/dev/testing-until";
import { type Reply, sharedClient } from "./client.ts";
import { aReseller } from "./octo-client.ts";
import { type OctoReseller, anOctoReseller, bookingOf, errorOf } from "./octo-reseller.ts";
import { type OctoShop, anOctoShop, dateIn } from "./octo-shop.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly id: string;
    readonly subscriptionId: string;
    readonly notificationType: string;
    readonly utcCreatedAt: string;
    readonly data: Readonly<Record<string, string>>;
  };
}

interface Subscription {
  readonly id: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret?: string;
}

const client = forThisFile(() => sharedClient());
const receiver = forThisFile(() => startReceiver());
const received = (): Received[] =>
  receiver.received.map(({ headers, body: text }) => ({
    headers,
    text,
    body: JSON.parse(text) as Received["body"],
  }));

const path = "/notifications/subscriptions";
const all = ["PRODUCT_UPDATE", "AVAILABILITY_UPDATE", "BOOKING_UPDATE"];
const subscriptionOf = ({ body }: Reply): Subscription => body as Subscription;

/** The notifications of this subscription, once there are so many; and at most `timesMax`. */
async function notified(
  { id }: Subscription,
  times: number,
  timesMax = times,
): Promise<Received[]> {
  const own = () => received().filter(({ body }) => body.subscriptionId === id);
  await until(() => own().length >= times);
  await client.platform.settle();
  expect(own().length).toBeLessThanOrEqual(timesMax);
  return own();
}

describe("a subscription", () => {
  let shop: OctoShop;
  let reseller: OctoReseller;
  beforeAll(async () => {
    shop = await anOctoShop(client);
    reseller = anOctoReseller(client, shop);
  });
  const subscribe = (body: object) =>
    reseller.send(`POST ${path}`, {
      url: receiver.url,
      notificationTypes: ["PRODUCT_UPDATE"],
      ...body,
    });

  it("shows its secret once, hides its headers, and is changed and ended by its id", async () => {
    const headers = { "X-Till": "north" };
    const notificationTypes = ["BOOKING_UPDATE", "PRODUCT_UPDATE", "BOOKING_UPDATE"];
    const { body: made } = await subscribe({ headers, notificationTypes });
    const { secret, ...shown } = made as Subscription;
    expect(secret).toMatch(/^whsec_/);
    expect(shown).toEqual({
      id: expect.any(String),
      url: receiver.url,
      notificationTypes: ["PRODUCT_UPDATE", "BOOKING_UPDATE"],
      headers: { "X-Till": "***" },
    });
    const one = `${path}/${shown.id}`;
    expect((await reseller.send(`GET ${one}`)).body).toEqual(shown);
    expect((await reseller.send(`GET ${path}`)).body).toEqual([shown]);
    const patch = { notificationTypes: ["PRODUCT_UPDATE"], url: `${receiver.url}/more` };
    const changed = { ...shown, ...patch };
    expect((await reseller.send(`PATCH ${one}`, patch)).body).toEqual(changed);
    // A subscription as read cannot be written back: the value of its header would be lost.
    expect(errorOf(await reseller.send(`PATCH ${one}`, changed))).toBe("BAD_REQUEST");
    // A credential does not follow the URL to another server.
    const elsewhere = { url: "https://resale.example/octo" };
    const moved = { ...changed, ...elsewhere, headers: {} };
    expect((await reseller.send(`PATCH ${one}`, elsewhere)).body).toEqual(moved);
    expect((await reseller.send(`DELETE ${one}`)).body).toEqual(moved);
    for (const head of [`GET ${one}`, `DELETE ${one}`])
      expect(errorOf(await reseller.send(head))).toBe("BAD_REQUEST");
    await client.platform.settle();
    const log = await client.send(`GET /audit-logs?entityId=${shop.channelId}`, {
      key: shop.owner,
    });
    expect(log.text).not.toMatch(/north|whsec_/);
    const entries = log.body as { action: string; actorId: string }[];
    expect(entries.map(({ action, actorId }) => [action, actorId]).slice(0, 4)).toEqual([
      ["channel.unsubscribe", shop.keyId],
      ["channel.update-subscription", shop.keyId],
      ["channel.update-subscription", shop.keyId],
      ["channel.subscribe", shop.keyId],
    ]);
  });

  it.each([
    [{ url: "ftp://resale.example/" }],
    [{ url: "https://user:password@resale.example/" }],
    [{ notificationTypes: [] }],
    [{ notificationTypes: ["CART_UPDATE"] }],
    [{ headers: { "x-a": "b\r\nHost: inside" } }],
    [{ headers: { "webhook-signature": "v1,x" } }],
    [{ headers: { "x-a": "***" } }],
    [{ headers: { "x-a": "a".repeat(4_090) } }],
  ])("is refused with %j", async (bad) => {
    expect(errorOf(await subscribe(bad))).toBe("BAD_REQUEST");
  });

  it("is unknown to other channels and to the same channel for other suppliers", async () => {
    const { id } = subscriptionOf(await subscribe({}));
    const supplier = await client.send("POST /suppliers", {
      key: shop.owner,
      body: { name: "Adria", timezone: "Europe/Rome" },
    });
    const { id: supplierId } = supplier.body as { id: string };
    const issued = await client.send(`POST /channels/${shop.channelId}/keys`, {
      key: shop.owner,
      body: { name: "Adria", supplierId },
    });
    const rival = await aReseller(client, shop.owner, shop.supplierId, "rival");
    for (const key of [(issued.body as { key: string }).key, rival.key]) {
      const other = anOctoReseller(client, shop, key);
      expect((await other.send(`GET ${path}`)).body).toEqual([]);
      for (const head of [`GET ${path}/${id}`, `DELETE ${path}/${id}`])
        expect(errorOf(await other.send(head))).toBe("BAD_REQUEST");
      expect(errorOf(await other.send(`PATCH ${path}/${id}`, { url: receiver.url }))).toBe(
        "BAD_REQUEST",
      );
    }
    expect((await reseller.send(`GET ${path}/${id}`)).status).toBe(200);
  });

  it("is one of at most ten of its channel, however many are made at once", async () => {
    const { key } = await aReseller(client, shop.owner, shop.supplierId, "eager");
    const eager = anOctoReseller(client, shop, key);
    const body = { url: receiver.url, notificationTypes: ["PRODUCT_UPDATE"] };
    const made = [];
    for (let round = 0; round < 4; round++)
      made.push(
        ...(await Promise.all([1, 2, 3].map(() => eager.send(`POST ${path}`, body)))).map(errorOf),
      );
    expect(made.filter((error) => error === "none")).toHaveLength(10);
    expect(made.filter((error) => error !== "none")).toEqual(Array(2).fill("UNPROCESSABLE_ENTITY"));
    expect((await eager.send(`GET ${path}`)).body).toHaveLength(10);
  });
});

describe("a subscription is notified", () => {
  it("of products, free places and bookings, signed, and only once of what was done at once", async () => {
    const shop = await anOctoShop(client);
    const reseller = anOctoReseller(client, shop);
    await client.platform.settle();
    const headers = { "X-Till": "north" };
    const asked = { url: receiver.url, notificationTypes: all, headers };
    const subscription = subscriptionOf(await reseller.send(`POST ${path}`, asked));
    const { productId, optionId } = shop;
    const { uuid } = await reseller.held();
    const afterHold = await notified(subscription, 2);
    expect(afterHold.map(({ body }) => [body.notificationType, body.data])).toEqual(
      expect.arrayContaining([
        ["BOOKING_UPDATE", { uuid }],
        [
          "AVAILABILITY_UPDATE",
          { productId, optionId, localDateStart: dateIn(40), localDateEnd: dateIn(40) },
        ],
      ]),
    );
    const change = (head: string, body: object) => client.send(head, { key: shop.owner, body });
    await change(`PATCH /products/${productId}`, { name: "Cruise at dusk" });
    await change(`PATCH /options/${optionId}`, { name: "Seat on deck" });
    await change(`PATCH /units/${shop.unitIds[0]}`, { name: "Adult" });
    // A busy machine may take longer for the three than changes are gathered: then they are not made at once.
    const last = (await notified(subscription, 3, 5)).at(-1);
    expect(last?.body).toEqual({
      id: expect.any(String),
      subscriptionId: subscription.id,
      notificationType: "PRODUCT_UPDATE",
      utcCreatedAt: expect.stringMatching(/Z$/),
      data: { productId },
    });
    expect(last?.headers).toMatchObject({ "x-till": "north", "webhook-id": last?.body.id });
    const key = Buffer.from(subscription.secret?.replace("whsec_", "") ?? "", "base64");
    const signed = `${last?.body.id}.${String(last?.headers["webhook-timestamp"])}.${last?.text}`;
    const signature = createHmac("sha256", key).update(signed).digest("base64");
    expect(last?.headers["webhook-signature"]).toBe(`v1,${signature}`);
    const [job] = await until(async () => {
      const jobsOfIt = `GET /sync/jobs?channelConnectionId=${shop.channelId}`;
      const { body } = await client.send(jobsOfIt, { key: shop.owner });
      const { items } = body as { items: { status: string }[] };
      return items.every(({ status }) => status === "SUCCEEDED") && items;
    });
    expect(job).toMatchObject({
      subscriptionId: subscription.id,
      type: "PRODUCT_UPDATE",
      entityId: productId,
    });
  });

  it("of bookings, so that the operator may change them, until it ends", async () => {
    const shop = await anOctoShop(client);
    const { body: channel } = await client.send("POST /channels", {
      key: shop.owner,
      body: { code: "silent", name: "Silent" },
    });
    const { id: channelId } = channel as { id: string };
    const issued = await client.send(`POST /channels/${channelId}/keys`, {
      key: shop.owner,
      body: { name: "Silent", supplierId: shop.supplierId },
    });
    const reseller = anOctoReseller(client, shop, (issued.body as { key: string }).key);
    const { id, uuid } = await reseller.held();
    const change = async (notes: number) => {
      const { body } = await client.send(`GET /bookings/${id}`, { key: shop.owner });
      const { updatedAt: expectedUpdatedAt } = body as { updatedAt: string };
      const participants = { notes };
      return client.send(`PATCH /bookings/${id}`, {
        key: shop.owner,
        body: { expectedUpdatedAt, participants },
      });
    };
    expect((await change(1)).body).toMatchObject({ code: "CHANNEL_NOT_SUBSCRIBED" });
    const products = { url: receiver.url, notificationTypes: ["PRODUCT_UPDATE"] };
    const subscription = subscriptionOf(await reseller.send(`POST ${path}`, products));
    expect((await change(2)).body).toMatchObject({ code: "CHANNEL_NOT_SUBSCRIBED" });
    const one = `${path}/${subscription.id}`;
    await reseller.send(`PATCH ${one}`, { notificationTypes: ["BOOKING_UPDATE"] });
    expect((await change(3)).status).toBe(200);
    const [first] = await notified(subscription, 1);
    expect(first?.body.data).toEqual({ uuid });
    await reseller.send(`DELETE ${one}`);
    expect((await change(4)).body).toMatchObject({ code: "CHANNEL_NOT_SUBSCRIBED" });
  });

  it("11: of the approval of a booking that was PENDING, which is then CONFIRMED", async () => {
    const shop = await anOctoShop(client, { option: { metadata: { directBooking: false } } });
    const reseller = anOctoReseller(client, shop);
    const { id, uuid, supplierReference } = await reseller.held();
    const confirm = `POST /bookings/${uuid}/confirm`;
    const pending = bookingOf(await reseller.send(confirm, { contact: {} }));
    expect(pending).toMatchObject({
      status: "PENDING",
      utcConfirmedAt: null,
      voucher: { deliveryOptions: [] },
    });
    expect(bookingOf(await reseller.send(confirm, { contact: {} }))).toEqual(pending);
    // The subscription is not notified of earlier changes.
    await client.platform.settle();
    const asked = { url: receiver.url, notificationTypes: ["BOOKING_UPDATE"] };
    const subscription = subscriptionOf(await reseller.send(`POST ${path}`, asked));
    await client.send(`POST /bookings/${id}/approve`, { key: shop.owner });
    const [update] = await notified(subscription, 1);
    expect(update?.body).toMatchObject({ notificationType: "BOOKING_UPDATE", data: { uuid } });
    expect(bookingOf(await reseller.send(`GET /bookings/${uuid}`))).toMatchObject({
      status: "CONFIRMED",
      utcConfirmedAt: expect.any(String),
      voucher: {
        redemptionMethod: "DIGITAL",
        deliveryOptions: [{ deliveryFormat: "QRCODE", deliveryValue: supplierReference }],
      },
    });
  });

  it("never at an address that is not public", async () => {
    const shop = await anOctoShop(client);
    const reseller = anOctoReseller(client, shop);
    const inside = { url: "http://169.254.169.254/latest", notificationTypes: ["BOOKING_UPDATE"] };
    const { id } = subscriptionOf(await reseller.send(`POST ${path}`, inside));
    await reseller.held();
    const job = await until(async () => {
      const { body } = await client.send("GET /sync/jobs", { key: shop.owner });
      const [last] = (body as { items: { lastError: string | null }[] }).items;
      return typeof last?.lastError === "string" && last;
    });
    expect(job).toMatchObject({ subscriptionId: id, lastError: "BLOCKED_ADDRESS" });
  });
});
