/** Each way to install the chart, by the programs that know Kubernetes and by our own that reads the environment. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../server/src/settings/config.ts";
import { serviceNames } from "../../server/src/service-names.ts";
import { goTool } from "../go-tools.ts";
import {
  type Rendered,
  type Values,
  chart,
  everyName,
  installations,
  render,
  root,
  run,
  template,
  valuesArgs,
} from "./helm.ts";
import { settingsOf } from "./rendered-objects.ts";
import { customResourceSchemas, kubernetesSchemas, kubernetesVersions } from "./schemas.ts";
import { complaintsOf } from "./kubeconform.ts";

/** Stand-ins for values that a secret or the cluster has. */
const elsewhere: Readonly<Record<string, string>> = {
  MONGODB_URI: "mongodb://db",
  NATS_URL: "nats://bus:4222",
  AUTH_PEPPER: "p".repeat(32),
  SECRETS_KEYS: `first:${Buffer.alloc(32).toString("base64")}`,
  OTEL_EXPORTER_OTLP_HEADERS: "x-token=of the collector",
  NODE_NAME: `one-slipway-resources-capacity-${"f".repeat(10)}-abcde`,
  WEBHOOK_DENY_CIDRS: "198.51.100.0/24",
};
/** Node's own. */
const foreignVariables = new Set(["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS"]);

/** Not asked of any object by kube-score, and why. */
const notAsked: Readonly<Record<string, string>> = {
  "container-security-context-user-group-id":
    "the image's user is kept: OpenShift assigns one, runAsNonRoot forbids root",
  "container-image-pull-policy": "tags are versions and digests can be set",
  "deployment-has-host-podantiaffinity": "topologySpreadConstraints spread over nodes and zones",
  "statefulset-has-host-podantiaffinity": "the same",
};
/** Checks that a trial need not pass: a trial has one pod of each kind, and says so. */
const notAskedOfTrials = ["deployment-replicas", "deployment-strategy"];

const before = process.env;
afterEach(() => {
  process.env = before;
});

describe.each(installations())("$name", ({ name, paths, values }) => {
  it("passes helm lint --strict", async () => {
    const args = ["lint", "--strict", "--quiet", chart, ...valuesArgs(paths)];
    const { code, stdout, stderr } = await run(await goTool("helm"), args);
    expect({ code, said: `${stdout}${stderr}`.trim() }).toMatchObject({ code: 0 });
  });

  it.each(kubernetesVersions)("renders what Kubernetes %s takes", async (version) => {
    const folders = [await kubernetesSchemas(version), await customResourceSchemas()];
    const objects = await template(valuesArgs(paths), {}, version);
    expect(await complaintsOf(objects, version, folders)).toBe("");
  });

  it("gives kube-score nothing to find", async () => {
    expect(await findingsOf(name, paths)).toEqual([]);
  });

  it("gives no pod an emptyDir, for which kubectl drain would refuse it; a MongoDB for a trial alone", async () => {
    const having = (await render(values))
      .filter((object) => JSON.stringify(object).includes('"emptyDir"'))
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(having.filter((each) => each !== "Deployment one-slipway-mongodb")).toEqual([]);
  });

  it("gives every service an environment that the program takes and docs/settings.md names", async () => {
    const objects = await render(values);
    const page = readFileSync(join(root, "docs", "settings.md"), "utf8");
    for (const service of everyName.filter((each) => runs(objects, each))) {
      const settings = settingsOf(objects, service);
      const unknown = Object.keys(settings).filter(
        (variable) => !foreignVariables.has(variable) && !page.includes(`\`${variable}\``),
      );
      expect(unknown).toEqual([]);
      process.env = Object.fromEntries(
        Object.entries(settings).map(([variable, value]) => [
          variable,
          typeof value === "string" ? value : elsewhere[variable],
        ]),
      );
      const isGateway = service === "gateway";
      const named = String(settings["SERVICES"]).split(",");
      const parts = serviceNames.filter((each) => named.includes(each));
      expect(named).toContain(service);
      expect(readConfig()).toMatchObject({
        host: "0.0.0.0",
        node: { healthPort: 3001, hasGateway: isGateway, services: isGateway ? [] : parts },
      });
    }
  });
});

describe("the examples of docs/deploy.md", () => {
  it("render nothing that a cluster without operators does not know", async () => {
    const objects = await template([], myValues(), kubernetesVersions[1]);
    for (const version of kubernetesVersions)
      expect(await complaintsOf(objects, version, [await kubernetesSchemas(version)])).toBe("");
  });

  it("make the secrets and keys that the chart asks for", async () => {
    const text = readFileSync(join(root, "examples/kubernetes/external-secrets.yaml"), "utf8");
    for (const version of kubernetesVersions)
      expect(await complaintsOf(text, version, [await customResourceSchemas()])).toBe("");
    const made = new Set(parseAllDocuments(text).flatMap((each) => keysOf(each.toJS())));
    const asked = secretKeysAskedIn(await render(myValues()));
    expect([...asked].toSorted()).toEqual([...made].toSorted());
  });
});

it("publishes nothing in a rehearsed release, and packs what would be published", async () => {
  const program = join(root, "scripts", "release.ts");
  const words = [program, "--dry-run", "--registry", "registry.example.com/boats"];
  const flags = ["--disable-warning=ExperimentalWarning"];
  const { code, stdout, stderr } = await run(process.execPath, [...flags, ...words]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/^slipway-[\d.]+\.tgz: [1-9]\d{3,} bytes$/m);
  expect(stdout).toMatch(/^pack\/sbom\.cdx\.json: [1-9]\d{4,} bytes$/m);
  expect(stdout).toMatch(/^Nothing was published\.$/m);
});

function runs(objects: readonly Rendered[], service: string): boolean {
  return objects.some(
    ({ kind, metadata }) => kind !== "Service" && metadata.name === `one-slipway-${service}`,
  );
}

/** The findings of kube-score that must be mended. */
async function findingsOf(name: string, paths: readonly string[]): Promise<string[]> {
  const objects = await template(valuesArgs(paths), {}, kubernetesVersions[1]);
  // An installation with a mesh switches the policies off.
  const isWithoutPolicies = !objects.includes("kind: NetworkPolicy");
  const ignored = [
    ...Object.keys(notAsked),
    ...(name.startsWith("trial") ? notAskedOfTrials : []),
    ...(isWithoutPolicies ? ["pod-networkpolicy"] : []),
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
  return code === 0 || findings.length > 0 ? findings : [stderr];
}

/** The block of YAML in docs/deploy.md that begins with this file's name. */
function myValues(): Values {
  const document = readFileSync(join(root, "docs", "deploy.md"), "utf8");
  const text = /```yaml\n# my-values\.yaml[^\n]*\n([\s\S]*?)```/.exec(document)?.[1];
  return parse(text ?? "docs/deploy.md has no my-values.yaml") as Values;
}

/** The keys that an ExternalSecret makes: `secret/key`. */
function keysOf(object: unknown): string[] {
  const { spec } = object as {
    spec: { target: { name: string }; data: { secretKey: string }[] };
  };
  return spec.data.map(({ secretKey }) => `${spec.target.name}/${secretKey}`);
}

/** The keys that the pods need, likewise. */
function secretKeysAskedIn(part: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part !== "object" || part === null) return found;
  const { secretKeyRef: asked } = part as {
    secretKeyRef?: { name: string; key: string; optional?: boolean };
  };
  if (asked && !asked.optional) found.add(`${asked.name}/${asked.key}`);
  for (const inner of Object.values(part)) secretKeysAskedIn(inner, found);
  return found;
}
