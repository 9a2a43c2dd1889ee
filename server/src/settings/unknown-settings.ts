/** Names in the environment that look like settings, and that nothing reads. */
import type { Settings } from "@slipway/broker";
import { settingTable } from "./setting-table.ts";

const known = new Set(
  settingTable.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name])),
);

/** Variables of tests, benchmarks and the programs that start a server. */
const own = /^SLIPWAY_(TEST|FUZZ)_|^SLIPWAY_(SHOPS|IMAGE|PARENT_PID|DATABASE_(PARENT|DIRECTORY))$/;
/** Kubernetes may give each container a variable for every service of its namespace: SLIPWAY_PORT=tcp://10.0.0.1:80. */
const ofCluster = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_/;
const ofClusterValue = /^(tcp|udp):\/\//;
/** Names as short as HOST are near to many that mean something else. */
const nearLengthMin = 8;
const nearMax = 2;

/** Names that begin with SLIPWAY_, and those that are a slip away from a setting's; with the setting whose name is near. */
export function unknownSettings(environment: Settings) {
  return Object.entries(environment)
    .filter(([name, value = ""]) => !known.has(name) && !isOthers(name, value))
    .map(([name]) => ({ name, meant: nearest(name) }))
    .filter(({ name, meant }) => meant !== undefined || name.startsWith("SLIPWAY_"));
}

function isOthers(name: string, value: string): boolean {
  return own.test(name) || ofCluster.test(name) || ofClusterValue.test(value);
}

/** The warning of a start about a name in its environment. */
export function unknownText({ name, meant }: ReturnType<typeof unknownSettings>[number]): string {
  return meant === undefined
    ? `No setting is called ${name}; nothing reads it.`
    : `No setting is called ${name}; ${meant} may be meant. Nothing reads it.`;
}

function nearest(name: string): string | undefined {
  const said = name.toUpperCase().replaceAll("-", "_");
  if (known.has(said)) return said;
  const unprefixed = said.replace(/^SLIPWAY_/, "");
  if (known.has(unprefixed)) return unprefixed;
  if (said.length < nearLengthMin) return undefined;
  const near = [...known]
    .filter((each) => Math.abs(each.length - said.length) <= nearMax)
    .map((each) => ({ each, far: distance(said, each) }))
    .filter(({ far }) => far <= nearMax);
  return near.toSorted((a, b) => a.far - b.far)[0]?.each;
}

/** How many letters must be put in, taken out or changed to make one of the other (Levenshtein); Infinity where too many. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of one.split("").entries()) {
    const next = [i + 1];
    for (const [j, each] of other.split("").entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (letter === each ? 0 : 1),
        ),
      );
    // No later letter makes it less.
    if (Math.min(...next) > nearMax) return Infinity;
    row = next;
  }
  return row.at(-1) ?? 0;
}
