/** A listener with the password of the whole bus hears no credential that lets anybody in. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type ServiceBroker, call, createBroker } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { startTestNats } from "@slipway/dev/testing-nats";
import { type TestGateway, testGateway } from "./testing.ts";

/** The connection of the bus, which hears every subject here. */
interface Client {
  subscribe(
    subject: string,
    options: { callback: (error: unknown, message: { data: Uint8Array }) => void },
  ): void;
}
let listener: ServiceBroker;
let gateway: TestGateway;
const heard: string[] = [];

const nats = forThisFile(() => startTestNats());
beforeAll(async () => {
  listener = createBroker({ nodeId: "listener", natsUrl: nats.url, namespace: "listener" });
  await listener.start();
  const bus = listener.transit as unknown as { tx: { client: Client } };
  bus.tx.client.subscribe(">", {
    callback: (_error, { data }) => void heard.push(Buffer.from(data).toString()),
  });
  gateway = await testGateway(import.meta.url, {
    natsUrl: nats.url,
    brokers: "each",
    nodeId: "front",
    services: ["auth", "catalog", "webhooks", "sync", "audit"],
  });
});
afterAll(async () => {
  await gateway.stop();
  await listener.stop();
});

it("is no key, password, session or secret of a receiver", async () => {
  const { tenantId, key } = await gateway.aKey();
  const password = "a password of the tests";
  const email = `${tenantId}@example.com`;
  await call(gateway.platform.as(tenantId), auth.createUser, { email, password });
  const made = await gateway.send("POST /api-keys", { key, body: { name: "second" } });
  const session = await gateway.send("POST /sessions", { body: { email, password } });
  expect([made.status, session.status]).toEqual([201, 201]);
  const token = (session.body as { token: string }).token;
  await gateway.send("GET /me", { key: token });
  const [firstPassword, laterPassword] = ["the first password of all", "a later password of hers"];
  const invitation = { email: `m-${email}`, name: "Marco", scopes: ["users:read"] };
  const invited = await gateway.send("POST /users", { key: token, body: invitation });
  const { setupToken } = invited.body as { setupToken: string };
  const body = { setupToken, password: firstPassword };
  const setUp = await gateway.send("POST /users/setup", { body });
  const change = { current: password, password: laterPassword };
  const changed = await gateway.send("PUT /users/me/password", { key: token, body: change });
  expect([invited.status, setUp.status, changed.status]).toEqual([201, 200, 200]);
  const bearer = "Bearer of a receiver";
  const hook = await gateway.send("POST /webhooks/subscriptions", {
    key,
    body: { url: "https://hooks.example.com/a", headers: { authorization: bearer } },
  });
  expect(hook.status).toBe(201);
  const { id } = hook.body as { id: string };
  const secret = await gateway.send(`GET /webhooks/subscriptions/${id}/secret`, { key });
  const rotated = await gateway.send(`POST /webhooks/subscriptions/${id}/secret/rotate`, { key });
  expect([secret.status, rotated.status]).toEqual([200, 201]);
  const secrets = {
    key,
    second: (made.body as { key: string }).key,
    password,
    token,
    setupToken,
    firstPassword,
    laterPassword,
    bearer,
    secret: (secret.body as { secret: string }).secret,
    rotated: (rotated.body as { secret: string }).secret,
  };
  const all = heard.join("\n");
  // It does hear the bus.
  expect(all).toContain('"action":"auth.createSession"');
  expect(all).toContain("https://hooks.example.com");
  for (const [name, text] of Object.entries(secrets)) {
    expect([name, text.length > 10]).toEqual([name, true]);
    expect([name, all.includes(text), all.includes(text.slice(-30))]).toEqual([name, false, false]);
  }
});
