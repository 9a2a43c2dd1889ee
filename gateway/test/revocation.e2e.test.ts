/** Two gateways and the services on nodes of their own, joined by a NATS server. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { setTimeout as pause } from "node:timers/promises";
import { call } from "@slipway/broker";
import { auth, catalog } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import { startTestNats } from "@slipway/dev/testing-nats";
import { systemRequestOf, testDeadlines } from "@slipway/dev/testing-request";
import { type Gateway, createLog, startGateway } from "../src/gateway.ts";

const password = "correct horse battery";
const tenantId = "ten_revocation";
let services: TestPlatform;
const nodes: TestPlatform[] = [];
const gateways: Gateway[] = [];

const nats = forThisFile(() => startTestNats());
beforeAll(async () => {
  const join = (nodeId: string, names: ("auth" | "catalog" | "audit")[]) =>
    testPlatform(import.meta.url, { natsUrl: nats.url, nodeId, services: names });
  services = await join("services", ["auth", "catalog", "audit"]);
  for (const nodeId of ["gateway-a", "gateway-b"]) {
    const node = await join(nodeId, []);
    nodes.push(node);
    gateways.push(await startGateway(optionsOf(node)));
    await node.broker.waitForServices(["auth", "catalog"], 0, 20);
  }
  await call(system(), auth.createTenant, { name: "Laguna" });
  await call(system(), catalog.initCurrency, { defaultCurrency: "EUR" });
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  for (const node of [...nodes, services]) await node.stop();
});

const optionsOf = ({ broker }: TestPlatform) => ({
  broker,
  port: 0,
  host: "127.0.0.1",
  log: createLog("silent"),
  lacks: () => [],
  deadlineMs: testDeadlines,
  limits: { requestsPerSecond: 0, failedLookupsPerMinute: 0, loopDelayMsMax: 0 },
});
const system = () => systemRequestOf(services.broker, tenantId, "cli");

async function send(gateway: Gateway | undefined, head: string, token: string, body?: object) {
  const [method = "", path = ""] = head.split(" ");
  const response = await fetch(`${gateway?.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const keyOf = async (name: string) => call(system(), auth.issueApiKey, { name, scopes: ["*"] });

let users = 0;
async function aSession() {
  const email = `user${++users}@example.com`;
  const { id } = await call(system(), auth.createUser, { email, password });
  const { body } = await send(gateways[0], "POST /sessions", "", { email, password });
  return { id, email, token: body["token"] ?? "" };
}

/**
 * Sends requests with a credential to both gateways, several at once, from before a revocation until after it. Answers
 * how many were let in before it, and the statuses of those that began after it.
 */
async function hammer(token: string, revoke: () => Promise<unknown>) {
  let revokedAt = Infinity;
  let isEnded = false;
  const before = { in: 0 };
  const after = new Set<number>();
  const strike = async (gateway: Gateway): Promise<void> => {
    while (!isEnded) {
      const beganAt = performance.now();
      const { status } = await send(gateway, "GET /api-keys", token);
      // A busy machine may keep a gateway from its look-up: it lets nobody in then.
      if (beganAt > revokedAt && status < 500) after.add(status);
      else if (status === 200) before.in++;
    }
  };
  const strikes = [...gateways, ...gateways].map(strike);
  while (before.in < 20) await pause(10);
  await revoke();
  revokedAt = performance.now();
  // Longer than a gateway keeps what it has looked up: nothing comes back to life either.
  while (performance.now() - revokedAt < 1_500) await pause(10);
  isEnded = true;
  await Promise.all(strikes);
  return { before: before.in, after: [...after] };
}

const revocations: [string, () => Promise<{ token: string; revoke: () => Promise<unknown> }>][] = [
  [
    "a deleted key",
    async () => {
      const [{ id, key: token }, other] = [await keyOf("old"), await keyOf("new")];
      const revoke = async () => {
        expect(await send(gateways[1], `DELETE /api-keys/${id}`, other.key)).toMatchObject({
          status: 200,
        });
      };
      return { token, revoke };
    },
  ],
  [
    "an ended session",
    async () => {
      const { token } = await aSession();
      const revoke = async () => {
        expect(await send(gateways[1], "DELETE /sessions/current", token)).toMatchObject({
          status: 200,
        });
      };
      return { token, revoke };
    },
  ],
  [
    "a disabled user's session",
    async () => {
      const { token, email } = await aSession();
      return { token, revoke: () => call(system(), auth.disableUser, { email }) };
    },
  ],
  [
    "a session of a user whom an owner disables",
    async () => {
      const [{ id, token }, owner] = [await aSession(), await aSession()];
      const revoke = async () => {
        const change = await send(gateways[1], `PATCH /users/${id}`, owner.token, {
          disabled: true,
        });
        expect(change.status).toBe(200);
      };
      return { token, revoke };
    },
  ],
  [
    "a session from before its user's new password",
    async () => {
      const { token, email } = await aSession();
      const next = { email, password: "quite another password" };
      return { token, revoke: () => call(system(), auth.setUserPassword, next) };
    },
  ],
];

it("a credential is let in by no gateway from the answer on that has revoked it", async () => {
  const begun: { what: string; token: string; revoke: () => Promise<unknown> }[] = [];
  for (const [what, begin] of revocations) begun.push({ what, ...(await begin()) });
  const struck = await Promise.all(
    begun.map(async ({ what, token, revoke }) => ({ what, ...(await hammer(token, revoke)) })),
  );
  for (const { what, before, after } of struck)
    expect([what, before > 0, after]).toEqual([what, true, [401]]);
});
