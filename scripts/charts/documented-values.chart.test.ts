/** Values that documents name: the chart has each of them, and takes it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "@jest/globals";
import { parse } from "yaml";
import { needed, root, template } from "./helm.ts";

const documents = [
  "README.md",
  "UPGRADING.md",
  "charts/slipway/README.md",
  "charts/slipway/UPGRADING.md",
  "docker/README.md",
  "docs/data.md",
  "docs/deploy.md",
  "docs/limits.md",
  "docs/operations.md",
  "docs/scaling.md",
  "docs/security.md",
  "docs/selling.md",
];
const values = parse(readFileSync(join(root, "charts/slipway/values.yaml"), "utf8")) as Values;

type Values = Record<string, unknown>;

interface Named {
  readonly file: string;
  readonly path: readonly string[];
  readonly given: string | undefined;
}

/** Each text in code that begins with a value of the chart, such as `services.audit.env.X` or `ingress.enabled=false`. */
function namedIn(file: string): Named[] {
  const text = readFileSync(join(root, file), "utf8");
  const codes = [...text.matchAll(/`([^`\n]+)`|--set ([^\s\\]+)/g)].map(([, a, b]) => a ?? b ?? "");
  return codes.flatMap((code) => {
    const [, path = "", given] = /^([a-zA-Z][\w-]*(?:\.[\w-]+)+)(?:[=:] ?(\S*))?$/.exec(code) ?? [];
    const keys = path.split(".");
    const isFile = keys.at(-1) === "crt";
    return keys[0] !== undefined && keys[0] in values && !isFile
      ? [{ file, path: keys, given }]
      : [];
  });
}

/** The value at the path; a service without one has that of the defaults. Undefined: the path can have no value. */
function standingAt(path: readonly string[]): unknown {
  const [first, name = "", ...rest] = path;
  if (first === "services" && rest.length > 0) {
    const own = at((values["services"] as Values)[name], rest);
    return own ?? standingAt(["defaults", ...rest]);
  }
  if (path.at(-2) === "env") return "1";
  return at(values, path);
}

function at(within: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Values | undefined)?.[key], within);
}

const named = documents.flatMap(namedIn);
const shown = named.map((each) => ({ ...each, name: each.path.join(".") }));

it("are found in the documents", () => {
  expect(new Set(shown.map(({ name }) => name)).size).toBeGreaterThan(20);
});

it.each(shown)("$file: the chart takes $name", async (one) => {
  expect(standingAt(one.path)).toBeDefined();
  const refusal = await refusalOf(isStanding(one) ? shown.filter(isStanding) : [one]);
  expect(refusal).not.toMatch(
    isStanding(one) ? /./ : /schema|cannot be set|is no setting|no effect/,
  );
});

/** Whether it changes nothing of what is rendered, so that one rendering tells of all such values. */
function isStanding(one: Named): boolean {
  const isNeeded = at(needed, one.path) !== undefined;
  return !isNeeded && isDeepStrictEqual(at(values, one.path), valueOf(one));
}

/** Without a value, what the chart has there: a setting that it sets itself is refused whatever its value is. */
function valueOf({ path, given }: Named): unknown {
  const standing = standingAt(path);
  const isNull = standing === null || typeof standing === "object";
  return given === undefined || isNull ? standing : parse(given);
}

/** Helm's answer to these values; empty where the chart takes them. */
async function refusalOf(given: readonly Named[]): Promise<string> {
  const args = given.flatMap((one) => [
    "--set-json",
    `${one.path.join(".")}=${JSON.stringify(valueOf(one))}`,
  ]);
  return template(args, needed).then(
    () => "",
    (error: Error) => error.message,
  );
}
