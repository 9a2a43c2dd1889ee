/** What each service has, whatever it is, as long as nobody says otherwise. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { readConfig } from "../../server/src/config.ts";
import { serviceNames } from "../../server/src/service-names.ts";
import type { Fact } from "./facts.ts";
import { type Rendered, installations, render } from "./helm.ts";
import { objectOf, podOf, portOf, settingsOf } from "./rendered-objects.ts";

export const everyName: readonly string[] = [...serviceNames, "gateway"];

let rendered: Promise<Rendered[]> | undefined;

/** Rendered once for all facts about the defaults. */
export function byDefault(): Promise<Rendered[]> {
  return (rendered ??= render());
}

/** What stands for a value that a secret or the cluster has. */
const elsewhere: Readonly<Record<string, string>> = {
  MONGODB_URI: "mongodb://db",
  NATS_URL: "nats://bus:4222",
  AUTH_PEPPER: "p".repeat(32),
  SECRETS_KEYS: `first:${Buffer.alloc(32).toString("base64")}`,
  NODE_NAME: `one-slipway-resources-capacity-${"f".repeat(10)}-abcde`,
  WEBHOOK_DENY_CIDRS: "198.51.100.0/24",
};

export const eachServiceFacts: readonly Fact[] = [
  ...everyName.flatMap(factsOfEach),
  ...installations().map(({ name, path }) => ({
    name: `the program takes the environment of every service of ${name}`,
    async holds() {
      const values = parse(readFileSync(path, "utf8")) as Record<string, unknown>;
      const { fullnameOverride: _, ...others } = values;
      const objects = await render(others);
      const running = everyName.filter((service) => runs(objects, service));
      assert.ok(running.includes("gateway"));
      for (const service of running) accept(objects, service);
    },
  })),
];

function runs(objects: readonly Rendered[], service: string): boolean {
  return objects.some(
    ({ kind, metadata }) => kind !== "Service" && metadata.name === `one-slipway-${service}`,
  );
}

/** Throws the sentence with which the program would end. */
function accept(objects: readonly Rendered[], service: string): void {
  const settings = Object.entries(settingsOf(objects, service)).map(([name, value]) => [
    name,
    typeof value === "string" ? value : elsewhere[name],
  ]);
  const own = process.env;
  try {
    process.env = Object.fromEntries(settings) as NodeJS.ProcessEnv;
    const { node, host, port } = readConfig();
    assert.deepEqual([node?.healthPort, host], [3001, "0.0.0.0"]);
    if (service === "gateway") assert.deepEqual([node?.hasGateway, port], [true, 3000]);
    else assert.deepEqual([node?.hasGateway, node?.services], [false, [service]]);
  } finally {
    process.env = own;
  }
}

/** What each service must have, whatever it is. */
function factsOfEach(name: string): Fact[] {
  return [
    {
      name: `${name} has three probes at the port for health, and 60 s to leave`,
      async holds() {
        const { container, pod } = podOf(await byDefault(), name);
        assert.equal(portOf(container, "health"), 3001);
        assert.equal(settingsOf(await byDefault(), name)["HEALTH_PORT"], "3001");
        const asked = [container.startupProbe, container.readinessProbe, container.livenessProbe];
        assert.deepEqual(
          asked.map((probe) => probe?.httpGet),
          ["/livez", "/readyz", "/livez"].map((path) => ({ path, port: "health" })),
        );
        assert.equal(pod.terminationGracePeriodSeconds, 60);
      },
    },
    {
      name: `${name} has a budget of one pod and a network policy, both for its pods`,
      async holds() {
        const objects = await byDefault();
        const { labels } = podOf(objects, name);
        const budget = objectOf(objects, "PodDisruptionBudget", name).spec;
        assert.equal(budget["maxUnavailable"], 1);
        const policy = objectOf(objects, "NetworkPolicy", name).spec;
        assert.deepEqual(policy["policyTypes"], ["Ingress", "Egress"]);
        for (const selector of [budget["selector"], policy["podSelector"]]) {
          const { matchLabels } = selector as { matchLabels: Record<string, string> };
          assert.equal(matchLabels["app.kubernetes.io/component"], name);
          for (const [label, value] of Object.entries(matchLabels))
            assert.equal(labels[label], value);
        }
      },
    },
    {
      name: `${name} obeys the restricted pod security standard, and its pods spread`,
      async holds() {
        const { container, pod } = podOf(await byDefault(), name);
        assert.deepEqual(pod.securityContext, {
          runAsNonRoot: true,
          seccompProfile: { type: "RuntimeDefault" },
        });
        assert.deepEqual(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        assert.equal(pod.automountServiceAccountToken, false);
        assert.equal(pod.enableServiceLinks, false);
        assert.deepEqual(pod.volumes, undefined);
        const keys = pod.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey);
        assert.deepEqual(keys, ["kubernetes.io/hostname", "topology.kubernetes.io/zone"]);
      },
    },
    {
      name: `${name} runs what it is called and has every setting once`,
      async holds() {
        const { container } = podOf(await byDefault(), name);
        const names = (container.env ?? []).map((variable) => variable.name);
        assert.equal(new Set(names).size, names.length);
        assert.equal(settingsOf(await byDefault(), name)["SERVICES"], name);
      },
    },
  ];
}
