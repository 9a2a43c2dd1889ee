/** The users that the command makes: what is in its files, and how they follow each other without an outage. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type ServiceBroker, call, createBroker, isConnected, on, serve } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parse, parseAllDocuments } from "yaml";
import {
  createConnections,
  retireConnections,
  rotateConnections,
} from "../src/cli/keep-connections.ts";
import { serviceNames } from "../src/service-names.ts";
import { type TestNats, startTestNats } from "@slipway/dev/testing-nats";
import { systemRequestOf } from "@slipway/dev/testing-request";
import { until } from "@slipway/dev/testing-until";

const root = join(import.meta.dirname, "..", "..");
let directory: string;
let nats: TestNats | undefined;
const brokers: ServiceBroker[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-connections-"));
});
afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
  await nats?.close();
  nats = undefined;
  await rm(directory, { recursive: true, force: true });
});

const where = { nats: "tls://nats:4222", mongodb: "mongodb://a,b/?replicaSet=db" };
const create = (more: Record<string, string> = {}): Promise<object> =>
  createConnections({ directory, ...where, ...more }, "slipway");
const read = (name: string): Promise<string> => readFile(join(directory, name), "utf8");
const envOf = async (name: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await read(`${name}.env`))
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  ) as Record<string, string>;

describe("connections", () => {
  it("are of a service alone: its subjects, and its own database", async () => {
    await create();
    const env = await envOf("bookings");
    expect(env).toMatchObject({ SERVICES: "bookings", DATABASE_PREFIX: "slipway" });
    expect(env["NATS_URL"]).toMatch(/^tls:\/\/slipway-bookings-1:p[0-9a-f]{48}@nats:4222$/);
    expect(env["MONGODB_URI"]).toMatch(
      /^mongodb:\/\/slipway-bookings-1:p[0-9a-f]{48}@a,b\/\?replicaSet=db&authSource=admin$/,
    );
    expect(await envOf("gateway")).not.toHaveProperty("MONGODB_URI");
    const script = await read("mongodb-users.js");
    const made = JSON.parse(/const users = (\[.*?\n\]);/s.exec(script)?.[1] ?? "") as unknown[];
    expect(made).toHaveLength(serviceNames.length);
    expect(made).toContainEqual({
      user: "slipway-bookings-1",
      pwd: expect.stringMatching(/^p[0-9a-f]{48}$/),
      roles: [{ role: "readWrite", db: "slipway-bookings" }],
      customData: { installation: "slipway" },
    });
    const conf = await read("nats-users.conf");
    expect(conf).toContain("MOL-slipway.from.bookings.call.audit.appendEntries.>");
    // Only the operator may set passwords.
    expect(conf.match(/setUserPassword/g)).toEqual(["setUserPassword"]);
  });

  it("are files for their user's eyes alone, and secrets with a key for each service", async () => {
    await create();
    for (const name of await readdir(directory))
      expect([name, (await stat(join(directory, name))).mode & 0o077]).toEqual([name, 0]);
    const [first, second, third] = parseAllDocuments(await read("kubernetes.yaml")).map(
      (document) => document.toJS() as { metadata: { name: string }; stringData: object },
    );
    expect(first?.metadata.name).toBe("slipway-nats");
    expect(Object.keys(first?.stringData ?? {})).toEqual([...serviceNames, "gateway", "operator"]);
    expect(Object.keys(second?.stringData ?? {})).toEqual([...serviceNames]);
    const keys = Object.keys(third?.stringData ?? {});
    expect(keys).toContain("slipway-resources-capacity-1");
    const values = parse(await read("nats-values.yaml")) as {
      config: { merge: { authorization: { users: { user: string; password: string }[] } } };
      container: { env: Record<string, { valueFrom: { secretKeyRef: { key: string } } }> };
    };
    for (const { user, password } of values.config.merge.authorization.users) {
      const variable = /^<< \$([A-Z0-9_]+) >>$/.exec(password)?.[1] ?? "";
      expect(values.container.env[variable]?.valueFrom.secretKeyRef.key).toBe(user);
      expect(keys).toContain(user);
    }
  });

  it("of services in the pods of another one have one key, as values-small.yaml asks for it", async () => {
    const small = await readFile(join(root, "charts/slipway/values-small.yaml"), "utf8");
    const [, processes = ""] = /--processes ([^`]+)`/.exec(small) ?? [];
    const { services } = parse(small) as { services: Record<string, { runsIn?: string }> };
    const guests = Object.keys(services).filter((name) => services[name]?.runsIn === "audit");
    const key = ["audit", ...guests].toSorted().join(".");
    await create({ processes });
    const [bus, databases] = parseAllDocuments(await read("kubernetes.yaml")).map(
      (document) => document.toJS() as { stringData: object },
    );
    const ofServices = ["auth", "resources-capacity", "bookings", key];
    expect(Object.keys(bus?.stringData ?? {})).toEqual(["gateway", ...ofServices, "operator"]);
    expect(Object.keys(databases?.stringData ?? {})).toEqual(ofServices);
  });

  it("are refused in words: twice in a folder, of an unknown service, with a password given", async () => {
    await expect(create({ processes: "bookings,tills" })).rejects.toThrow("There is no tills");
    await expect(create({ nats: "nats://me:word@nats" })).rejects.toThrow("without user");
    await create({ processes: "gateway,webhooks+sync" });
    await expect(create()).rejects.toThrow("has users already");
    // Kubernetes takes no plus sign in the key of a secret.
    const keyed = /^ {2}([^:]+): "/gm;
    for (const [, key] of (await read("kubernetes.yaml")).matchAll(keyed))
      expect(key).toMatch(/^[-._a-zA-Z0-9]+$/);
    expect(await envOf("webhooks+sync")).toMatchObject({ SERVICES: "webhooks,sync" });
  });
});

describe("a rotation of NATS users", () => {
  const versions = on(catalog.listOptionVersions, (_request, { optionIds }) => ({
    versions: optionIds.map(() => "1"),
  }));

  async function aNode(process: "availability" | "catalog", id: string): Promise<ServiceBroker> {
    const natsUrl = (await envOf(process))["NATS_URL"];
    const broker = createBroker({
      nodeId: `${process}.${id}`,
      namespace: "slipway",
      natsUrl: natsUrl ?? "",
    });
    brokers.push(broker);
    await broker.start();
    if (process === "catalog")
      serve(broker, "catalog", [versions], { isUp: () => true, failureOf: () => "fault" });
    return broker;
  }

  async function reload(): Promise<void> {
    await nats?.reload(await read("nats-users.conf"));
    await pause(300);
  }

  it("lets old and new in side by side, then the new alone, and no call fails", async () => {
    nats = await startTestNats();
    const { host } = new URL(nats.url);
    await create({ nats: `nats://${host}` });
    await reload();
    const first = await aNode("availability", "old");
    await aNode("catalog", "old");
    await first.waitForServices(["catalog"], 0, 20);
    let isOver = false;
    const failures: unknown[] = [];
    let answered = 0;
    const ask = async (from: ServiceBroker): Promise<void> => {
      try {
        const request = systemRequestOf(from, "ten_1");
        await call(request, catalog.listOptionVersions, { optionIds: ["opt_1"] });
        answered++;
      } catch (error) {
        failures.push(error);
      }
    };
    let caller = first;
    const asking = (async () => {
      while (!isOver) {
        await ask(caller);
        await pause(5);
      }
    })();
    await rotateConnections({ directory });
    await reload();
    expect(isConnected(first)).toBe(true);
    await aNode("catalog", "new");
    const next = await aNode("availability", "new");
    await next.waitForServices(["catalog"], 0, 20);
    caller = next;
    await pause(100);
    for (const old of brokers.splice(0, 2)) await old.stop();
    await retireConnections({ directory });
    await reload();
    expect(isConnected(next)).toBe(true);
    await until(() => answered > 20);
    isOver = true;
    await asking;
    expect(failures).toEqual([]);
    const users = (await read("nats-users.conf")).match(/"user": ".*"/g);
    expect(users).toHaveLength(serviceNames.length + 2);
    expect(users?.every((line) => line.endsWith('-2"'))).toBe(true);
  });
});
