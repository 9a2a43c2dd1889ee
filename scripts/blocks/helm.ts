/** Stands for helm, which would change a cluster. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type RecordedState, Refused, flagsOf } from "./recorded-state.ts";

const known = {
  withValue: ["--namespace", "--values", "--set"],
  alone: ["--install", "--create-namespace", "--force-conflicts"],
};

/** A repository's chart must have been added; Slipway's is rendered by the real Helm where it is there. */
export function helm(words: readonly string[], state: RecordedState): string {
  const { flags, rest } = flagsOf(words, known);
  const [verb = "", first = "", second = ""] = rest;
  if (verb === "repo" && first === "add") {
    state.repositories.push(second);
    return "";
  }
  const namespace = namespaceOf(flags, state);
  const path = `${namespace}/${first}`;
  mustFit(verb, { path, isThere: state.releases.includes(path), flags });
  if (verb === "test") return "";
  if (!["install", "upgrade"].includes(verb)) throw new Refused(`there is no verb ${verb}`);
  for (const file of flags.get("--values") ?? []) parse(readFileSync(file, "utf8"));
  if (second === "charts/slipway") render([first, second, "--namespace", namespace], flags);
  else if (!state.repositories.includes(second.split("/")[0] ?? ""))
    throw new Refused(`no repository has ${second}`);
  state.releases.push(path);
  return "";
}

function namespaceOf(flags: ReadonlyMap<string, readonly string[]>, state: RecordedState): string {
  const namespace = flags.get("--namespace")?.[0] ?? "default";
  if (flags.has("--create-namespace")) state.namespaces.push(namespace);
  if (!state.namespaces.includes(namespace))
    throw new Refused(`there is no namespace ${namespace}`);
  return namespace;
}

/** Only what is not there can be made, and only what is there be changed or tested. */
function mustFit(
  verb: string,
  release: { path: string; isThere: boolean; flags: ReadonlyMap<string, readonly string[]> },
): void {
  const { path, isThere, flags } = release;
  const mayBeMade = verb === "install" || flags.has("--install");
  if (isThere ? verb === "install" : !mayBeMade)
    throw new Refused(`the release ${path} is ${isThere ? "" : "not "}there`);
}

/** Refused values end the command with Helm's own words. */
function render(words: readonly string[], flags: ReadonlyMap<string, readonly string[]>): void {
  const real = process.env["SLIPWAY_TEST_HELM"];
  if (!real) return;
  const given = ["--values", "--set"].flatMap((name) =>
    (flags.get(name) ?? []).flatMap((value) => [name, value]),
  );
  const { status, stderr } = spawnSync(real, ["template", ...words, ...given], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Refused(stderr.trim());
}
