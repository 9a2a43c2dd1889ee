import { describe, expect, it } from "@jest/globals";
import { newSecret, signatureHeaders } from "@slipway/delivery";
import { WebhookVerificationError, verifyWebhook } from "./verify-webhook.ts";

const now = Date.parse("2027-07-01T08:00:00.000Z");
const secret = newSecret();
const event = { type: "BOOKING_UPDATE", data: { bookingId: "bkg_1", action: "CONFIRMED" } };
const body = JSON.stringify(event);
const headers = signatureHeaders({ webhookId: "msg_1", body, secrets: [secret] }, now);
const twice = signatureHeaders({ webhookId: "msg_1", body, secrets: [newSecret(), secret] }, now);

function inTitleCase(given: Readonly<Record<string, string>>): Record<string, string> {
  const title = (name: string) => name.replaceAll(/\b\w/g, (letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [title(name), value]));
}

describe("a webhook that Slipway has signed", () => {
  it.each([
    ["as it was sent", headers, now],
    ["with the signatures of two secrets, after a rotation", twice, now],
    ["four minutes late", headers, now + 4 * 60_000],
    ["four minutes early", headers, now - 4 * 60_000],
    ["in headers of fetch", new Headers(headers), now],
    ["in headers of any case", inTitleCase(headers), now],
  ])("is taken %s", async (_name, given, at) => {
    expect(await verifyWebhook(body, given, secret, { now: at })).toEqual(event);
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook(bytes, given, [newSecret(), secret], { now: at })).toEqual(event);
  });

  it.each([
    ["with another body", headers, `${body} `, now, "no signature of it fits"],
    [
      "under another id",
      { ...headers, "webhook-id": "msg_2" },
      body,
      now,
      "no signature of it fits",
    ],
    ["six minutes late", headers, body, now + 6 * 60_000, "its time is not now"],
    ["six minutes early", headers, body, now - 6 * 60_000, "its time is not now"],
    ["at no time", { ...headers, "webhook-timestamp": "" }, body, now, "its time is not now"],
    ["without an id", { ...headers, "webhook-id": undefined }, body, now, "no header webhook-id"],
    [
      "without a signature",
      { ...headers, "webhook-signature": "" },
      body,
      now,
      "no signature of it fits",
    ],
    [
      "with another version of signature",
      { ...headers, "webhook-signature": headers["webhook-signature"]?.replace("v1,", "v2,") },
      body,
      now,
      "no signature of it fits",
    ],
    [
      "with a signature that is no base64",
      { ...headers, "webhook-signature": "v1,%%%" },
      body,
      now,
      "no signature of it fits",
    ],
  ])("is refused %s", async (_name, given, text, at, why) => {
    const refused = verifyWebhook(text, given, secret, { now: at });
    await expect(refused).rejects.toThrow(why);
    await expect(refused).rejects.toMatchObject({ name: new WebhookVerificationError().name });
  });

  it("is refused by the secret of another subscription", async () => {
    await expect(verifyWebhook(body, headers, newSecret(), { now })).rejects.toThrow(
      "no signature of it fits",
    );
  });

  it("may be older where the receiver says so", async () => {
    const options = { now: now + 6 * 60_000, toleranceSeconds: 600 };
    expect(await verifyWebhook(body, headers, secret, options)).toEqual(event);
  });
});
