/** The settings that keep a service answering while pods come, go and are scaled, as the chart renders them. */
import { describe, expect, it } from "@jest/globals";
import { type Rendered, type Values, everyName, needed, render } from "./helm.ts";
import { liveCluster } from "./live-cluster.ts";
import { type PodSpec, objectOf, podOf, portOf, settingsOf } from "./rendered-objects.ts";

const defaults = render();
const keda = { enabled: true, triggers: [{ type: "cpu", metadata: { value: "60" } }] };
const gatewayFrom = [{ namespaceSelector: { matchLabels: { a: "b" } } }];
/** With what no installation has by default. */
const added = render({
  services: { bookings: { autoscaling: { keda } } },
  monitoring: { port: 9999, podMonitor: { enabled: true } },
  smokeTest: { existingSecret: { name: "key" } },
  networkPolicy: { ...(needed["networkPolicy"] as object), gatewayFrom },
});

describe.each(everyName)("%s", (name) => {
  it("has three probes at the port for health, and time to leave", async () => {
    const { container, pod } = podOf(await defaults, name);
    expect(portOf(container, "health")).toBe(3001);
    expect(settingsOf(await defaults, name)["HEALTH_PORT"]).toBe("3001");
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    expect(probes.map((probe) => probe?.httpGet)).toEqual(
      ["/livez", "/readyz", "/livez"].map((path) => ({ path, port: "health" })),
    );
    expect(pod.terminationGracePeriodSeconds).toBe(name === "gateway" ? 100 : 60);
  });

  it("loses one pod at a time to a drain, and its pods spread over nodes and zones", async () => {
    const { pod, labels } = podOf(await defaults, name);
    const { maxUnavailable, selector } = objectOf(await defaults, "PodDisruptionBudget", name).spec;
    const { matchLabels } = selector as { matchLabels: object };
    expect(maxUnavailable).toBe(1);
    expect(matchLabels).toMatchObject({ "app.kubernetes.io/component": name });
    expect(labels).toMatchObject(matchLabels);
    expect(pod.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
      "kubernetes.io/hostname",
      "topology.kubernetes.io/zone",
    ]);
  });

  it("drains: the gateway while balancers follow /readyz, the others at once", async () => {
    const isGateway = name === "gateway";
    const lifecycle = isGateway ? { preStop: { sleep: { seconds: 5 } } } : undefined;
    expect(podOf(await defaults, name).container.lifecycle).toEqual(lifecycle);
    expect(settingsOf(await defaults, name)["DRAIN_SECONDS"]).toBe(isGateway ? "5" : "0");
  });
});

it("replaces every pod when a secret that is given as text changes", async () => {
  const given = (uri: string): Values => ({ mongodb: { uri }, nats: { url: "nats://a:b@bus" } });
  const [before, after] = await Promise.all([
    render(given("mongodb://u:p@db")),
    render(given("mongodb://u:q@db")),
  ]);
  const replaced = before.filter(
    ({ kind }, index) =>
      kind === "Deployment" && JSON.stringify(before[index]) !== JSON.stringify(after[index]),
  );
  expect(replaced).toHaveLength(everyName.length);
});

it("scales by one autoscaler, which alone says how many pods there are", async () => {
  const objects = await added;
  for (const [kind, name] of [
    ["HorizontalPodAutoscaler", "gateway"],
    ["ScaledObject", "bookings"],
  ] as const) {
    expect(objectOf(objects, "Deployment", name).spec).not.toHaveProperty("replicas");
    const target = { apiVersion: "apps/v1", kind: "Deployment", name: `one-slipway-${name}` };
    expect(objectOf(objects, kind, name).spec["scaleTargetRef"]).toEqual(target);
    expect(objects.filter((object) => object.kind === kind)).toHaveLength(1);
  }
});

it("has Prometheus read every service as the job that the alerts name", async () => {
  const objects = await added;
  const { spec } = objectOf(objects, "PodMonitor", "");
  const [endpoint] = spec["podMetricsEndpoints"] as { port: string }[];
  for (const name of everyName) {
    const { container, labels } = podOf(objects, name);
    expect(labels[String(spec["jobLabel"])]).toBe("slipway");
    expect(portOf(container, endpoint?.port)).toBe(9999);
    expect(settingsOf(objects, name)["METRICS_PORT"]).toBe("9999");
  }
});

it("sells a seat in helm test, with the same image and however few others may reach the gateway", async () => {
  const objects = await added;
  const { spec, metadata } = objectOf(objects, "Pod", "smoke-test");
  const [container] = (spec as unknown as PodSpec).containers;
  expect(container?.args).toEqual(["slipway.js", "smoke"]);
  expect(container?.image).toBe(podOf(objects, "gateway").container.image);
  const { ingress } = objectOf(objects, "NetworkPolicy", "gateway").spec as {
    ingress: { from: { podSelector?: { matchLabels: object } }[] }[];
  };
  const selected = ingress[0]?.from[1]?.podSelector?.matchLabels ?? { none: "is" };
  expect(metadata["labels"]).toMatchObject(selected);
});

const withReplicas = { "f:spec": { "f:replicas": {}, "f:template": {} } };
const withoutReplicas = { "f:spec": { "f:template": {} } };
const byHelm = { manager: "helm", operation: "Apply" };
const byTheAutoscaler = {
  manager: "kube-controller-manager",
  operation: "Update",
  subresource: "scale",
  fieldsV1: { "f:spec": { "f:replicas": {} } },
};
const scaled = { services: { bookings: { autoscaling: { enabled: true } } } };

describe("an upgrade of an autoscaled service", () => {
  it.each([
    [
      "keeps the pods of one that was not autoscaled before",
      { replicas: 4, managedFields: [{ ...byHelm, fieldsV1: withReplicas }] },
      4,
    ],
    [
      "leaves the number to an autoscaler that has changed it",
      { replicas: 7, managedFields: [{ ...byHelm, fieldsV1: withoutReplicas }, byTheAutoscaler] },
      undefined,
    ],
    [
      "names the live number where Helm applies on the client's side",
      {
        replicas: 7,
        managedFields: [
          { manager: "helm", operation: "Update", fieldsV1: withoutReplicas },
          byTheAutoscaler,
        ],
      },
      7,
    ],
  ])("%s", async (_name, live, replicas) => {
    const objects = await renderOver(live);
    expect(objectOf(objects, "Deployment", "bookings").spec["replicas"]).toBe(replicas);
  });
});

/** The objects that are rendered where bookings is in the cluster like this. */
async function renderOver(live: {
  replicas: number;
  managedFields: readonly object[];
}): Promise<Rendered[]> {
  const name = "one-slipway-bookings";
  const object = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name,
      namespace: "booking",
      labels: { "app.kubernetes.io/managed-by": "Helm" },
      annotations: {
        "meta.helm.sh/release-name": "one",
        "meta.helm.sh/release-namespace": "booking",
      },
      managedFields: live.managedFields,
    },
    spec: { replicas: live.replicas },
  };
  const path = `/apis/apps/v1/namespaces/booking/deployments/${name}`;
  const cluster = await liveCluster(new Map([[path, object]]));
  try {
    const looking = ["--dry-run=server", "--disable-openapi-validation"];
    return await render(scaled, { args: [...looking, "--kube-apiserver", cluster.url] });
  } finally {
    await cluster.close();
  }
}
