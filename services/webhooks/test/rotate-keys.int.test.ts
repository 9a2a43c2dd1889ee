/** One of SECRETS_KEYS replaces another, replica by replica. Meanwhile every delivery is signed with its receiver's secrets. */
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { webhooks } from "@slipway/contracts";
import type { TestPlatform } from "@slipway/dev/testing";
import { secretsKeys, testReplicas } from "@slipway/dev/testing-replicas";
import { type Receiver, startReceiver } from "@slipway/dev/testing-receiver";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { Webhook } from "standardwebhooks";

const tenantId = "ten_keys";
const replicas = testReplicas(import.meta.url, { services: ["webhooks", "catalog", "audit"] });
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

function subscribe(by: TestPlatform): Promise<{ id: string }> {
  const input = { url: receiver.url, headers: { "x-token": "mine" } };
  return call(by.as(tenantId), webhooks.createSubscription, input);
}

async function secretOf(by: TestPlatform, { id }: { id: string }): Promise<string> {
  return (await call(by.as(tenantId), webhooks.getSecret, { id })).secret;
}

/** The secrets under which a delivery was signed, of these, and the header that came with it. */
async function signedDelivery(
  by: TestPlatform,
  { id }: { id: string },
  secrets: readonly string[],
) {
  receiver.received.length = 0;
  await call(by.as(tenantId), webhooks.testSubscription, { id });
  const { body, headers } = receiver.received[0]!;
  const signed = secrets.map((secret) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signature = new Webhook(secret).sign(String(headers["webhook-id"]), at, body);
    return String(headers["webhook-signature"]).split(" ").includes(signature);
  });
  return { signed, token: headers["x-token"] };
}

/** The names of the keys by which the texts in the database are sealed; none of these is there as it is. */
async function sealedBy(...hidden: string[]): Promise<string[]> {
  const { uri, name } = testDatabase(import.meta.url);
  const { connection, close } = await openDatabase(uri, `${name}-webhooks`);
  const found = await connection.collection("webhook_subscriptions").find().toArray();
  await close();
  for (const text of ['"mine', ...hidden]) expect(JSON.stringify(found)).not.toContain(text);
  const texts = found.flatMap(({ secret, headers, previousSecret }) => [
    String(secret),
    String(headers),
    ...(previousSecret ? secretsIn(previousSecret as Replaced) : []),
  ]);
  return [...new Set(texts.map((text) => text.split(".")[0] ?? ""))];
}

interface Replaced {
  readonly secret: string;
  readonly older?: readonly { readonly secret: string }[];
}

function secretsIn({ secret, older = [] }: Replaced): string[] {
  return [secret, ...older.map((each) => each.secret)];
}

it("delivers to every receiver at each step, beside replicas of the step before", async () => {
  const before = await replicas.start(secretsKeys("first"));
  const rotated = await subscribe(before);
  const secrets = [await secretOf(before, rotated)];

  const accepting = await replicas.start(secretsKeys("first", "second"));
  const subscribed = await subscribe(accepting);
  for (let rotation = 0; rotation < 2; rotation++) {
    await call(accepting.as(tenantId), webhooks.rotateSecret, rotated);
    secrets.push(await secretOf(before, rotated));
  }
  const all = { signed: [true, true, true], token: "mine" };
  expect(await signedDelivery(before, rotated, secrets)).toEqual(all);
  const other = await secretOf(before, subscribed);
  expect(await sealedBy(...secrets.map((secret) => secret.slice(6)))).toEqual(["first"]);
  await replicas.keepOnly(accepting);

  const sealing = await replicas.start(secretsKeys("second", "first"));
  await said(sealing, "info the secrets of 2 records are sealed with second now");
  expect(await sealedBy()).not.toContain("first");
  for (const each of [accepting, sealing])
    expect(await signedDelivery(each, rotated, secrets)).toEqual(all);
  await replicas.keepOnly(sealing);

  const after = await replicas.start(secretsKeys("second"));
  await replicas.keepOnly(after);
  expect(await signedDelivery(after, rotated, secrets)).toEqual(all);
  expect(await signedDelivery(after, subscribed, [other])).toEqual({
    signed: [true],
    token: "mine",
  });
});

it("seals anew what a receiver's own rotation has left behind, and says what does not open", async () => {
  await replicas.keepOnly();
  const lost = await subscribe(await replicas.start(secretsKeys("lost")));
  const first = await replicas.start(secretsKeys("second", "third"));
  const sealing = await replicas.start(secretsKeys("third", "second"));
  while ((await sealedBy()).includes("second")) await pause(10);
  const mixed = await subscribe(first);
  await call(sealing.as(tenantId), webhooks.rotateSecret, mixed);
  // Only the new secret has the new seal: the headers and the previous secret have the old one.
  expect(new Set(await sealedBy())).toEqual(new Set(["lost", "second", "third"]));

  const next = await replicas.start(secretsKeys("third", "second"));
  await said(next, "info the secrets of 1 records are sealed with third now");
  expect(await sealedBy()).not.toContain("second");
  expect(next.lines.join("\n")).toContain(`warn the secrets of ${lost.id} are not sealed anew`);
});

/** Resolves when the replica has logged this line: it does so after it has stored the last secret. */
async function said({ lines }: TestPlatform, line: string): Promise<void> {
  while (!lines.includes(line)) await pause(10);
}
