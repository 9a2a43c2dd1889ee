/** openapi-typescript and hey-api: their clients compile under strict with the TypeScript of this repository, and sell. */
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Generator, type Work, countOf, linesOf, ran, textsOf } from "./generated.ts";
import { keptFolder } from "./kept-folder.ts";

const here = import.meta.dirname;
const root = join(here, "../..");

export const openapiTypescript: Generator = {
  name: "openapi-typescript",
  async make(work) {
    const packages = await packagesFor(work);
    const cli = join(packages, "openapi-typescript/bin/cli.js");
    // Else it wants of a request what has a default.
    const options = ["--default-non-nullable=false", "--output=schema.ts"];
    await ran(process.execPath, [cli, work.document, ...options], work.folder);
    const text = await readFile(join(work.folder, "schema.ts"), "utf8");
    const schemas = text.slice(
      text.indexOf("\n    schemas: {"),
      text.indexOf("\n    responses: {"),
    );
    const bookingId = await compiledAndRun(work, "openapi-typescript.ts");
    return { models: countOf([schemas], /^ {8}\w+: /gm), lines: linesOf([text]), bookingId };
  },
};

export const heyApi: Generator = {
  name: "@hey-api/openapi-ts",
  async make(work) {
    const packages = await packagesFor(work);
    const output = { path: "sdk", module: { extension: ".js" } };
    const config = { input: work.document, output, logs: { file: false } };
    const configText = `export default ${JSON.stringify(config)};\n`;
    await writeFile(join(work.folder, "hey-api.config.mjs"), configText);
    const cli = join(packages, "@hey-api/openapi-ts/bin/run.js");
    await ran(process.execPath, [cli, "-f", "hey-api.config.mjs"], work.folder);
    const texts = await textsOf(join(work.folder, "sdk"), ".gen.ts");
    const bookingId = await compiledAndRun(work, "openapi-ts.ts");
    return { models: modelsOf(texts), lines: linesOf(texts), bookingId };
  },
};

/** Without the three types that each operation has beside them. */
function modelsOf(texts: readonly string[]): number {
  const all = countOf(texts, /^export type \w+ = /gm);
  return all - countOf(texts, /^export type \w+(?:Data|Errors?|Responses?) = /gm);
}

/** Fetches the generators with their own TypeScript, once: they would burden every install of this repository. */
export async function packagesFor({ folder }: Work): Promise<string> {
  const npm = join(here, "npm");
  const kept = await keptFolder("npm", join(npm, "pnpm-lock.yaml"), async (begun) => {
    await cp(npm, begun, { recursive: true });
    const options = ["--frozen-lockfile", "--ignore-workspace", "--ignore-scripts"];
    const pnpm = join(root, "scripts/pnpm.mjs");
    await ran(process.execPath, [pnpm, "install", ...options], begun);
  });
  const packages = join(kept, "node_modules");
  await symlink(packages, join(folder, "node_modules"));
  return packages;
}

/** The program's last line: the booking that it has made and cancelled. */
async function compiledAndRun(work: Work, program: string): Promise<string> {
  return ran(process.execPath, [await compiled(work, program)], work.folder);
}

/** The path of the program, compiled by this repository's TypeScript under strict. */
export async function compiled({ folder, sale }: Work, program: string): Promise<string> {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
    module: "nodenext",
    resolveJsonModule: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    outDir: "js",
    rootDir: ".",
  };
  const files = ["program.ts"];
  await Promise.all([
    writeFile(join(folder, "sale.json"), sale),
    writeFile(join(folder, "package.json"), `{ "type": "module" }`),
    writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files })),
    cp(join(here, "programs", program), join(folder, "program.ts")),
  ]);
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  await ran(process.execPath, [tsc, "-p", "."], folder);
  return join(folder, "js/program.js");
}
