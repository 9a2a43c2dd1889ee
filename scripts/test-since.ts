/** `npm test -- --since main`: the tests that what has changed since then can reach. */
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Files that decide how every test runs. */
const setUp =
  /^(package\.json|pnpm-.*|jest\.config\.mjs|scripts\/(test|test-[\w-]+|run|install|pnpm|die-with-parent(-preload)?)\.(ts|mjs))$/;

/**
 * Tests that read or start more than their strings name (`scripts/test-imports.mjs`): whole folders, and files without an
 * ending of the graph. A row is what has changed, and the tests that it reaches.
 */
export const readers: readonly (readonly [RegExp, ...tests: string[]])[] = [
  [/./, "words.test.ts", "tidy.test.ts"],
  [/^(services|packages|gateway)\/.*\.ts$/, "server/test/calls.test.ts"],
  [/^(services|packages)\/.*\.ts$/, "simulation/src/mutants/planted.test.ts"],
  [/^console\/(page|app|src)\//, "console/test/*.test.ts", "gateway/test/console.int.test.ts"],
  [/^console\/app\/pages\.ts$|^docs\/images\//, "scripts/screenshots/pictures.test.ts"],
  [/^charts\//, "scripts/charts/*.test.ts", "gateway/test/metrics.int.test.ts"],
  [/^charts\//, "server/test/images.test.ts", "server/test/connections.e2e.test.ts"],
  [/^(docker|examples\/kubernetes)\/|^\.(git|docker)ignore$/, "server/test/images.test.ts"],
  [/^docker\//, "scripts/image/*.test.ts", "scripts/run.e2e.test.ts"],
  [/^docs\/.*\.md$/, "gateway/test/trace.int.test.ts", "server/src/limits-doc.test.ts"],
  [/^load-tests\/k6\//, "load-tests/test/profiles.test.ts", "load-tests/test/asked.test.ts"],
  [/^scripts\/hooks\//, "scripts/hooks/hooks.test.ts"],
  [/^\.oxlintrc\.json$/, "scripts/lint.test.ts"],
  [/^LICENSE$/, "gateway/test/packed-client.int.test.ts", "server/test/packed.e2e.test.ts"],
  [/^server\/test\/earlier-data\//, "server/test/earlier-data.int.test.ts"],
];

/** Files that differ from what this branch and `ref` have in common, those that git does not know yet included. */
export function changedSince(ref: string): string[] {
  const filesOf = (...words: string[]): string[] =>
    execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  return [
    ...filesOf("diff", "--name-only", "--no-renames", "--merge-base", ref),
    ...filesOf("ls-files", "--others", "--exclude-standard"),
  ];
}

/** Words for Jest: none where a change can reach every test. */
export function relatedTo(changed: readonly string[]): string[] {
  if (changed.some((file) => setUp.test(file))) return [];
  const tests = readers.flatMap(([shape, ...globs]) =>
    changed.some((file) => shape.test(file)) ? globSync(globs, { cwd: root }) : [],
  );
  return ["--findRelatedTests", ...new Set([...changed, ...tests])];
}
