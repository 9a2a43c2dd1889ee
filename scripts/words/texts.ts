/** The texts of the repository that people read: documents, programs, charts and scripts. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

export const root = dirname(dirname(import.meta.dirname));

const ignored = new Set([".git", ".tools", ".slipway", "node_modules", "coverage", "results"]);
// Written by programs, or lists of the very words that these checks look for.
const exempt = new Set(["pnpm-lock.yaml", "words.test.ts", "docs/benchmarks.md"]);
const shape = /\.(ts|mjs|js|yaml|yml|md|sh|tpl)$|Dockerfile$|^\.ci\//;

/** By path from the root. */
export function readTexts(): ReadonlyMap<string, string> {
  return new Map(pathsBelow("").map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function pathsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (ignored.has(entry.name) || exempt.has(path) || path.startsWith("scripts/words/")) return [];
    if (entry.isDirectory()) return pathsBelow(path);
    return entry.isFile() && shape.test(path) ? [path] : [];
  });
}
