/** The table of values in the chart's README, made of the comments in values.yaml that begin with two hyphens. */
import { parse } from "yaml";

interface Row {
  readonly path: string;
  readonly says: string;
  readonly unlessSet: string;
}

const shownMax = 60;
const start = "<!-- values: begin -->";
const end = "<!-- values: end -->";

/** The README with the table of these values between its marks; throws where a value has no comment. */
export function withValuesTable(readme: string, valuesText: string): string {
  const [before, after] = [readme.indexOf(start), readme.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`The README has no ${start} and ${end}.`);
  const lines = rowsOf(valuesText).map(
    ({ path, says, unlessSet }) =>
      `| \`${path}\` | ${unlessSet} | ${says.replaceAll("|", "\\|")} |`,
  );
  const table = ["| value | unless set | is |", "| --- | --- | --- |", ...lines].join("\n");
  return `${readme.slice(0, before + start.length)}\n\n${table}\n\n${readme.slice(after)}`;
}

function rowsOf(text: string): Row[] {
  const values = parse(text) as unknown;
  const rows: Row[] = [];
  const path: { indent: number; key: string; isDescribed: boolean }[] = [];
  let comment: string[] = [];
  for (const line of text.split("\n")) {
    const said = /^ *# -- (.*)$/.exec(line)?.[1];
    if (said !== undefined) comment = [said];
    const [, spaces, key] = /^( *)([A-Za-z][\w-]*):/.exec(line) ?? [];
    if (spaces === undefined || key === undefined) continue;
    while ((path.at(-1)?.indent ?? -1) >= spaces.length) path.pop();
    const isBelowDescribed = path.some(({ isDescribed }) => isDescribed);
    path.push({ indent: spaces.length, key, isDescribed: comment.length > 0 });
    const keys = path.map((each) => each.key);
    const says = comment.join(" ");
    comment = [];
    // A value below a described one belongs to its default.
    if (isBelowDescribed) continue;
    if (says === "") mustHaveParts(keys, line);
    else rows.push({ path: keys.join("."), says, unlessSet: shown(at(values, keys)) });
  }
  return rows;
}

function mustHaveParts(keys: readonly string[], line: string): void {
  if (!/:\s*$/.test(line)) throw new Error(`${keys.join(".")} has no comment in values.yaml.`);
}

function at(values: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], values);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > shownMax ? "see values.yaml" : `\`${text.replaceAll("|", "\\|")}\``;
}
