/** Stands for kubectl: knows what the documents have made so far, and refuses what names anything else. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import { sampleLog } from "./sample-log.ts";
import { type RecordedState, Refused, flagsOf } from "./recorded-state.ts";
import { runSlipway } from "./slipway-command.ts";

const known = {
  withValue:
    "-n -f -l -o --for --timeout --from-literal --from-file --from --replicas --since --tail --max-log-requests".split(
      " ",
    ),
  alone: ["-i", "--all"],
};

interface Applied {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly secretName?: string };
  readonly stringData?: Readonly<Record<string, string>>;
}

interface Call {
  readonly state: RecordedState;
  readonly namespace: string;
  readonly flags: ReadonlyMap<string, readonly string[]>;
  /** After the verb. */
  readonly rest: readonly string[];
}

export function kubectl(words: readonly string[], state: RecordedState): string {
  const end = words.indexOf("--");
  const inner = end < 0 ? [] : words.slice(end + 1);
  const { flags, rest } = flagsOf(end < 0 ? words : words.slice(0, end), known);
  const [verb = "", ...more] = rest;
  const namespace = flags.get("-n")?.[0] ?? "default";
  if (!state.namespaces.includes(namespace))
    throw new Refused(`there is no namespace ${namespace}`);
  const call = { state, namespace, flags, rest: more };
  if (verb === "exec") return exec(call, inner);
  const act = verbs[verb];
  if (act === undefined) throw new Refused(`there is no verb ${verb}`);
  return act(call);
}

const verbs: Readonly<Record<string, (call: Call) => string>> = {
  create,
  apply,
  get,
  wait: ({ state, namespace, flags, rest }) => {
    if (!flags.has("--for")) throw new Refused("wait needs --for");
    for (const name of rest) if (name !== "pod") mustExist(state, namespace, name);
    return "condition met\n";
  },
  delete: ({ state, namespace, rest: [kind = "", name = ""] }) => {
    mustExist(state, namespace, `${kind}/${name}`);
    state.objects = state.objects.filter((each) => each !== `${namespace}/${kind}/${name}`);
    return `${kind} "${name}" deleted\n`;
  },
  label: ({ state, rest: [kind = "", name = "", label = ""] }) => {
    if (kind !== "namespace" || !state.namespaces.includes(name) || !/^\S+=\S+$/.test(label))
      throw new Refused(`nothing to label: ${kind} ${name} ${label}`);
    return "";
  },
  scale: ({ flags, rest }) => {
    if (!flags.has("--replicas") || rest.length === 0) throw new Refused("nothing to scale");
    return "";
  },
  rollout: ({ state, namespace, rest: [what = "", kind = ""] }) => {
    if (!["status", "restart"].includes(what) || kind !== "deployment")
      throw new Refused(`no rollout ${what} ${kind}`);
    mustHaveRelease(state, namespace);
    return "";
  },
  logs: () => sampleLog(),
};

function create({ state, namespace, flags, rest: [kind = "", ...more] }: Call): string {
  const name = more.at(-1) ?? "";
  if (kind === "namespace") {
    if (state.namespaces.includes(name))
      throw new Refused(`the namespace ${name} is there already`);
    state.namespaces.push(name);
  } else if (kind === "secret" && more[0] === "generic") {
    const literals = (flags.get("--from-literal") ?? []).map((each): [string, string] => {
      const at = each.indexOf("=");
      return [each.slice(0, at), each.slice(at + 1)];
    });
    if (literals.length === 0 || literals.some(([key, value]) => key === "" || value === ""))
      throw new Refused(`the secret ${name} would have an empty value`);
    state.secrets[`${namespace}/${name}`] = Object.fromEntries(literals);
  } else if (kind === "configmap") {
    const files = (flags.get("--from-file") ?? []).map((each) => readFileSync(each, "utf8"));
    if (files.length === 0 || files.includes("")) throw new Refused(`${name} would be empty`);
    state.objects.push(`${namespace}/configmap/${name}`);
  } else throw new Refused(`nothing creates ${kind}`);
  return `${kind}/${name} created\n`;
}

function apply({ state, flags }: Call): string {
  const [file = ""] = flags.get("-f") ?? [];
  const objects = parseAllDocuments(readFileSync(file, "utf8")).map(
    (each) => each.toJS() as Applied,
  );
  for (const { apiVersion, kind, metadata, spec, stringData } of objects) {
    if (!apiVersion || !kind || !metadata.name)
      throw new Refused(`${file} has an object without name`);
    const { name, namespace = "default" } = metadata;
    if (!state.namespaces.includes(namespace))
      throw new Refused(`there is no namespace ${namespace}`);
    state.objects.push(`${namespace}/${kind.toLowerCase()}/${name}`);
    if (kind === "Secret") state.secrets[`${namespace}/${name}`] = { ...stringData };
    // Cert-manager makes a secret of a certificate.
    if (kind === "Certificate" && spec?.secretName !== undefined)
      state.secrets[`${namespace}/${spec.secretName}`] = { "ca.crt": "a certificate" };
  }
  return objects.map(({ kind, metadata }) => `${kind}/${metadata.name} applied\n`).join("");
}

function get({ state, namespace, flags, rest: [kind = "", name = ""] }: Call): string {
  const [output = ""] = flags.get("-o") ?? [];
  if (output === "name") return "deployment.apps/slipway-auth\ndeployment.apps/slipway-bookings\n";
  const [, key = ""] = /^jsonpath=\{\.data\.(.+)\}$/.exec(output) ?? [];
  const value = state.secrets[`${namespace}/${name}`]?.[key.replaceAll("\\", "")];
  if (kind !== "secret" || value === undefined)
    throw new Refused(`there is no ${kind} ${namespace}/${name} with ${output}`);
  return Buffer.from(value).toString("base64");
}

/** A command in a pod: the tools of the database, or the command line of Slipway. */
function exec({ state, namespace, rest: [target = ""] }: Call, inner: readonly string[]): string {
  const [program = "", ...words] = inner;
  if (target.startsWith("deployment/slipway-")) {
    mustHaveRelease(state, namespace);
    return runSlipway(inner);
  }
  mustExist(state, namespace, `pod/${target}`);
  const folder = process.env["SLIPWAY_TEST_BLOCKS"] ?? "";
  const moved = words.map((word) => word.replaceAll("/tmp/", `${folder}/`));
  const { status, stdout } = spawnSync(program, moved, {
    stdio: ["inherit", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(stdout);
  if (status !== 0) throw new Refused(`${program} in the pod ended with ${String(status)}`);
  return "";
}

function mustHaveRelease(state: RecordedState, namespace: string): void {
  if (!state.releases.includes(`${namespace}/slipway`))
    throw new Refused("Slipway is not installed");
}

function mustExist(state: RecordedState, namespace: string, name: string): void {
  const path = `${namespace}/${name.toLowerCase()}`;
  if (!state.objects.includes(path)) throw new Refused(`there is no ${path}`);
}
