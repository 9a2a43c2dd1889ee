/**
 * Named places in the product's code. A mark is a comment: `// mark: name` on a line of its own, or `mark: name` in a
 * block comment. It names the largest piece of syntax that begins right behind it: a statement, a property, an
 * expression. So code can be renamed, and a mutant finds its place.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";

/** A replacement for the code at a mark: a text, or a function of the marked text. */
export interface Patch {
  readonly mark: string;
  readonly becomes: string | ((marked: string) => string);
}

/** A piece of a file's text. */
interface Marked {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const form = /^\s*mark: (\S+)\s*$/;
/** The folders of the product's code. */
const trees = ["packages", "services", "gateway"];

/** Every mark of the product, with the file that has it, from the root; throws where one stands twice. */
export function filesOfMarks(root: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const file of trees.flatMap((tree) => sourcesIn(root, tree))) {
    const text = readFileSync(join(root, file), "utf8");
    if (!text.includes("mark: ")) continue;
    for (const { name } of marksIn(text)) {
      if (files.has(name)) throw new Error(`mark ${name}: in ${files.get(name)} and in ${file}`);
      files.set(name, file);
    }
  }
  return files;
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : sourcesIn(root, path);
    return entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts") ? [path] : [];
  });
}

/** The text with its patches, one after the other: a later one may enclose what an earlier one made. */
export function patched(text: string, patches: readonly Patch[]): string {
  let result = text;
  for (const { mark, becomes } of patches) {
    const found = marksIn(result).filter(({ name }) => name === mark);
    const [place] = found;
    if (!place || found.length > 1) throw new Error(`mark ${mark}: stands ${found.length} times`);
    const { start, end } = place;
    const marked = result.slice(start, end);
    const next = typeof becomes === "string" ? becomes : becomes(marked);
    if (next === marked) throw new Error(`mark ${mark}: nothing changes`);
    result = result.slice(0, start) + next + result.slice(end);
  }
  return result;
}

/** The marks of a text; throws where nothing begins behind one. */
function marksIn(text: string): Marked[] {
  const { program, comments } = parse(text, {
    sourceType: "module",
    plugins: ["typescript"],
    attachComment: false,
  });
  const all = comments ?? [];
  const marks = all.flatMap(({ value, end }) => {
    const name = form.exec(value)?.[1];
    return name === undefined ? [] : [{ name, start: startAfter(text, end ?? 0, all) }];
  });
  if (marks.length === 0) return [];
  const ends = new Map<number, number>();
  for (const child of Object.values(program.body)) note(child, ends);
  return marks.map(({ name, start }) => {
    const end = ends.get(start);
    if (end === undefined) throw new Error(`mark ${name}: nothing begins behind it`);
    return { name, start, end };
  });
}

interface Span {
  readonly start?: number | null;
  readonly end?: number | null;
}

/** The next position after white space and comments. */
function startAfter(text: string, from: number, comments: readonly Span[]): number {
  let at = from;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const comment = comments.find(({ start }) => start === at);
    if (!comment) return at;
    at = comment.end ?? at + 1;
  }
}

/** Records, for each start, the end of the largest node that begins there. */
function note(node: unknown, ends: Map<number, number>): void {
  if (typeof node !== "object" || node === null) return;
  const { type, start, end } = node as { type?: unknown } & Span;
  if (typeof type === "string" && typeof start === "number" && typeof end === "number")
    ends.set(start, Math.max(ends.get(start) ?? 0, end));
  for (const child of Object.values(node)) note(child, ends);
}
