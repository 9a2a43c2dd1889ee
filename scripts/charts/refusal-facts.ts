/** What the chart refuses, and in which sentence. */
import assert from "node:assert/strict";
import type { Fact } from "./facts.ts";
import { type Values, inNamespace, refusalFor } from "./helm.ts";

const aSecret = { existingSecret: { name: "one" } };
const mongodb = { to: [inNamespace("mongodb")] };
const nats = { to: [inNamespace("nats")] };
const services = { gateway: { env: { TRUSTED_PROXIES: "1" } } };
const keda = { enabled: true, triggers: [{ type: "cpu" }] };

/** Values that cannot be, on top of what is needed, and the whole sentence. */
const sentences: readonly (readonly [Values, string])[] = [
  [
    { mongodb: {} },
    "Slipway needs MongoDB: set mongodb.existingSecret.name, mongodb.uri or, for a trial, mongodb.dev.enabled.",
  ],
  [
    { mongodb: { ...aSecret, dev: { enabled: true } } },
    "MongoDB is given more than once (mongodb.existingSecret.name, mongodb.dev.enabled): leave one of them.",
  ],
  [
    { nats: {} },
    "Slipway needs NATS: set nats.existingSecret.name, nats.url or, for a trial, nats.dev.enabled.",
  ],
  [
    { nats: { ...aSecret, url: "nats://bus" } },
    "NATS is given more than once (nats.existingSecret.name, nats.url): leave one of them.",
  ],
  [
    { nats: { url: "nats://bus", existingSecret: { perService: true } } },
    "nats.existingSecret.perService needs nats.existingSecret.name: the secret with a key for each service.",
  ],
  [
    { secrets: {} },
    "Slipway needs its secrets: set secrets.existingSecret.name (README.md says how to make it) or, for a trial, secrets.authPepper and secrets.secretsKeys.",
  ],
  [
    { secrets: { ...aSecret, authPepper: "p".repeat(32) } },
    "The secrets are given twice: leave secrets.existingSecret.name, or secrets.authPepper and secrets.secretsKeys.",
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
    { services: { bookings: { autoscaling: { keda: { enabled: true } } } } },
    "services.bookings.autoscaling.keda.enabled needs keda.triggers: what it scales by.",
  ],
  [
    { services: { gateway: { autoscaling: { min: 5, max: 4 } } } },
    "services.gateway.autoscaling.min is 5, more than its max of 4.",
  ],
  [
    { services: { gateway: { resources: { requests: { cpu: "" } } } } },
    "services.gateway.autoscaling.enabled needs resources.requests.cpu: its percentage is of that.",
  ],
  [
    { defaults: { pdb: { maxUnavailable: 0 } } },
    "services.audit.pdb.maxUnavailable is 0: no node with one of its pods could ever be drained.",
  ],
  [
    { services: { sync: { env: { SERVICES: "audit" } } } },
    "services.sync.env.SERVICES cannot be set: the chart's ports, probes and names depend on it.",
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
    { services: { sync: { env: { HOST: "127.0.0.1" } } } },
    "services.sync.env.HOST cannot be set: the chart's ports, probes and names depend on it.",
  ],
  [
    { defaults: { env: { HOST: null } } },
    "defaults.env.HOST cannot be set: the chart's ports, probes and names depend on it.",
  ],
  ...(
    [
      ["MONGODB_URI", "mongodb.existingSecret or mongodb.uri"],
      ["NATS_URL", "nats.existingSecret or nats.url"],
      ["OPERATOR_NATS_URL", "nats.existingSecret.perService"],
      ["AUTH_PEPPER", "secrets.existingSecret or secrets.authPepper"],
      ["SECRETS_KEYS", "secrets.existingSecret or secrets.secretsKeys"],
    ] as const
  ).flatMap(([name, sources]): [Values, string][] => {
    const sentence = `env.${name} cannot be set: it would override the secret. Set ${sources}.`;
    return [
      [{ defaults: { env: { [name]: "x" } } }, `defaults.${sentence}`],
      [{ services: { webhooks: { env: { [name]: "x" } } } }, `services.webhooks.${sentence}`],
    ];
  }),
  [
    { ca: { existingConfigMap: { name: "a" }, existingSecret: { name: "b" } } },
    "The authority to trust is given twice: leave ca.existingConfigMap.name or ca.existingSecret.name.",
  ],
  [
    {
      ca: { existingConfigMap: { name: "a" } },
      defaults: { env: { NODE_EXTRA_CA_CERTS: "/ca/ca.crt" } },
    },
    "defaults.env.NODE_EXTRA_CA_CERTS cannot be set beside ca, which sets it: leave one of them.",
  ],
  [
    { services: { gateway: { autoscaling: { cpu: 0 } } } },
    "services.gateway.autoscaling.enabled needs cpu or metrics: what it scales by.",
  ],
  [
    { services: { audit: { dnsPolicy: "None" } } },
    "services.audit.dnsPolicy=None needs dnsConfig.nameservers.",
  ],
  [
    { service: { loadBalancerSourceRanges: ["192.0.2.0/24"] } },
    "service.loadBalancerSourceRanges needs service.type=LoadBalancer.",
  ],
  [
    { service: { type: "NodePort", loadBalancerClass: "a/b" } },
    "service.loadBalancerClass needs service.type=LoadBalancer.",
  ],
  [
    { service: { externalTrafficPolicy: "Local" } },
    "service.externalTrafficPolicy needs service.type=NodePort or LoadBalancer.",
  ],
  [
    { service: { nodePort: 30_080 } },
    "service.nodePort needs service.type=NodePort or LoadBalancer.",
  ],
  [
    { monitoring: { podMonitor: { enabled: true }, serviceMonitor: { enabled: true } } },
    "monitoring has both podMonitor and serviceMonitor enabled: every series would be read twice.",
  ],
  [
    { services: { sync: { env: { DATABASE_PREFIX: "own" } } } },
    "services.sync.env.DATABASE_PREFIX cannot be set: all services share databasePrefix.",
  ],
  [
    { services: { sync: { strategy: { rollingUpdate: { maxSurge: "0%" } } } } },
    "services.sync.strategy.rollingUpdate has maxSurge and maxUnavailable of 0: no pod could ever be replaced.",
  ],
  [
    { monitoring: { port: 3001 } },
    "monitoring.port cannot be 3001: clients are answered at 3000, probes at 3001.",
  ],
  [
    { services: { gateway: { terminationGracePeriodSeconds: 30 } } },
    "services.gateway.terminationGracePeriodSeconds is 30, but leaving without a lost request takes up to 46 seconds.",
  ],
  [
    { services: { audit: { terminationGracePeriodSeconds: 30 } } },
    "services.audit.terminationGracePeriodSeconds is 30, but leaving without a lost request takes up to 31 seconds.",
  ],
  [
    { ingress: { enabled: true } },
    "ingress.enabled needs ingress.hosts: the names that the Ingress answers for.",
  ],
  [
    { ingress: { enabled: true, hosts: ["a.b"] }, services: { gateway: { enabled: false } } },
    "ingress.enabled needs the gateway, which services.gateway.enabled=false leaves out.",
  ],
  [
    { httpRoute: { enabled: true } },
    "httpRoute.enabled needs httpRoute.parentRefs: the Gateways that the route belongs to.",
  ],
  [
    { ingress: { enabled: true, hosts: ["a.b"] } },
    "ingress.enabled needs services.gateway.env.TRUSTED_PROXIES, how many proxies are in front of the gateway: without it all clients share the limits of one address.",
  ],
  [
    { httpRoute: { enabled: true, parentRefs: [{ name: "public" }] } },
    "httpRoute.enabled needs services.gateway.env.TRUSTED_PROXIES, how many proxies are in front of the gateway: without it all clients share the limits of one address.",
  ],
  [
    { serviceAccount: { create: false } },
    "serviceAccount.create=false needs serviceAccount.name: an account that is there.",
  ],
];

