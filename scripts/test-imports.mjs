/**
 * Jest's `dependencyExtractor`: what a module may run or read, for `npm test -- --since`. That is what it imports, and
 * each file of the repository that one of its strings names: a program that it starts, a document that it reads.
 */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = dirname(import.meta.dirname);

/** Programs that a module has others start for it. */
const startedFor = {
  "dev/src/testing-platform.ts": ["gateway/test/platform-process.ts"],
  "dev/src/server-process.ts": ["dev/src/main.ts"],
};

const comments = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g;
const opensFiles =
  /\b(?:readFile|readFileSync|readdirSync|spawn|spawnSync|execFile|fork|Worker|import\.meta)\b/;
const named = /["'`/]((?:\.{1,2}\/)*[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|json|md|ya?ml))["'`]/g;

export function extract(code, path, importsOf) {
  if (!/\.(tsx?|mjs)$/.test(path)) return [];
  const started = startedFor[relative(root, path)] ?? [];
  const files = [...filesNamedIn(code, dirname(path)), ...started.map((file) => join(root, file))];
  return [...importsOf(code), ...files.map((file) => `./${relative(dirname(path), file)}`)];
}

/** Beside the module, or from the root: what does not exist leads nowhere. */
function filesNamedIn(code, folder) {
  const said = code.replaceAll(comments, "");
  if (!opensFiles.test(said)) return [];
  const names = [...said.matchAll(named)].map(([, name]) => name);
  return names.flatMap((name) => [join(folder, name), join(root, name)]);
}

export function getCacheKey() {
  return readFileSync(import.meta.filename, "utf8");
}
