/** A NATS user for each service: what the whole needs goes through, and nothing else does. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type Request, type ServiceBroker, call, createBroker } from "@slipway/broker";
import { type NewEntry, audit, auth, parseKey, sync, webhooks } from "@slipway/contracts";
import { type NatsConnection, natsOf } from "@slipway/nats";
import assert from "node:assert";
import { hash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeFirstTenant } from "../src/data/first-start.ts";
import { apiKeyOf } from "@slipway/dev/server-process";
import { type RoleCluster, startRoleCluster } from "./role-cluster.ts";
import { type Shop, shopOf } from "@slipway/dev/shop";
import { systemRequestOf } from "@slipway/dev/testing-request";
import { until } from "@slipway/dev/testing-until";

let cluster: RoleCluster;
let shop: Shop;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-users-"));
  cluster = await startRoleCluster(import.meta.url);
  await until(() => cluster.gateway.readiness().missing.length === 0);
  await makeFirstTenant(directory, cluster.operator);
  shop = shopOf({ urls: [cluster.gateway.url], key: await apiKeyOf(directory) });
});
afterAll(async () => {
  await cluster.stop();
  await rm(directory, { recursive: true, force: true });
});

describe("a user of NATS for each service", () => {
  it("lets a seat be sold, cancelled and audited", async () => {
    const option = await shop.anOption(await shop.aBoat(2), ["10:00"]);
    const { status, body } = await shop.book(option, "10:00");
    expect(status).toBe(201);
    expect(await shop.vacancies(option.optionId, "10:00")).toBe(1);
    expect((await shop.ask("POST", `/bookings/${body.id}/cancel`)).body.status).toBe("CANCELLED");
    expect(await shop.vacancies(option.optionId, "10:00")).toBe(2);
    const entries = await until(async () => {
      const log = await shop.ask("GET", `/audit-logs?entityType=booking&entityId=${body.id}`);
      const found = log.body as unknown as unknown[];
      return found.length >= 2 && found;
    });
    expect(entries).toMatchObject([{ action: "booking.cancel" }, { action: "booking.create" }]);
    expect(cluster.lines.filter((line) => /NATS|bus/.test(line))).toEqual([]);
  });
});

describe("a hostile node with a stolen password", () => {
  const hostile: ServiceBroker[] = [];
  afterEach(async () => {
    await Promise.all(hostile.splice(0).map((broker) => broker.stop()));
  });

  /** A node on the bus by the password of this service, under any name. */
  async function aThiefOf(part: string): Promise<ServiceBroker> {
    const user = cluster.users.get(part);
    assert(user, `there is no user of ${part}`);
    const broker = createBroker({
      nodeId: `${user.name}.hostile`,
      natsUrl: cluster.nats.urlOf(user),
      namespace: cluster.namespace,
    });
    hostile.push(broker);
    await broker.start();
    await broker.waitForServices(["auth", "audit", "webhooks", "sync", "bookings"], 0, 20);
    return broker;
  }

  /** The server's refusal of a subscription, or of a message, of this node. */
  async function refusalOf(
    broker: ServiceBroker,
    send: (client: NatsConnection) => void,
  ): Promise<string | undefined> {
    const client = natsOf(broker);
    assert(client);
    const refusal = (async () => {
      for await (const { type, data } of client.status())
        if (type === "error") return data as string;
      return undefined;
    })();
    send(client);
    await client.flush();
    return Promise.race([refusal, pause(200, undefined)]);
  }

  const prefix = (): string => `MOL-${cluster.namespace}`;
  const rights = (broker: ServiceBroker): Request => systemRequestOf(broker, "ten_victim");
  const anEntry = (entityType: "apiKey" | "booking" | "webhookSubscription"): NewEntry => ({
    id: `aud_${randomUUID()}`,
    tenantId: "ten_victim",
    at: new Date().toISOString(),
    actorType: "USER",
    actorId: "usr_victim",
    source: "api/v1",
    entityType,
    entityId: "any",
    action: `${entityType}.create`,
    before: null,
    after: "{}",
  });

  it.each(["bookings", "webhooks"])("of %s calls nothing but what %s calls", async (part) => {
    const thief = await aThiefOf(part);
    const attempts = [
      call(rights(thief), auth.issueApiKey, { name: "mine", scopes: ["*"] }),
      call(rights(thief), auth.setUserPassword, {
        email: "a@example.com",
        password: "x".repeat(12),
      }),
      call(rights(thief), auth.createTenant, { name: "mine" }),
      call(rights(thief), sync.getChannelSecret, { id: "chn_1" }),
      call(rights(thief), audit.listLog, {}),
      ...(part === "webhooks" ? [] : [call(rights(thief), webhooks.getSecret, { id: "whs_1" })]),
    ];
    for (const attempt of await Promise.allSettled(attempts))
      expect(attempt).toMatchObject({ status: "rejected", reason: { type: "FORBIDDEN_ON_BUS" } });
  });

  it.each([
    ["bookings", "webhookSubscription", "booking"],
    ["webhooks", "booking", "webhookSubscription"],
  ] as const)("of %s forges no audit entry of a %s", async (part, foreign, own) => {
    const thief = await aThiefOf(part);
    for (const type of ["apiKey", foreign] as const)
      await expect(
        call(rights(thief), audit.appendEntries, { entries: [anEntry(own), anEntry(type)] }),
      ).rejects.toMatchObject({ type: "INSUFFICIENT_SCOPE" });
    expect(await call(rights(thief), audit.appendEntries, { entries: [anEntry(own)] })).toEqual({
      kept: 1,
    });
  });

  it.each(["bookings", "webhooks", "gateway"])(
    "of %s hears nothing that is for others, and speaks for nobody else",
    async (part) => {
      const thief = await aThiefOf(part);
      const subjects = [
        `${prefix()}.>`,
        ">",
        `${prefix()}.from.*.call.*.*.auth.>`,
        `${prefix()}.from.*.to.RES.auth.>`,
        `${prefix()}.from.*.to.*.${part === "gateway" ? "sync" : "gateway"}.>`,
      ];
      for (const subject of subjects)
        expect([subject, await refusalOf(thief, (client) => client.subscribe(subject))]).toEqual([
          subject,
          "PERMISSIONS_VIOLATION",
        ]);
      const others = [
        `${prefix()}.from.operator.call.auth.setUserPassword.auth.test`,
        `${prefix()}.from.auth.all.INFO`,
        `${prefix()}.from.sync.holders`,
      ];
      for (const subject of others)
        expect([
          subject,
          await refusalOf(thief, (client) => client.publish(subject, "{}")),
        ]).toEqual([subject, "PERMISSIONS_VIOLATION"]);
    },
  );

  it("of the gateway makes no key, reads no secret and sees no record without a credential", async () => {
    const thief = await aThiefOf("gateway");
    const forged: Request = {
      ...rights(thief),
      caller: {
        tenantId: "ten_victim",
        actorType: "API_KEY",
        actorId: "key_victim",
        credentialId: "key_victim",
        scopes: ["*"],
        source: "api/v1",
        requestId: "forged",
      },
    };
    const far = Math.floor(Date.now() / 60_000) + 5;
    const signed = { ...forged, caller: { ...forged.caller, proof: `${far}.${"A".repeat(86)}` } };
    for (const request of [forged, signed, rights(thief)]) {
      const attempts = [
        call(request, auth.issueApiKey, { name: "mine", scopes: ["*"] }),
        call(request, auth.listApiKeys, {}),
        call(request, webhooks.getSecret, { id: "whs_1" }),
        call(request, sync.rotateChannelSecret, { id: "chn_1" }),
        call(request, audit.listLog, {}),
      ];
      for (const attempt of await Promise.allSettled(attempts))
        expect(attempt).toMatchObject({ status: "rejected", reason: { type: "UNAUTHENTICATED" } });
    }
    const others = [
      call(forged, auth.setUserPassword, { email: "a@example.com", password: "x".repeat(12) }),
      call(forged, auth.createUser, { email: "a@example.com", password: "x".repeat(12) }),
      call(forged, audit.appendEntries, { entries: [anEntry("apiKey")] }),
    ];
    for (const attempt of await Promise.allSettled(others))
      expect(attempt).toMatchObject({ status: "rejected", reason: { type: "FORBIDDEN_ON_BUS" } });
  });

  it("of the gateway does with a credential what that may, and for nobody else", async () => {
    const thief = await aThiefOf("gateway");
    const parsed = parseKey(await apiKeyOf(directory));
    assert(parsed);
    const digest = hash("sha256", parsed.secret, "base64");
    const { caller } = await call(rights(thief), auth.identify, { keyId: parsed.keyId, digest });
    assert(caller);
    const own: Request = { ...rights(thief), caller: { ...caller, requestId: "own" } };
    expect(await call(own, auth.listApiKeys, {})).toHaveLength(1);
    for (const lie of [{ tenantId: "ten_victim" }, { scopes: ["*", "x"] }, { actorId: "key_x" }]) {
      const request = { ...own, caller: { ...own.caller, ...lie } };
      await expect(call(request, auth.listApiKeys, {})).rejects.toMatchObject({
        type: "UNAUTHENTICATED",
      });
    }
  });

  it("of the gateway hears no proof of a caller, whatever is asked and answered meanwhile", async () => {
    const thief = await aThiefOf("gateway");
    const client = natsOf(thief);
    assert(client);
    const heard: string[] = [];
    for (const subject of ["from.*.to.*.gateway.>", "from.*.call.*.*.gateway.>", "from.*.all.*"])
      client.subscribe(`${prefix()}.${subject}`, {
        callback: (_error, message) => void heard.push(message.string()),
      });
    await client.flush();
    const option = await shop.anOption(await shop.aBoat(1), ["10:00"]);
    expect((await shop.book(option, "10:00")).status).toBe(201);
    const { status, body } = await shop.ask("POST", "/api-keys", { name: "to be revoked" });
    expect(status).toBe(201);
    expect((await shop.ask("DELETE", `/api-keys/${body.id}`)).status).toBe(200);
    await client.flush();
    expect(heard.filter((text) => text.includes(option.optionId)).length).toBeGreaterThan(0);
    expect(heard.filter((text) => /"proof"|\d{8}\.[\w-]{80}/.test(text))).toEqual([]);
  });

  it("deafens nobody with what is no message", async () => {
    const thief = await aThiefOf("bookings");
    const client = natsOf(thief);
    assert(client);
    for (const text of ["x", "null", "{}", '{"nodeId":1,"actions":2}', ""])
      for (const subject of ["holders", "all.INFO", "all.HEARTBEAT", "all.DISCOVER"])
        client.publish(`${prefix()}.from.bookings.${subject}`, text);
    await client.flush();
    const option = await shop.anOption(await shop.aBoat(1), ["10:00"]);
    expect((await shop.book(option, "10:00")).status).toBe(201);
  });

  it("is believed nothing that is another service's: neither its actions nor its name", async () => {
    const thief = await aThiefOf("bookings");
    const client = natsOf(thief);
    assert(client);
    const sent = { ver: "5", sender: thief.nodeID };
    const info = { instanceID: "x", seq: 99, metadata: {}, client: {}, config: {}, ipList: [] };
    const actions = { "auth.createSession": { name: "auth.createSession" } };
    const services = [{ name: "auth", fullName: "auth", settings: {}, metadata: {}, actions }];
    const lies: [string, object][] = [
      // A replica of its own service that offers auth's actions.
      [
        `all.INFO`,
        {
          ...sent,
          ...info,
          services: [{ ...services[0], name: "bookings", fullName: "bookings" }],
        },
      ],
      // A node that says it is auth's.
      [`all.INFO`, { ...sent, ...info, services }],
      [`all.INFO`, { ...sent, ...info, sender: "auth.hostile", services }],
      [`all.DISCONNECT`, { ...sent, sender: "auth.test" }],
      // A request whose subject names another action than it calls.
      [
        `call.audit.appendEntries.audit.test`,
        { ...sent, id: "1", action: "audit.listCreated", params: {}, meta: {}, headers: {} },
      ],
    ];
    for (const [subject, lie] of lies)
      client.publish(`${prefix()}.from.bookings.${subject}`, JSON.stringify(lie));
    await client.flush();
    const dropped = (): number =>
      cluster.lines.filter((line) => line.includes("not its sender's to send")).length;
    // The broadcasts reach nine nodes and the operator each, the request one.
    await until(() => dropped() >= lies.length);
    const { actions: known } = cluster.operator.registry as unknown as {
      actions: { get(name: string): { endpoints: { id: string }[] } };
    };
    expect(known.get("auth.issueApiKey").endpoints.map(({ id }) => id)).toEqual(["auth.test"]);
    expect(known.get("auth.createSession").endpoints.map(({ id }) => id)).toEqual(["auth.test"]);
  });
});
