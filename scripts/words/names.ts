/** The words of which the names of files and exported types are made. */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { root } from "./texts.ts";

/** Words that may be used without an explanation, until the glossary has one: the list only shrinks. */
export const unexplainedFile = "unexplained.txt";

/** Words with the first file or type that uses each. Tests name what they test, and are left out. */
export function wordsOfNames(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const sources = [...texts].filter(
    ([file]) => /\.(tsx?|mjs)$/.test(file) && !/\.test\.ts$|\/test\//.test(file),
  );
  const uses = sources.flatMap(([file, text]) =>
    [join(dirname(file), basename(file, extname(file))), ...exportedTypes(text)].flatMap((name) =>
      wordsIn(name).map((word): [string, string] => [word, `${name} (${file})`]),
    ),
  );
  return new Map(uses.toReversed());
}

/** The terms of the glossary: the first column of its tables, and what is set in bold there. */
export function glossaryWords(): ReadonlySet<string> {
  const text = readFileSync(join(root, "docs", "glossary.md"), "utf8");
  const cells = [...text.matchAll(/^\|([^|]*)\|/gm)].map(([, cell = ""]) => cell);
  const bold = [...text.matchAll(/\*\*([^*]*)\*\*/g)].map(([, verbs = ""]) => verbs);
  return new Set([...cells, ...bold].flatMap(wordsIn));
}

/** One word a line; a line that begins with # is a comment. */
export function wordsOfList(file: string): readonly string[] {
  const lines = readFileSync(join(import.meta.dirname, file), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

/** Takes words out of the list that no name has any more. */
export function pruneUnexplained(used: ReadonlyMap<string, string>): void {
  const file = join(import.meta.dirname, unexplainedFile);
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.filter((line) => !/^[a-z]+$/.test(line) || used.has(line)).join("\n"));
}

/** In lower case and in the singular: "SyncJobs" has "sync" and "job". */
export function wordsIn(name: string): readonly string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => singular(word.toLowerCase())).filter((word) => word.length > 1);
}

function singular(word: string): string {
  if (/(ss|us|is)$|^(has|chaos)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<=sh|ch|x|ss)es$|s$/, "");
}

function exportedTypes(text: string): readonly string[] {
  const shape = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;
  return [...text.matchAll(shape)].map(([, name = ""]) => name);
}
