import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { parse, parseAllDocuments, stringify } from "yaml";
import { serviceNames } from "../../server/src/service-names.ts";
import { goTool } from "../go-tools.ts";

const execute = promisify(execFile);
const outputBytesMax = 32 * 1024 * 1024;

export const root = dirname(dirname(import.meta.dirname));
export const chart = join(root, "charts", "slipway");

/** The parts that the chart runs, each in pods of its own. */
export const everyName: readonly string[] = [...serviceNames, "gateway"];

/** A rendered object, as far as any of them is looked at. */
export interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string } & Record<string, unknown>;
  readonly spec: Record<string, unknown>;
  readonly [field: string]: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

interface Installation {
  readonly name: string;
  /** Files of values; later ones win. */
  readonly paths: readonly string[];
  /** The values in these files, but for the name of all objects. */
  readonly values: Values;
}

/** Files of values that stand for ways to install. */
export function installations(): Installation[] {
  const folder = join(chart, "ci");
  const small = [join(folder, "minimal-values.yaml"), join(chart, "values-small.yaml")];
  return [
    ...readdirSync(folder).map((name) => installation(name, [join(folder, name)])),
    installation("values-small.yaml", small),
  ];
}

function installation(name: string, paths: readonly string[]): Installation {
  const given = paths.map((path) => parse(readFileSync(path, "utf8")) as Values);
  const { fullnameOverride: _, ...values } = Object.assign({}, ...given) as Values;
  return { name, paths, values };
}

/** The arguments by which helm takes files of values. */
export function valuesArgs(paths: readonly string[]): string[] {
  return paths.flatMap((path) => ["--values", path]);
}

/** Runs a program; resolves with all it said and its exit code. */
export async function run(
  program: string,
  args: readonly string[],
  input = "",
): Promise<{ code: number; stdout: string; stderr: string }> {
  const running = execute(program, [...args], { maxBuffer: outputBytesMax, cwd: root });
  running.child.stdin?.end(input);
  return running.then(
    (said) => ({ code: 0, ...said }),
    (failed: { code?: number; stdout?: string; stderr?: string; message: string }) => ({
      code: typeof failed.code === "number" ? failed.code : 1,
      stdout: failed.stdout ?? "",
      stderr: failed.stderr ?? failed.message,
    }),
  );
}

/** By what Helm was given: tests ask for many a text again. */
const rendered = new Map<string, Promise<string>>();

/** `helm template` as text. Throws what Helm says where it refuses. */
export function template(
  args: readonly string[],
  values: Values = {},
  kubernetes = "1.36.0",
): Promise<string> {
  const fixed = ["template", "one", chart, "--namespace", "booking", "--kube-version", kubernetes];
  const words = [...fixed, ...args, "--values", "-"];
  const input = stringify(values);
  const given = JSON.stringify([words, input]);
  const text = rendered.get(given) ?? textOf(words, input);
  rendered.set(given, text);
  return text;
}

async function textOf(words: readonly string[], input: string): Promise<string> {
  const { code, stdout, stderr } = await run(await goTool("helm"), words, input);
  if (code !== 0) throw new Error(stderr.trim());
  return stdout;
}

/** The least values that a production installation needs. */
export const needed: Values = {
  mongodb: { existingSecret: { name: "mongodb" } },
  nats: { existingSecret: { name: "nats" } },
  secrets: { existingSecret: { name: "secrets" } },
  networkPolicy: {
    gatewayFrom: [inNamespace("ingress-nginx")],
    metricsFrom: [inNamespace("monitoring")],
    mongodb: { to: [inNamespace("mongodb")] },
    nats: { to: [inNamespace("nats")] },
  },
};

/** The peer that a network policy names: the pods of a namespace. */
export function inNamespace(name: string): object {
  return { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": name } } };
}

/**
 * The objects rendered for these values on top of the needed ones, on this Kubernetes and with these arguments of
 * Helm.
 */
export async function render(
  values: Values = {},
  { args = [], kubernetes }: { args?: readonly string[]; kubernetes?: string } = {},
): Promise<Rendered[]> {
  const text = await template(args, { ...needed, ...values }, kubernetes);
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Rendered | null)
    .filter((object) => object !== null);
}

/** The sentence that these values are refused with; empty where they are not. */
export async function refusalFor(values: Values): Promise<string> {
  return render(values).then(
    () => "",
    (error: Error) => error.message,
  );
}
