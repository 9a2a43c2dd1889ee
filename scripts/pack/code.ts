import assert from "node:assert";
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";

interface Manifest {
  readonly name: string;
  readonly exports?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface PackedCode {
  readonly files: number;
  /** Folders of the packages of ours that are in it, relative to the root. */
  readonly packages: readonly string[];
}

/** An import, a re-export or an import() as Prettier leaves it, once the types are gone. */
const importing = /(\bfrom\s*|\bimport\s*\(?\s*)"([^"\n]+)"/g;

/**
 * Writes every source that these programs import, with its types blanked out (lines and columns stay) and its
 * imports naming .js files. Beside it, it writes the files that packages read at run time.
 */
export function packCode(root: string, folder: string, entries: readonly string[]): PackedCode {
  const packages = new Map<string, Manifest>();
  const written = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (written.has(file)) continue;
    written.add(file);
    const home = packageOf(file);
    if (!packages.has(home)) packages.set(home, manifestOf(root, home));
    const code = stripTypeScriptTypes(readFileSync(join(root, file), "utf8"));
    for (const [, , specifier = ""] of code.matchAll(importing))
      waiting.push(...importedBy(root, file, specifier));
    writeText(join(folder, named(file)), code.replaceAll(importing, withJs));
  }
  for (const [home, manifest] of packages) copyPackage({ root, folder, home, manifest });
  return { files: written.size, packages: [...packages.keys()] };
}

function packageOf(file: string): string {
  const home = /^((packages|services)\/[^/]+|console|gateway|server)\//.exec(file)?.[1];
  assert(home !== undefined, `${file} belongs to no package that is shipped`);
  return home;
}

export function manifestOf(root: string, home: string): Manifest {
  return JSON.parse(readFileSync(join(root, home, "package.json"), "utf8")) as Manifest;
}

function exportsOf({ exports = {} }: Manifest): Readonly<Record<string, string>> {
  return typeof exports === "string" ? { ".": exports } : exports;
}

/** The source of ours that a specifier names; none for Node's own modules and for other people's packages. */
function importedBy(root: string, file: string, specifier: string): string[] {
  if (/^\.\.?\//.test(specifier)) {
    const path = join(dirname(file), specifier);
    return path.endsWith(".ts") ? [path] : [];
  }
  if (!specifier.startsWith("@slipway/")) return [];
  const [scope = "", name = "", ...rest] = specifier.split("/");
  const link = join(root, packageOf(file), "node_modules", scope, name);
  const home = relative(root, realpathSync(link));
  const entry = exportsOf(manifestOf(root, home))[[".", ...rest].join("/")];
  assert(entry !== undefined, `${file} imports ${specifier}, which is not exported`);
  return [join(home, entry)];
}

function withJs(whole: string, before: string, specifier: string): string {
  return /^\.\.?\/.*\.ts$/.test(specifier) ? `${before}"${named(specifier)}"` : whole;
}

function named(path: string): string {
  return path.replace(/\.ts$/, ".js");
}

/** Its package.json with only what is there, and the files beside its sources. */
function copyPackage({
  root,
  folder,
  home,
  manifest,
}: {
  root: string;
  folder: string;
  home: string;
  manifest: Manifest;
}): void {
  const entries = Object.entries(exportsOf(manifest))
    .map(([name, entry]) => [name, named(entry)] as const)
    .filter(([, entry]) => existsSync(join(folder, home, entry)));
  const { name, dependencies } = manifest;
  const own = { name, private: true, type: "module", exports: Object.fromEntries(entries) };
  writeText(
    join(folder, home, "package.json"),
    `${JSON.stringify({ ...own, dependencies }, null, 2)}\n`,
  );
  cpSync(join(root, home, "src"), join(folder, home, "src"), {
    recursive: true,
    filter: (path) => !path.endsWith(".ts"),
  });
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
