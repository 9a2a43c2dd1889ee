/**
 * `npm run pack [-- <folder>]`: all that a production process needs but Node, in one folder (`.tools/pack` unless
 * named): the code that its programs reach, as plain JavaScript, and the packages that this code depends on. No
 * embedded engine, no tests, no tools, nothing to build or to fetch at the start. The folder is made anew.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { packCode } from "./pack/code.ts";
import { packDependencies } from "./pack/dependencies.ts";
import { openToAll } from "./pack/open-to-all.ts";

const root = dirname(import.meta.dirname);
const folder = resolve(process.argv[2] ?? join(root, ".tools", "pack"));
const source = "packages/platform/src";

/** What is run in the folder: `node main.js`. */
const programs: Readonly<Record<string, string>> = {
  "main.js": `${source}/main`,
  "slipway.js": `${source}/cli/main`,
  "health.js": `${source}/health/main`,
};

rmSync(folder, { recursive: true, force: true });
const entries = Object.values(programs).map((path) => `${path}.ts`);
const { files, packages } = packCode(root, folder, entries);
const dependencies = packDependencies(root, folder, packages);
for (const [name, path] of Object.entries(programs)) write(name, `import "./${path}.js";\n`);
const { name, version, license, engines } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as Record<string, unknown>;
const about = { name, version, private: true, type: "module", license, engines };
write("package.json", `${JSON.stringify(about, null, 2)}\n`);
const megabytes = openToAll(folder) / 1_000_000;
process.stdout.write(
  `${folder}: ${files} files of ${packages.length} packages of ours, ${dependencies} dependencies, ` +
    `${megabytes.toFixed(0)} MB\n`,
);

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}
