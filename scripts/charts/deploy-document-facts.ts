/** What docs/deploy.md says of the chart, and the examples that it names. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import type { Fact } from "./facts.ts";
import { type Rendered, type Values, render, root, template } from "./helm.ts";
import { customResourceSchemas, kubernetesSchemas, kubernetesVersions } from "./schemas.ts";
import { validate } from "./validate.ts";

const document = readFileSync(join(root, "docs", "deploy.md"), "utf8");

export const deployDocumentFacts: readonly Fact[] = [
  {
    name: "my-values.yaml renders nothing that an empty cluster does not know",
    async holds() {
      const objects = await template([], valuesOf("my-values.yaml"));
      for (const version of kubernetesVersions)
        await validate(objects, version, [await kubernetesSchemas(version)]);
    },
  },
  {
    name: "monitoring-values.yaml adds what its operator knows, and nothing else",
    async holds() {
      const [mine, more] = [valuesOf("my-values.yaml"), valuesOf("monitoring-values.yaml")];
      const added = (await render({ ...mine, ...more })).slice();
      const known = new Set((await render(mine)).map(nameOf));
      const names = added.map(nameOf).filter((name) => !known.has(name));
      assert.deepEqual(names.toSorted(), ["PodMonitor one-slipway", "PrometheusRule one-slipway"]);
    },
  },
  {
    name: "the sum of what the pods request by default is as it says",
    async holds() {
      const { pods, cores, gibibytes } = requested(await render());
      const sentence = `${pods} pods request ${cores} cores and ${gibibytes} GiB`;
      assert.ok(document.includes(sentence), `says not: ${sentence}`);
    },
  },
  {
    name: "external-secrets.yaml makes the secrets and keys that my-values.yaml and the chart ask for",
    async holds() {
      const text = readFileSync(join(root, "examples/kubernetes/external-secrets.yaml"), "utf8");
      for (const version of kubernetesVersions)
        await validate(text, version, [await customResourceSchemas()]);
      const made = new Set(parseAllDocuments(text).flatMap((each) => keysOf(each.toJS())));
      const asked = secretKeysAskedIn(await render(valuesOf("my-values.yaml")));
      assert.deepEqual([...asked].toSorted(), [...made].toSorted());
    },
  },
];

/** The block of YAML in the document that begins with this file's name. */
function valuesOf(file: string): Values {
  const block = new RegExp("```yaml\\n# " + file.replace(".", "\\.") + "[^\\n]*\\n([\\s\\S]*?)```");
  const text = block.exec(document)?.[1];
  assert.ok(text !== undefined, `no block of ${file}`);
  return parse(text) as Values;
}

function nameOf({ kind, metadata }: Rendered): string {
  return `${kind} ${metadata.name}`;
}

/** Of all pods that are there at the least. */
function requested(objects: readonly Rendered[]): {
  pods: number;
  cores: string;
  gibibytes: string;
} {
  const sum = { pods: 0, millicores: 0, mebibytes: 0 };
  for (const { kind, metadata, spec } of objects) {
    if (!/^(Deployment|StatefulSet)$/.test(kind)) continue;
    const scaler = objects.find(
      (object) =>
        /Autoscaler|ScaledObject/.test(object.kind) && object.metadata.name === metadata.name,
    );
    const pods = (spec["replicas"] ?? scaler?.spec["minReplicas"]) as number;
    const { containers } = (spec["template"] as { spec: { containers: Requesting[] } }).spec;
    sum.pods += pods;
    for (const { resources } of containers) {
      sum.millicores += pods * quantity(resources.requests.cpu, "m");
      sum.mebibytes += pods * quantity(resources.requests.memory, "Mi");
    }
  }
  const [cores, gibibytes] = [sum.millicores / 1_000, sum.mebibytes / 1_024];
  return { pods: sum.pods, cores: cores.toFixed(1), gibibytes: gibibytes.toFixed(1) };
}

interface Requesting {
  readonly resources: { readonly requests: { readonly cpu: string; readonly memory: string } };
}

function quantity(text: string, unit: string): number {
  assert.ok(text.endsWith(unit), `${text} is not in ${unit}`);
  return Number(text.slice(0, -unit.length));
}

/** What an ExternalSecret makes: `secret/key`. */
function keysOf(object: unknown): string[] {
  const { spec } = object as {
    spec: { target: { name: string }; data: { secretKey: string }[] };
  };
  return spec.data.map(({ secretKey }) => `${spec.target.name}/${secretKey}`);
}

/** What the pods need, likewise. */
function secretKeysAskedIn(part: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part !== "object" || part === null) return found;
  const { secretKeyRef: asked } = part as {
    secretKeyRef?: { name: string; key: string; optional?: boolean };
  };
  if (asked && !asked.optional) found.add(`${asked.name}/${asked.key}`);
  for (const inner of Object.values(part)) secretKeysAskedIn(inner, found);
  return found;
}
