/** How many pods an upgrade asks for where an autoscaler does, by what is in the cluster. */
import assert from "node:assert/strict";
import type { Fact } from "./facts.ts";
import { type Rendered, type Values, render } from "./helm.ts";
import { liveCluster } from "./live-cluster.ts";
import { objectOf } from "./rendered-objects.ts";

const withReplicas = { "f:spec": { "f:replicas": {}, "f:template": {} } };
const withoutReplicas = { "f:spec": { "f:template": {} } };
const byHelm = { manager: "helm", operation: "Apply" };
const byHelmOnTheClient = { manager: "helm", operation: "Update" };
const byTheAutoscaler = {
  manager: "kube-controller-manager",
  operation: "Update",
  subresource: "scale",
  fieldsV1: { "f:spec": { "f:replicas": {} } },
};
const scaled = { services: { bookings: { autoscaling: { enabled: true } } } };

interface Case {
  readonly name: string;
  readonly values?: Values;
  readonly kind?: "Deployment" | "StatefulSet";
  /** What is in the cluster: undefined for no such workload. */
  readonly live?: { replicas: number; managedFields: readonly object[] };
  readonly rendered: number | undefined;
}

const cases: readonly Case[] = [
  { name: "asks for no number where nothing is there yet", rendered: undefined },
  {
    name: "keeps the pods of a service that was not autoscaled before",
    live: { replicas: 4, managedFields: [{ ...byHelm, fieldsV1: withReplicas }] },
    rendered: 4,
  },
  {
    name: "keeps none as well",
    live: { replicas: 0, managedFields: [{ ...byHelm, fieldsV1: withReplicas }] },
    rendered: 0,
  },
  {
    name: "keeps the pods of a StatefulSet likewise",
    kind: "StatefulSet",
    values: { services: { bookings: { kind: "StatefulSet", autoscaling: { enabled: true } } } },
    live: { replicas: 4, managedFields: [{ ...byHelm, fieldsV1: withReplicas }] },
    rendered: 4,
  },
  {
    name: "leaves the number to an autoscaler that has changed it",
    live: {
      replicas: 7,
      managedFields: [{ ...byHelm, fieldsV1: withoutReplicas }, byTheAutoscaler],
    },
    rendered: undefined,
  },
  {
    name: "names the live number where Helm applies on the client's side",
    live: {
      replicas: 7,
      managedFields: [{ ...byHelmOnTheClient, fieldsV1: withoutReplicas }, byTheAutoscaler],
    },
    rendered: 7,
  },
  {
    name: "goes back to the number of the values when autoscaling is switched off",
    values: {},
    live: { replicas: 7, managedFields: [byTheAutoscaler] },
    rendered: 2,
  },
];

export const keptReplicasFacts: readonly Fact[] = cases.map(
  ({ name, values = scaled, kind = "Deployment", live, rendered }) => ({
    name: `an upgrade ${name}`,
    async holds() {
      const objects = await renderIn(values, { kind, live });
      assert.equal(objectOf(objects, kind, "bookings").spec["replicas"], rendered);
    },
  }),
);

/** What is rendered where bookings is in the cluster like this. */
async function renderIn(
  values: Values,
  { kind, live }: { kind: string; live: Case["live"] },
): Promise<Rendered[]> {
  const name = "one-slipway-bookings";
  const path = `/apis/apps/v1/namespaces/booking/${kind.toLowerCase()}s/${name}`;
  const object = live && {
    apiVersion: "apps/v1",
    kind,
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
  const cluster = await liveCluster(new Map(object ? [[path, object]] : []));
  try {
    const looking = ["--dry-run=server", "--disable-openapi-validation"];
    return await render(values, { args: [...looking, "--kube-apiserver", cluster.url] });
  } finally {
    await cluster.close();
  }
}
