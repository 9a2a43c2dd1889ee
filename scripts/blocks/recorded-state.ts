/** The calls of the recorders so far, in a file: each call of one is a process of its own. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface RecordedState {
  /** Namespaces that there are. */
  namespaces: string[];
  /** Texts of secrets, by `namespace/name`, then by key. */
  secrets: Record<string, Record<string, string>>;
  /** Other objects, as `namespace/kind/name` in lower case. */
  objects: string[];
  /** Releases of Helm, as `namespace/name`. */
  releases: string[];
  repositories: string[];
}

/** A sentence for the reader of the check: the command would not work as it is printed. */
export class Refused extends Error {}

/** The programs that recorders stand for. */
export const recorderNames = [
  "cosign",
  "docker",
  "helm",
  "kubectl",
  "mongodump",
  "mongorestore",
  "mongosh",
] as const;
export type RecorderName = (typeof recorderNames)[number];

const fileIn = (folder: string): string => join(folder, "recorded.json");
const ownFolder = (): string => process.env["SLIPWAY_TEST_BLOCKS"] ?? "";

/** A cluster with what the document says that it has. */
export const emptyState: RecordedState = {
  namespaces: ["default", "cert-manager"],
  secrets: {},
  objects: [],
  releases: [],
  repositories: [],
};

export function readState(): RecordedState {
  return JSON.parse(readFileSync(fileIn(ownFolder()), "utf8")) as RecordedState;
}

export function writeState(state: RecordedState, folder = ownFolder()): void {
  writeFileSync(fileIn(folder), JSON.stringify(state, null, 2));
}

/** Adds a line to the calls that were answered. */
export function noteCall(name: string, folder = ownFolder()): void {
  appendFileSync(join(folder, "calls"), name === "" ? "" : `${name}\n`);
}

/** Words that begin with a dash, with their values; the others in their order. Refuses a flag that is not known. */
export function flagsOf(
  words: readonly string[],
  known: { readonly withValue: readonly string[]; readonly alone?: readonly string[] },
): { flags: Map<string, string[]>; rest: string[] } {
  const flags = new Map<string, string[]>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const [name = "", ...value] = word.split("=");
    if (!word.startsWith("-")) rest.push(word);
    else if (known.alone?.includes(word)) flags.set(word, []);
    else if (!known.withValue.includes(name)) throw new Refused(`there is no flag ${name}`);
    else {
      const given = value.length > 0 ? value.join("=") : words[++at];
      if (given === undefined) throw new Refused(`${name} needs a value`);
      flags.set(name, [...(flags.get(name) ?? []), given]);
    }
  }
  return { flags, rest };
}
