/** Values that would cost security or availability are refused, in one sentence. */
import { expect, it } from "@jest/globals";
import { type Values, inNamespace, needed, refusalFor, template } from "./helm.ts";

const mongodb = { to: [inNamespace("mongodb")] };
const nats = { to: [inNamespace("nats")] };
const services = { gateway: { env: { TRUSTED_PROXIES: "1" } } };
const keda = { enabled: true, triggers: [{ type: "cpu" }] };

it.each<[Values, string]>([
  [
    { monitoring: { otlp: { endpoint: "http://collector:4318" } } },
    "monitoring.otlp.endpoint needs networkPolicy.otlp.to, where the collector is: the namespace of it, or an ipBlock.",
  ],
  [
    { secrets: { authPepper: "short", secretsKeys: `a:${"A".repeat(43)}=` } },
    "secrets.authPepper must be at least 32 random characters.",
  ],
  [
    { services: { bookings: { autoscaling: { enabled: true, keda } } } },
    "services.bookings.autoscaling has both enabled and keda.enabled: two autoscalers would fight over its pods.",
  ],
  [
    { defaults: { pdb: { maxUnavailable: 0 } } },
    "services.audit.pdb.maxUnavailable is 0: no node with one of its pods could ever be drained.",
  ],
  [
    { services: { sync: { strategy: { rollingUpdate: { maxSurge: "0%" } } } } },
    "services.sync.strategy.rollingUpdate has maxSurge and maxUnavailable of 0: no pod could ever be replaced.",
  ],
  [
    { services: { sync: { enabled: false } } },
    "services.sync.enabled=false would leave what needs it answered 503 for ever. Where another release runs sync, name it in servedElsewhere.",
  ],
  [
    { services: { audit: { replicas: 0 } } },
    "services.audit.replicas=0 would leave what needs it answered 503 for ever. Where another release runs audit, name it in servedElsewhere.",
  ],
  [
    { services: { gateway: { terminationGracePeriodSeconds: 60 } } },
    "services.gateway.terminationGracePeriodSeconds is 60, but leaving without a lost request takes up to 91 seconds.",
  ],
  [
    { services: { webhooks: { env: { SECRETS_KEYS: "x" } } } },
    "services.webhooks.env.SECRETS_KEYS cannot be set: it would override the secret. Set secrets.existingSecret or secrets.secretsKeys.",
  ],
  [
    { services: { bookings: { env: { LIST_MEMRY_MB: "512" } } } },
    "services.bookings.env.LIST_MEMRY_MB is no setting of docs/settings.md, so nothing would read it. What another program reads is given by envFrom.",
  ],
  [
    { defaults: { env: { RATE_LIMIT: null } } },
    "defaults.env.RATE_LIMIT is no setting of docs/settings.md, so nothing would read it. What another program reads is given by envFrom.",
  ],
  [
    { services: { "resources-capacity": { autoscaling: { enabled: true } } } },
    "services.resources-capacity.autoscaling must be off: pods of resources-capacity divide the days of suppliers among themselves, and each change of their number moves some. Set its replicas.",
  ],
  [
    { defaults: { autoscaling: { enabled: true } } },
    "services.resources-capacity.autoscaling must be off: pods of resources-capacity divide the days of suppliers among themselves, and each change of their number moves some. Set its replicas.",
  ],
  [
    { services: { sync: { env: { DATABASE_PREFIX: "own" } } } },
    "services.sync.env.DATABASE_PREFIX cannot be set: all services share databasePrefix.",
  ],
  [
    { ingress: { enabled: true, hosts: ["a.b"] } },
    "ingress.enabled needs services.gateway.env.TRUSTED_PROXIES, how many proxies are in front of the gateway: without it all clients share the limits of one address.",
  ],
  [
    { networkPolicy: { nats } },
    "networkPolicy.mongodb.to must say where MongoDB is: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: NAMESPACE } } }], [{ podSelector: {} }] for this namespace, or an ipBlock.",
  ],
  [
    { networkPolicy: { mongodb, nats }, services, ingress: { enabled: true, hosts: ["a.b"] } },
    "ingress.enabled needs networkPolicy.gatewayFrom, who may reach the gateway: the namespace of the controller.",
  ],
  [
    { networkPolicy: { mongodb, nats }, monitoring: { podMonitor: { enabled: true } } },
    "monitoring.podMonitor.enabled needs networkPolicy.metricsFrom, who may read the metrics: the namespace of Prometheus.",
  ],
])("refuses %j", async (values, sentence) => {
  const said = (await refusalFor(values)).split("\n");
  expect(said.filter((line) => line.endsWith(sentence))).toHaveLength(1);
});

it.each<[Values, string]>([
  [{ replicas: 3 }, "replicas"],
  [{ annotations: { Deploymnt: { a: "b" } } }, "Deploymnt"],
  [{ ingress: { path: "/api" } }, "path"],
  [{ services: { bookings: { autoscaling: { maximum: 3 } } } }, "maximum"],
  [{ networkPolicy: { nats: { to: null } } }, "nats"],
  [{ networkPolicy: { mongodb: { ports: [] } } }, "mongodb/ports"],
  [{ image: { digest: "latest" } }, "digest"],
])("refuses %j by the schema, which a misspelt value cannot pass", async (values, word) => {
  const refusal = await refusalFor(values);
  expect(refusal).toContain("don't meet the specifications of the schema");
  expect(refusal).toContain(word);
});

it("refuses Kubernetes before 1.30, whose pods do not sleep before they stop", async () => {
  await expect(template([], needed, "1.29.9")).rejects.toThrow(/kubeVersion/);
});

it("takes settings of other programs in a pod: Node, the C library, OpenTelemetry", async () => {
  const env = { NODE_OPTIONS: "--trace-warnings", OTEL_SERVICE_NAME: "boats", TZ: "UTC" };
  expect(await refusalFor({ services: { audit: { env } } })).toBe("");
});
