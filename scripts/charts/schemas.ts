/** JSON schemas for kubeconform: from the OpenAPI documents and resource definitions in the modules of their projects. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseAllDocuments } from "yaml";
import { go, toolsDirectory } from "../go-tools.ts";

/** The oldest and the newest Kubernetes that the chart is checked against. */
export const kubernetesVersions = ["1.30.14", "1.36.3"] as const;

interface Definitions {
  readonly module: string;
  readonly folder: string;
  readonly files: readonly string[];
}

const customResources: readonly Definitions[] = [
  {
    module: "github.com/prometheus-operator/prometheus-operator@v0.85.0",
    folder: "example/prometheus-operator-crd",
    files: [
      "monitoring.coreos.com_podmonitors.yaml",
      "monitoring.coreos.com_prometheusrules.yaml",
      "monitoring.coreos.com_servicemonitors.yaml",
    ],
  },
  {
    module: "github.com/kedacore/keda/v2@v2.21.0",
    folder: "config/crd/bases",
    files: ["keda.sh_scaledobjects.yaml"],
  },
  // Not rendered: for an example.
  {
    module: "github.com/external-secrets/external-secrets@v1.3.2",
    folder: "config/crds/bases",
    files: ["external-secrets.io_externalsecrets.yaml"],
  },
  {
    module: "sigs.k8s.io/gateway-api@v1.4.1",
    folder: "config/crd/standard",
    files: ["gateway.networking.k8s.io_httproutes.yaml"],
  },
];

type Schema = Record<string, unknown>;
type Schemas = Map<string, Schema>;

/** The folder with the schemas of a version of Kubernetes; made where it is not there. */
export function kubernetesSchemas(version: string): Promise<string> {
  return cached(`kubernetes-${version}`, async () => {
    const module = await moduleFolder(`k8s.io/kubernetes@v${version}`);
    const text = readFileSync(join(module, "api/openapi-spec/swagger.json"), "utf8");
    return schemasOfOpenApi(
      (JSON.parse(text) as { definitions: Record<string, Schema> }).definitions,
    );
  });
}

/** The folder with the schemas of the custom resources that the chart may render. */
export function customResourceSchemas(): Promise<string> {
  const asked = createHash("sha256").update(JSON.stringify(customResources)).digest("hex");
  return cached(`custom-${asked.slice(0, 12)}`, async () => {
    const schemas: Schemas = new Map();
    for (const { module, folder, files } of customResources) {
      const home = await moduleFolder(module);
      for (const file of files)
        addCustomResources(schemas, readFileSync(join(home, folder, file), "utf8"));
    }
    return schemas;
  });
}

async function cached(name: string, make: () => Promise<Schemas>): Promise<string> {
  const target = join(toolsDirectory, "schemas", name);
  if (existsSync(target)) return target;
  process.stderr.write(`Making the schemas ${name}, once.\n`);
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(`${target}-making-`);
  try {
    for (const [file, schema] of await make())
      await writeFile(join(work, `${file}.json`), JSON.stringify(schema));
    // The first process to rename wins, and the other one uses its result.
    await rename(work, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return target;
}

/** The folder where go has unpacked a module. */
async function moduleFolder(module: string): Promise<string> {
  await mkdir(toolsDirectory, { recursive: true });
  const work = await mkdtemp(join(toolsDirectory, "module-"));
  try {
    const downloaded = JSON.parse(await go(["mod", "download", "-json", module], work)) as {
      Dir?: string;
      Error?: string;
    };
    if (downloaded.Dir === undefined) throw new Error(`${module}: ${downloaded.Error}`);
    return downloaded.Dir;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The name by which kubeconform looks for it: the kind, the first word of its group, its version. */
function fileOf({ kind, group, version }: Kind): string {
  return [kind, ...(group === "" ? [] : [group.split(".")[0]]), version].join("-").toLowerCase();
}

function schemasOfOpenApi(definitions: Readonly<Record<string, Schema>>): Schemas {
  const schemas: Schemas = new Map();
  for (const [name, definition] of Object.entries(definitions)) {
    const kinds = definition["x-kubernetes-group-version-kind"] as readonly Kind[] | undefined;
    // A definition of resources contains itself; the chart renders none.
    if (kinds?.length !== 1 || name.includes("apiextensions")) continue;
    const [kind] = kinds;
    if (kind) schemas.set(fileOf(kind), strict(definition, definitions));
  }
  return schemas;
}

function addCustomResources(schemas: Schemas, text: string): void {
  for (const document of parseAllDocuments(text)) {
    const { spec } = document.toJS() as {
      spec: {
        group: string;
        names: { kind: string };
        versions: { name: string; schema: { openAPIV3Schema: Schema } }[];
      };
    };
    for (const { name: version, schema } of spec.versions) {
      const kind = { kind: spec.names.kind, group: spec.group, version };
      schemas.set(fileOf(kind), strict(schema.openAPIV3Schema, {}));
    }
  }
}

/** A schema that knows every field: references are put in their place, unknown fields are forbidden. */
function strict(given: Schema, definitions: Readonly<Record<string, Schema>>): Schema {
  const reference = given["$ref"];
  if (typeof reference === "string")
    return strict(definitions[reference.slice("#/definitions/".length)] ?? {}, definitions);
  if (given["x-kubernetes-int-or-string"] === true || given["format"] === "int-or-string")
    return { anyOf: [{ type: "integer" }, { type: "string" }] };
  const schema: Schema = {};
  for (const field of ["type", "enum", "required", "pattern", "minimum", "maximum"])
    if (given[field] !== undefined) schema[field] = given[field];
  const { properties, items, additionalProperties } = given as {
    properties?: Readonly<Record<string, Schema>>;
    items?: Schema;
    additionalProperties?: Schema | boolean;
  };
  if (items) schema["items"] = strict(items, definitions);
  if (typeof additionalProperties === "object")
    schema["additionalProperties"] = strict(additionalProperties, definitions);
  if (properties) {
    schema["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, strict(each, definitions)]),
    );
    const isOpen = given["x-kubernetes-preserve-unknown-fields"] === true || additionalProperties;
    if (!isOpen) schema["additionalProperties"] = false;
  }
  return schema;
}