/** Where the chart must be told who is reached, and who reaches it. */
const untold: readonly (readonly [Values, string])[] = [
  [
    { networkPolicy: { nats } },
    "networkPolicy.mongodb.to must say where MongoDB is: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: NAMESPACE } } }], [{ podSelector: {} }] for this namespace, or an ipBlock.",
  ],
  [
    { networkPolicy: { mongodb } },
    "networkPolicy.nats.to must say where NATS is: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: NAMESPACE } } }], [{ podSelector: {} }] for this namespace, or an ipBlock.",
  ],
  [
    { networkPolicy: { mongodb, nats }, services, ingress: { enabled: true, hosts: ["a.b"] } },
    "ingress.enabled needs networkPolicy.gatewayFrom, who may reach the gateway: the namespace of the controller.",
  ],
  [
    {
      networkPolicy: { mongodb, nats },
      services,
      httpRoute: { enabled: true, parentRefs: [{ name: "public" }] },
    },
    "httpRoute.enabled needs networkPolicy.gatewayFrom, who may reach the gateway: the namespace of the controller.",
  ],
  [
    { networkPolicy: { mongodb, nats }, service: { type: "LoadBalancer" } },
    "service.type=LoadBalancer needs networkPolicy.gatewayFrom, who may reach the gateway: [{ ipBlock: { cidr: 0.0.0.0/0 } }] for anybody.",
  ],
  ...["podMonitor", "serviceMonitor"].map((name): [Values, string] => [
    { networkPolicy: { mongodb, nats }, monitoring: { [name]: { enabled: true } } },
    `monitoring.${name}.enabled needs networkPolicy.metricsFrom, who may read the metrics: the namespace of Prometheus.`,
  ]),
];

