/** Services in the pods of another one, as values-small.yaml has them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { parse } from "yaml";
import { type Values, chart, refusalFor, render } from "./helm.ts";
import { migrationOf, objectOf, settingsOf } from "./rendered-objects.ts";

const small = parse(readFileSync(join(chart, "values-small.yaml"), "utf8")) as {
  services: Record<string, Record<string, unknown>>;
};
const inAudit = ["audit", "availability", "catalog", "sync", "webhooks"];
const withSmall = (services: Values): Values => ({ services: { ...small.services, ...services } });

it("runs five services in the pods of audit, and ten pods in all", async () => {
  const objects = await render({ ...small });
  const workloads = objects.filter(({ kind }) => kind === "Deployment");
  const names = workloads.map(({ metadata }) => metadata.name.replace("one-slipway-", ""));
  expect(names).toEqual(["audit", "auth", "bookings", "gateway", "resources-capacity"]);
  // The gateway's number is its autoscaler's, which begins with two.
  const pods = workloads.map(({ spec }) => (spec["replicas"] as number | undefined) ?? 2);
  expect(pods.reduce((sum, each) => sum + each, 0)).toBe(10);
  expect(settingsOf(objects, "audit")).toMatchObject({
    SERVICES: inAudit.join(","),
    SECRETS_KEYS: expect.anything(),
  });
  expect(settingsOf(objects, "audit")).not.toHaveProperty("AUTH_PEPPER");
  const kinds = ["PodDisruptionBudget", "NetworkPolicy"];
  for (const kind of kinds)
    expect(
      objects.filter((each) => each.kind === kind && /-(sync|catalog)$/.test(each.metadata.name)),
    ).toEqual([]);
});

it("lets them reach what each of them must, and migrates the database of each", async () => {
  const objects = await render({ ...small });
  const { egress } = objectOf(objects, "NetworkPolicy", "audit").spec as { egress: object[] };
  expect(JSON.stringify(egress)).toContain("0.0.0.0/0");
  const migrated = migrationOf(objects).containers.flatMap(({ env = [] }) =>
    env.flatMap(({ name, value = "" }) => (name === "SERVICES" ? value.split(",") : [])),
  );
  expect(migrated.toSorted()).toEqual(
    [...inAudit, "auth", "bookings", "resources-capacity"].toSorted(),
  );
});

it("gives them one user, under the key that connections create writes", async () => {
  const each = (name: string): object => ({ existingSecret: { name, perService: true } });
  const objects = await render({ ...small, mongodb: each("databases"), nats: each("bus") });
  const key = inAudit.join(".");
  expect(settingsOf(objects, "audit")).toMatchObject({
    NATS_URL: { secretKeyRef: { name: "bus", key } },
    MONGODB_URI: { secretKeyRef: { name: "databases", key } },
  });
  const { env = [] } = migrationOf(objects).containers[0] ?? {};
  expect(env.filter(({ name }) => /^DATABASE|^MONGO|^SERVICES|_URL$/.test(name))).toEqual([
    { name: "DATABASE_PREFIX", value: "slipway" },
    { name: "MONGODB_URI", valueFrom: { secretKeyRef: { name: "databases", key } } },
    { name: "SERVICES", value: inAudit.join(",") },
  ]);
});

it("takes the settings of each of them", async () => {
  const values = withSmall({
    webhooks: { runsIn: "audit", env: { WEBHOOK_DENY_CIDRS: "198.51.100.0/24", LOG_LEVEL: null } },
  });
  const settings = settingsOf(await render(values), "audit");
  expect(settings).toMatchObject({ WEBHOOK_DENY_CIDRS: "198.51.100.0/24", DRAIN_SECONDS: "0" });
  expect(settings).not.toHaveProperty("LOG_LEVEL");
});

it.each<[string, Values, string]>([
  [
    "the gateway",
    { gateway: { runsIn: "audit" } },
    "services.gateway.runsIn=audit: the gateway has pods of its own, which have no database.",
  ],
  [
    "a service in one that has no pods",
    { bookings: { runsIn: "sync" } },
    "services.bookings.runsIn=sync needs a service with pods of its own.",
  ],
  [
    "a value without effect",
    { sync: { runsIn: "audit", replicas: 3 } },
    "services.sync.replicas has no effect: sync runs in the pods of audit.",
  ],
  [
    "settings that differ",
    {
      sync: { runsIn: "audit", env: { LOG_LEVEL: "debug" } },
      webhooks: { runsIn: "audit", env: { LOG_LEVEL: "warn" } },
    },
    "services.sync.env.LOG_LEVEL differs from that of webhooks, which runs in the same pods.",
  ],
  [
    "no pods for a guest",
    { audit: { replicas: 0 } },
    "services.audit.replicas=0 would leave what needs it answered 503 for ever. Where another release runs audit, name it in servedElsewhere.",
  ],
])("refuses %s", async (_, services, sentence) => {
  expect(await refusalFor(withSmall(services))).toContain(sentence);
});
