/** The texts of the repository that people read: documents, programs, charts and scripts. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

export const root = dirname(dirname(import.meta.dirname));

const ignored = new Set([".git", ".tools", ".slipway", "node_modules", "coverage", "results"]);
// Written by programs, or lists of the very words that these checks look for.
const exempt = new Set([
  "pnpm-lock.yaml",
  "scripts/clients/npm/pnpm-lock.yaml",
  "words.test.ts",
  "docs/benchmarks.md",
]);
const exemptFolders = ["scripts/words/", "packages/client/src/generated/"];
const shape = /\.(tsx?|mjs|js|yaml|yml|md|sh|tpl)$|Dockerfile$|^\.ci\//;

/** The texts by path from the root. */
export function readTexts(): ReadonlyMap<string, string> {
  const paths = filesOfRepository(shape).filter(
    (path) => !exempt.has(path) && !exemptFolders.some((folder) => path.startsWith(folder)),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** The files whose paths from the root look like this, below a folder; what programs install or make is left out. */
export function filesOfRepository(like: RegExp, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ignored.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesOfRepository(like, path);
    return entry.isFile() && like.test(path) ? [path] : [];
  });
}
