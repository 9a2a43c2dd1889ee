import assert from "node:assert/strict";
import type { Rendered } from "./helm.ts";

export interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { name: string; value?: string; valueFrom?: object }[];
  readonly ports?: readonly { name: string; containerPort: number }[];
  readonly startupProbe?: { httpGet?: object };
  readonly readinessProbe?: { httpGet?: object };
  readonly livenessProbe?: { httpGet?: object };
  readonly lifecycle?: object;
  readonly volumeMounts?: readonly object[];
  readonly securityContext: object;
  readonly resources?: Readonly<Record<"requests" | "limits", Record<string, unknown>>>;
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly terminationGracePeriodSeconds?: number;
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly volumes?: readonly object[];
  readonly topologySpreadConstraints?: readonly { topologyKey: string }[];
}

/** The object of this kind that belongs to a service; "" for the one of all. */
export function objectOf(objects: readonly Rendered[], kind: string, service: string): Rendered {
  const name = service === "" ? "one-slipway" : `one-slipway-${service}`;
  const found = objects.filter((object) => object.kind === kind && object.metadata.name === name);
  assert.equal(found.length, 1, `${found.length} objects ${kind} ${name}`);
  return found[0] as Rendered;
}

/** The pods of a service, whichever kind makes them. */
export function podOf(
  objects: readonly Rendered[],
  service: string,
): { pod: PodSpec; container: Container; labels: Readonly<Record<string, string>> } {
  const name = `one-slipway-${service}`;
  const workload = objects.find(
    ({ kind, metadata }) => /^(Deployment|StatefulSet)$/.test(kind) && metadata.name === name,
  );
  assert.ok(workload, `nothing runs ${name}`);
  const { metadata, spec } = workload.spec["template"] as {
    metadata: { labels: Record<string, string> };
    spec: PodSpec;
  };
  const [container] = spec.containers;
  assert.ok(container);
  return { pod: spec, container, labels: metadata.labels };
}

/** The containers that migrate the databases, in their order, and the name of their job. */
export function migrationOf(objects: readonly Rendered[]): {
  job: string;
  containers: readonly Container[];
} {
  const jobs = objects.filter(({ kind }) => kind === "Job");
  assert.equal(jobs.length, 1, `${jobs.length} jobs`);
  const { metadata, spec } = jobs[0] as Rendered;
  const { spec: pod } = spec["template"] as { spec: PodSpec };
  return { job: metadata.name, containers: [...(pod.initContainers ?? []), ...pod.containers] };
}

/** A service's settings by name: the value, or where it comes from. */
export function settingsOf(
  objects: readonly Rendered[],
  service: string,
): Readonly<Record<string, unknown>> {
  const { env = [] } = podOf(objects, service).container;
  return Object.fromEntries(env.map(({ name, value, valueFrom }) => [name, value ?? valueFrom]));
}

/** The number of a container's port. */
export function portOf({ ports = [] }: Container, name: string | undefined): number | undefined {
  return ports.find((port) => port.name === name)?.containerPort;
}
