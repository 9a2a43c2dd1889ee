/** What is rendered for which values. */
import assert from "node:assert/strict";
import { serviceNames } from "../../server/src/service-names.ts";
import type { Fact } from "./facts.ts";
import { type Rendered, type Values, needed, render, template } from "./helm.ts";
import { byDefault, everyName } from "./each-service-facts.ts";
import { type PodSpec, objectOf, podOf, portOf, settingsOf } from "./rendered-objects.ts";

const privateNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"];

export const renderedFacts: readonly Fact[] = [
  {
    name: "only who needs a secret has it",
    async holds() {
      const objects = await byDefault();
      const having = (variable: string): string[] =>
        everyName.filter((name) => variable in settingsOf(objects, name)).toSorted();
      assert.deepEqual(having("AUTH_PEPPER"), ["auth"]);
      assert.deepEqual(having("SECRETS_KEYS"), ["sync", "webhooks"]);
      assert.deepEqual(having("MONGODB_URI"), [...serviceNames].toSorted());
      assert.deepEqual(having("NATS_URL"), everyName.toSorted());
      assert.deepEqual(having("OPERATOR_NATS_URL"), []);
    },
  },
  {
    name: "with a user for each service, each pod is given its own alone, and auth's the operator's too",
    async holds() {
      const each = (name: string): object => ({ existingSecret: { name, perService: true } });
      const objects = await render({ mongodb: each("databases"), nats: each("bus") });
      const keyOf = (name: string, key: string): object => ({ secretKeyRef: { name, key } });
      for (const service of everyName) {
        const settings = settingsOf(objects, service);
        assert.deepEqual(settings["NATS_URL"], keyOf("bus", service));
        const database = service === "gateway" ? undefined : keyOf("databases", service);
        assert.deepEqual(settings["MONGODB_URI"], database);
        const operator = service === "auth" ? keyOf("bus", "operator") : undefined;
        assert.deepEqual(settings["OPERATOR_NATS_URL"], operator);
      }
    },
  },
  {
    name: "the gateway alone has a Service, sleeps before it stops, and drains while balancers follow /readyz",
    async holds() {
      const objects = await byDefault();
      const services = objects.filter(({ kind }) => kind === "Service");
      assert.deepEqual(
        services.map(({ metadata }) => metadata.name),
        ["one-slipway-gateway"],
      );
      for (const name of everyName) {
        const isGateway = name === "gateway";
        const lifecycle = isGateway ? { preStop: { sleep: { seconds: 5 } } } : undefined;
        assert.deepEqual(podOf(objects, name).container.lifecycle, lifecycle);
        assert.equal(settingsOf(objects, name)["DRAIN_SECONDS"], isGateway ? "5" : "0");
      }
    },
  },
  {
    name: "one service's env changes no other's",
    async holds() {
      const env = { LOG_LEVEL: "debug", LIST_MEMORY_MB: 64, ZONE: { valueFrom: { fieldRef: {} } } };
      const before = await byDefault();
      const after = await render({ services: { bookings: { env } } });
      assert.deepEqual(changedBetween(before, after), ["Deployment one-slipway-bookings"]);
      const { LOG_LEVEL, LIST_MEMORY_MB, ZONE } = settingsOf(after, "bookings");
      assert.deepEqual([LOG_LEVEL, LIST_MEMORY_MB, ZONE], ["debug", "64", { fieldRef: {} }]);
    },
  },
  {
    name: "numbers of settings are written out",
    async holds() {
      const env = { LIST_MEMORY_MB: 12_000_000, RATE_LIMIT_RPS: 0.5, DEBUGGED: false };
      const settings = settingsOf(await render({ services: { bookings: { env } } }), "bookings");
      const { LIST_MEMORY_MB, RATE_LIMIT_RPS, DEBUGGED } = settings;
      assert.deepEqual([LIST_MEMORY_MB, RATE_LIMIT_RPS, DEBUGGED], ["12000000", "0.5", "false"]);
    },
  },
  {
    name: "Recreate has no settings of a rolling update",
    async holds() {
      const objects = await render({ services: { sync: { strategy: { type: "Recreate" } } } });
      assert.deepEqual(objectOf(objects, "Deployment", "sync").spec["strategy"], {
        type: "Recreate",
      });
    },
  },
  {
    name: "a quantity may be a number, and null takes a limit away",
    async holds() {
      const resources = { requests: { cpu: 0.5 }, limits: { memory: null } };
      const objects = await render({ services: { sync: { resources } } });
      const { requests, limits } = podOf(objects, "sync").container.resources ?? {};
      assert.equal(requests?.["cpu"], 0.5);
      assert.deepEqual(Object.keys(limits ?? {}), ["ephemeral-storage"]);
    },
  },
  {
    name: "NAME: null removes a setting, from one service or from all",
    async holds() {
      const ofOne = await render({ services: { bookings: { env: { LOG_LEVEL: null } } } });
      assert.ok(!("LOG_LEVEL" in settingsOf(ofOne, "bookings")));
      assert.equal(settingsOf(ofOne, "audit")["LOG_LEVEL"], "info");
      const ofAll = await render({ defaults: { env: { LOG_LEVEL: null } } });
      for (const name of everyName) assert.ok(!("LOG_LEVEL" in settingsOf(ofAll, name)));
    },
  },
  {
    name: "false and 0 of one service count, and concern no other",
    async holds() {
      const objects = await render({
        services: { audit: { replicas: 0, pdb: { enabled: false } } },
        servedElsewhere: ["audit"],
      });
      assert.equal(objectOf(objects, "Deployment", "audit").spec["replicas"], 0);
      assert.equal(objectOf(objects, "Deployment", "auth").spec["replicas"], 2);
      const budgets = objects.filter(({ kind }) => kind === "PodDisruptionBudget");
      assert.equal(budgets.length, everyName.length - 1);
    },
  },
  {
    name: "a service that is not enabled leaves no object behind",
    async holds() {
      const objects = await render({
        services: { sync: { enabled: false } },
        servedElsewhere: ["sync"],
      });
      assert.deepEqual(
        objects.filter(({ metadata }) => metadata.name.endsWith("-sync")),
        [],
      );
    },
  },
  {
    name: "who is scaled has no number of replicas, and one autoscaler",
    async holds() {
      const keda = { enabled: true, triggers: [{ type: "cpu", metadata: { value: "60" } }] };
      const objects = await render({ services: { bookings: { autoscaling: { keda } } } });
      for (const [kind, name] of [
        ["HorizontalPodAutoscaler", "gateway"],
        ["ScaledObject", "bookings"],
      ] as const) {
        assert.ok(!("replicas" in objectOf(objects, "Deployment", name).spec));
        const target = { apiVersion: "apps/v1", kind: "Deployment", name: `one-slipway-${name}` };
        assert.deepEqual(objectOf(objects, kind, name).spec["scaleTargetRef"], target);
        assert.equal(objects.filter((object) => object.kind === kind).length, 1);
      }
    },
  },
  {
    name: "a StatefulSet has a headless Service of the name that it gives, and starts its pods together",
    async holds() {
      const kind = "StatefulSet";
      const services = { gateway: { kind }, "resources-capacity": { kind } };
      const objects = await render({ services });
      for (const [name, service] of [
        ["gateway", "gateway-pods"],
        ["resources-capacity", "resources-capacity"],
      ] as const) {
        const { spec } = objectOf(objects, kind, name);
        assert.equal(spec["serviceName"], `one-slipway-${service}`);
        assert.equal(spec["podManagementPolicy"], "Parallel");
        assert.equal(objectOf(objects, "Service", service).spec["clusterIP"], "None");
      }
      assert.equal(objectOf(objects, "Service", "gateway").spec["type"], "ClusterIP");
    },
  },
  {
    name: "webhooks and sync reach the internet but no private network, and nobody else reaches it",
    async holds() {
      const objects = await byDefault();
      for (const name of everyName) {
        const { egress } = objectOf(objects, "NetworkPolicy", name).spec as {
          egress: { to: { ipBlock?: { cidr: string; except: string[] } }[]; ports?: object[] }[];
        };
        for (const { to } of egress) assert.ok(to.length > 0);
        // That of DNS has an address too: pod-option-facts.ts.
        const others = egress.filter(({ ports = [] }) => !JSON.stringify(ports).includes(":53}"));
        assert.equal(others.length, egress.length - 1);
        const blocks = others.flatMap(({ to }) => to).flatMap(({ ipBlock }) => ipBlock ?? []);
        const cidrs = ["webhooks", "sync"].includes(name) ? ["0.0.0.0/0", "::/0"] : [];
        assert.deepEqual(
          blocks.map(({ cidr }) => cidr),
          cidrs,
        );
        const [v4, v6] = blocks;
        for (const network of v4 ? privateNetworks : []) assert.ok(v4?.except.includes(network));
        if (v6) assert.ok(v6.except.includes("fc00::/7") && v6.except.includes("fe80::/10"));
      }
    },
  },
  {
    name: "secrets that are given as texts stand in one Secret, whose change replaces the pods",
    async holds() {
      const given = (uri: string): Values => ({
        mongodb: { uri },
        nats: { url: "nats://a:b@bus" },
      });
      const objects = await render(given("mongodb://u:p@db"));
      const stringData = objects.find(({ kind }) => kind === "Secret")?.["stringData"];
      assert.deepEqual(stringData, {
        "mongodb-uri": "mongodb://u:p@db",
        "nats-url": "nats://a:b@bus",
      });
      assert.ok(!JSON.stringify(objects.filter(({ kind }) => kind !== "Secret")).includes("u:p@"));
      const changed = changedBetween(objects, await render(given("mongodb://u:q@db")));
      assert.equal(
        changed.filter((name) => name.startsWith("Deployment")).length,
        everyName.length,
      );
      assert.deepEqual(
        (await byDefault()).filter(({ kind }) => kind === "Secret"),
        [],
      );
    },
  },
  {
    name: "for a trial MongoDB and NATS are found by the names of their Services",
    async holds() {
      const objects = await render({
        mongodb: { dev: { enabled: true } },
        nats: { dev: { enabled: true } },
      });
      const { MONGODB_URI, NATS_URL } = settingsOf(objects, "bookings");
      const [mongodb, nats] = [MONGODB_URI, NATS_URL].map((url) => new URL(String(url)));
      for (const [url, name] of [
        [mongodb, "mongodb"],
        [nats, "nats"],
      ] as const) {
        const { spec } = objectOf(objects, "Service", name);
        assert.deepEqual(`one-slipway-${name}`, url?.hostname);
        assert.equal((spec["ports"] as { port: number }[])[0]?.port, Number(url?.port));
        const { pod } = podOf(objects, name);
        assert.equal(pod.securityContext["runAsNonRoot"], true);
      }
    },
  },
  {
    name: "an Ingress and an HTTPRoute lead to the gateway's Service",
    async holds() {
      const objects = await render({
        services: { gateway: { env: { TRUSTED_PROXIES: "1" } } },
        ingress: { enabled: true, hosts: ["a.example.com"] },
        httpRoute: {
          enabled: true,
          parentRefs: [{ name: "public" }],
          hostnames: ["b.example.com"],
        },
      });
      const ingress = JSON.stringify(objectOf(objects, "Ingress", "gateway").spec);
      assert.ok(
        ingress.includes('{"service":{"name":"one-slipway-gateway","port":{"name":"http"}}}'),
      );
      const route = JSON.stringify(objectOf(objects, "HTTPRoute", "gateway").spec);
      assert.ok(route.includes('{"name":"one-slipway-gateway","port":80}'));
    },
  },
  {
    name: "a PodMonitor reads every service at its port for metrics, as the job that the alerts name",
    async holds() {
      const objects = await render({
        monitoring: {
          port: 9999,
          podMonitor: { enabled: true },
          prometheusRule: { enabled: true },
        },
      });
      const { spec } = objectOf(objects, "PodMonitor", "");
      const [endpoint] = spec["podMetricsEndpoints"] as { port: string }[];
      for (const name of everyName) {
        const { container, labels } = podOf(objects, name);
        assert.equal(labels[String(spec["jobLabel"])], "slipway");
        assert.equal(portOf(container, endpoint?.port), 9999);
        assert.equal(settingsOf(objects, name)["METRICS_PORT"], "9999");
      }
      const [expression] = (spec["selector"] as { matchExpressions: { values: string[] }[] })
        .matchExpressions;
      assert.deepEqual(expression?.values, everyName.toSorted());
    },
  },
  {
    name: "a ServiceMonitor reads the same ports as the same job, by a Service that names the pods ready or not",
    async holds() {
      const objects = await render({
        monitoring: { port: 9999, serviceMonitor: { enabled: true, labels: { release: "a" } } },
      });
      const monitor = objectOf(objects, "ServiceMonitor", "");
      const { labels: own } = monitor.metadata as unknown as { labels: Record<string, string> };
      assert.equal(own["release"], "a");
      const { spec, metadata } = objectOf(objects, "Service", "metrics");
      const { labels } = metadata as unknown as { labels: Record<string, string> };
      assert.equal(labels[String(monitor.spec["jobLabel"])], "slipway");
      const { matchLabels } = monitor.spec["selector"] as { matchLabels: Record<string, string> };
      for (const [label, value] of Object.entries(matchLabels)) assert.equal(labels[label], value);
      const [endpoint] = monitor.spec["endpoints"] as { port: string }[];
      const [port] = spec["ports"] as { name: string; targetPort: string }[];
      assert.equal(endpoint?.port, port?.name);
      assert.deepEqual([spec["clusterIP"], spec["publishNotReadyAddresses"]], ["None", true]);
      for (const name of everyName) {
        const { container, labels: podLabels } = podOf(objects, name);
        assert.equal(portOf(container, port?.targetPort), 9999);
        for (const [label, value] of Object.entries(spec["selector"] as Record<string, string>))
          assert.equal(podLabels[label], value);
      }
    },
  },
  {
    name: "helm test sells a seat at the gateway's Service with the same image, and only with a key",
    async holds() {
      assert.deepEqual(
        (await byDefault()).filter(({ kind }) => kind === "Pod"),
        [],
      );
      const objects = await render({ smokeTest: { existingSecret: { name: "key" } } });
      const { spec, metadata } = objectOf(objects, "Pod", "smoke-test");
      const [container] = (spec as unknown as PodSpec).containers;
      assert.deepEqual(container?.args, ["slipway.js", "smoke"]);
      assert.equal(container?.image, podOf(objects, "gateway").container.image);
      assert.equal(container?.env?.[0]?.value, "http://one-slipway-gateway:80");
      assert.ok(JSON.stringify(metadata).includes('"helm.sh/hook":"test"'));
    },
  },
  {
    name: "helm test reaches the gateway however few others may",
    async holds() {
      const gatewayFrom = [{ namespaceSelector: { matchLabels: { a: "b" } } }];
      const objects = await render({
        smokeTest: { existingSecret: { name: "key" } },
        networkPolicy: { ...(needed["networkPolicy"] as object), gatewayFrom },
      });
      const { ingress } = objectOf(objects, "NetworkPolicy", "gateway").spec as {
        ingress: { from: { podSelector?: { matchLabels: Record<string, string> } }[] }[];
      };
      const { labels = {} } = objectOf(objects, "Pod", "smoke-test").metadata as {
        labels?: Record<string, string>;
      };
      const selected = ingress[0]?.from[1]?.podSelector?.matchLabels ?? { none: "is" };
      for (const [label, value] of Object.entries(selected)) assert.equal(labels[label], value);
    },
  },
  {
    name: "Kubernetes before 1.30 is refused: its pods do not sleep before they stop",
    async holds() {
      await assert.rejects(template([], needed, "1.29.9"), /kubeVersion/);
    },
  },
  {
    name: "a digest wins over a tag, and the registry of all over the image's own",
    async holds() {
      const digest = `sha256:${"a".repeat(64)}`;
      const image = { registry: "own.example.com", repository: "boats/slipway", tag: "1", digest };
      const objects = await render({ image, global: { imageRegistry: "all.example.com/" } });
      const rendered = podOf(objects, "gateway").container.image;
      assert.equal(rendered, `all.example.com/boats/slipway@${digest}`);
    },
  },
  {
    name: "names leave room for what Kubernetes adds to them, and have no dots",
    async holds() {
      const fullnameOverride = `a.${"long-".repeat(12)}name`;
      for (const { metadata } of await render({ fullnameOverride }))
        assert.match(metadata.name, /^[a-z][a-z0-9-]{0,51}[a-z0-9]$/);
    },
  },
  {
    name: "what is rendered beside does so as a template",
    async holds() {
      const extra = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "{{ .Release.Name }}-x" },
      };
      const objects = await render({ extraObjects: [extra] });
      assert.ok(objects.some(({ metadata }) => metadata.name === "one-x"));
    },
  },
];

/** Kinds and names of the objects that differ. */
function changedBetween(before: readonly Rendered[], after: readonly Rendered[]): string[] {
  assert.equal(before.length, after.length);
  return before.flatMap((object, index) => {
    const isSame = JSON.stringify(object) === JSON.stringify(after[index]);
    return isSame ? [] : [`${object.kind} ${object.metadata.name}`];
  });
}
