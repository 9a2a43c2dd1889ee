/**
 * `npm run pack [-- <folder>]`: all that a production process needs but Node, in one folder (`.tools/pack` unless
 * named). It has the code that its programs reach, as plain JavaScript, the pages of the console, the two OpenAPI
 * documents, and the packages that this code depends on. No embedded engine, no tests, no tools, nothing to build or to
 * fetch at the start, and `sbom.cdx.json`, the list of those packages. The folder is made anew, unless it holds what
 * this has not made: then it is refused.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { buildConsole } from "../console/src/build-console.ts";
import { folderArgument } from "./folder-argument.ts";
import { packCode } from "./pack/code.ts";
import { packDependencies } from "./pack/dependencies.ts";
import { openToAll } from "./pack/open-to-all.ts";
import { makePrivateFolder } from "../server/src/data/private-file.ts";
import { refusalOf } from "./pack/refused-folder.ts";
import { sbomOf } from "./pack/sbom.ts";

const root = dirname(import.meta.dirname);
const folder = folderArgument(
  "npm run pack [-- FOLDER]: all that a production process needs but Node, in one folder (.tools/pack).",
  join(root, ".tools", "pack"),
);
const source = "server/src";

/** The programs that are run in the folder: `node main.js`. */
const programs: Readonly<Record<string, string>> = {
  "main.js": `${source}/main`,
  "slipway.js": `${source}/cli/main`,
  "health.js": `${source}/health/main`,
};

const refusal = refusalOf(folder, { root, home: homedir() });
if (refusal !== undefined) refuse(refusal);
try {
  rmSync(folder, { recursive: true, force: true });
  await makePrivateFolder(folder);
} catch (error) {
  refuse(`${folder} cannot be made: ${(error as NodeJS.ErrnoException).code}.`);
}
const { name, version, license, engines } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as Record<string, unknown>;
const about = { name, version, private: true, type: "module", license, engines };
// These first: they show the next run that the folder is its own, whatever becomes of this one.
write("package.json", `${JSON.stringify(about, null, 2)}\n`);
for (const [file, path] of Object.entries(programs)) write(file, `import "./${path}.js";\n`);
for (const file of ["openapi.json", "openapi-octo.json", "LICENSE"])
  write(file, readFileSync(join(root, file), "utf8"));
const entries = Object.values(programs).map((path) => `${path}.ts`);
const { files, packages } = packCode(root, folder, entries);
mkdirSync(join(folder, "console/built"));
for (const [file, bytes] of await buildConsole())
  writeFileSync(join(folder, "console/built", file), bytes);
const dependencies = packDependencies(root, folder, packages);
const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
write("sbom.cdx.json", `${JSON.stringify(sbomOf(folder, lockfile), null, 2)}\n`);
const megabytes = openToAll(folder) / 1_000_000;
process.stdout.write(
  `${folder}: ${files} files of ${packages.length} packages of ours, ${dependencies} dependencies, ` +
    `${megabytes.toFixed(0)} MB\n`,
);

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}
