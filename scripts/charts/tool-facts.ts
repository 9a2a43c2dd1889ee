/** What the programs that know Kubernetes say of the chart and of every way to install it. */
import { goTool } from "../go-tools.ts";
import type { Fact } from "./facts.ts";
import { chart, installations, run, template } from "./helm.ts";
import { customResourceSchemas, kubernetesSchemas, kubernetesVersions } from "./schemas.ts";
import { validate } from "./validate.ts";

/** Not asked of any object, and why. */
const notAsked: Readonly<Record<string, string>> = {
  "container-security-context-user-group-id":
    "the image's user is kept: OpenShift assigns one, runAsNonRoot forbids root",
  "container-image-pull-policy": "tags are versions and digests can be set",
  "deployment-has-host-podantiaffinity": "topologySpreadConstraints spread over nodes and zones",
  "statefulset-has-host-podantiaffinity": "the same",
};

/** What is there for a trial is one pod each, and says so. */
const notAskedOfTrials = ["deployment-replicas", "deployment-strategy"];

export function toolFacts(): Fact[] {
  return installations().flatMap(({ name, path }) => [
    {
      name: `helm lint --strict takes ${name}`,
      async holds() {
        const args = ["lint", "--strict", "--quiet", chart, "--values", path];
        const { code, stdout, stderr } = await run(await goTool("helm"), args);
        if (code !== 0) throw new Error(`${stdout}\n${stderr}`.trim());
      },
    },
    ...kubernetesVersions.map((version) => ({
      name: `Kubernetes ${version} takes every object of ${name}`,
      async holds() {
        const folders = [await kubernetesSchemas(version), await customResourceSchemas()];
        await validate(await template(["--values", path], {}, version), version, folders);
      },
    })),
    { name: `kube-score finds nothing in ${name}`, holds: () => score(name, path) },
  ]);
}

async function score(name: string, path: string): Promise<void> {
  const objects = await template(["--values", path]);
  const isTrial = name.startsWith("trial");
  const ignored = [
    ...Object.keys(notAsked),
    ...(isTrial ? notAskedOfTrials : []),
    ...(isWithoutPolicies(objects) ? ["pod-networkpolicy"] : []),
  ].flatMap((test) => ["--ignore-test", test]);
  // Without a limit of processor time a pod may use what nobody else needs.
  const asked = [
    "--ignore-container-cpu-limit",
    "--enable-optional-test",
    "container-seccomp-profile",
  ];
  const fixed = ["score", "--output-format", "ci", "--exit-one-on-warning"];
  const { code, stdout, stderr } = await run(
    await goTool("kube-score"),
    [...fixed, "--kubernetes-version", "v1.30", ...asked, ...ignored, "-"],
    objects,
  );
  const findings = stdout.split("\n").filter((line) => /^\[(WARNING|CRITICAL)\]/.test(line));
  if (code !== 0) throw new Error([...findings, stderr].join("\n").trim());
}

/** Switched off in clusters with a mesh, which does the same. */
function isWithoutPolicies(objects: string): boolean {
  return !objects.includes("kind: NetworkPolicy");
}