/** Values that are no values of the chart, and a word of the refusal. */
const unknown: readonly (readonly [Values, string])[] = [
  [{ replicas: 3 }, "replicas"],
  [{ defaults: { replica: 3 } }, "replica"],
  [{ services: { payments: {} } }, "payments"],
  [{ services: { bookings: { autoscaling: { maximum: 3 } } } }, "maximum"],
  [{ mongodb: { url: "mongodb://db" } }, "url"],
  [{ mongodb: { uri: "localhost:27017" } }, "mongodb"],
  [{ services: { bookings: { kind: "DaemonSet" } } }, "kind"],
  [{ services: { bookings: { env: { "NOT-A-NAME": "1" } } } }, "NOT-A-NAME"],
  [{ services: { bookings: { env: { A: { secretKeyRef: { name: "a" } } } } } }, "env"],
  [{ networkPolicy: { nats: { to: null } } }, "nats"],
  [{ networkPolicy: { nats: { ports: [] } } }, "nats/ports"],
  [{ networkPolicy: { mongodb: { ports: [] } } }, "mongodb/ports"],
  [{ networkPolicy: { dns: { to: [] } } }, "dns/to"],
  [{ networkPolicy: { dns: { ports: [] } } }, "dns/ports"],
  [{ networkPolicy: { metricsFrom: null } }, "metricsFrom"],
  [{ servedElsewhere: ["gateway"] }, "servedElsewhere"],
  [{ image: { digest: "latest" } }, "digest"],
  [{ service: { trafficDistribution: "PreferZone" } }, "trafficDistribution"],
  [{ ingress: { path: "booking" } }, "path"],
  [{ ca: { configMap: "own" } }, "configMap"],
  [{ defaults: { autoscaling: { metrics: [{ type: "Cpu" }] } } }, "metrics"],
  [{ defaults: { hostAliases: [{ hostnames: ["a"] }] } }, "hostAliases"],
];

export const refusalFacts: readonly Fact[] = [
  ...[...sentences, ...untold].map(([values, sentence]) => ({
    name: `${JSON.stringify(values)} is refused in one sentence`,
    async holds() {
      const refusal = await refusalFor(values);
      assert.ok(
        refusal.split("\n").some((line) => line.endsWith(sentence)),
        refusal || "taken",
      );
    },
  })),
  ...unknown.map(([values, word]) => ({
    name: `${JSON.stringify(values)} is refused by the schema`,
    async holds() {
      const refusal = await refusalFor(values);
      assert.match(refusal, /don't meet the specifications of the schema/);
      assert.ok(refusal.includes(word), refusal);
    },
  })),
];
