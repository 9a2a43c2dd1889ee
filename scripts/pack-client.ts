/**
 * `npm run pack:client [-- <folder>]`: builds the package of the typed client, as npm publishes it, and packs it into
 * a file of that folder (`.tools/client` unless named). It prints the path of the file.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderArgument } from "./folder-argument.ts";

const root = dirname(import.meta.dirname);
const home = join(root, "packages/client");
const folder = folderArgument(
  "npm run pack:client [-- FOLDER]: the package of the typed client, in a file of a folder (.tools/client).",
  join(root, ".tools/client"),
);
const built = join(folder, "package");

rmSync(built, { recursive: true, force: true });
const compiler = join(root, "node_modules/typescript/bin/tsc");
const project = join(home, "tsconfig.build.json");
execFileSync(process.execPath, [compiler, "-p", project, "--outDir", built], { stdio: "inherit" });
for (const file of readdirSync(built, { recursive: true, encoding: "utf8" }))
  if (file.endsWith(".d.ts")) nameCode(join(built, file));
writeFileSync(join(built, "package.json"), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
writeFileSync(join(built, "README.md"), readFileSync(join(home, "README.md")));
writeFileSync(join(built, "LICENSE"), readFileSync(join(root, "LICENSE")));
const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
  cwd: built,
  encoding: "utf8",
});
process.stdout.write(`${join(folder, packed.trim())}\n`);

/** Declarations name their neighbours as the code does: by .js, which every TypeScript resolves. */
function nameCode(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'));
}

function publishedManifest(): object {
  const {
    private: _,
    devDependencies: __,
    exports: ___,
    ...manifest
  } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Record<string, unknown>;
  return { ...manifest, exports: { ".": { types: "./index.d.ts", default: "./index.js" } } };
}
