/** The list of what is in a packed folder, as CycloneDX 1.6 in JSON. */
import assert from "node:assert";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

interface Component {
  readonly type: "library" | "application";
  /** The package URL, which names a package of npm and its version. */
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly object[];
  /** Hashes of the tarball that was installed: the folder has a part of its files. */
  readonly hashes?: readonly object[];
}

interface Sbom {
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.6";
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * Lists the packages in a folder that `npm run pack` has filled, with their licences, the hashes of the lockfile, and
 * which of them needs which. The packages of ours are the application itself. The same folder gives the same text: it
 * has no time, and its serial number is made of its contents. Throws for a package that the lockfile does not name.
 */
export function sbomOf(folder: string, lockfile: string): Sbom {
  const root = realpathSync(folder);
  const application = componentOf(manifestIn(root), "application");
  const libraries = new Map<string, Component>();
  const needs = new Map([[application["bom-ref"], new Set(neededByOurs(root))]]);
  for (const { path, siblings } of storedPackages(root)) {
    const library = libraryOf(manifestIn(path), lockfile);
    const ref = library["bom-ref"];
    libraries.set(ref, library);
    // One version may be installed twice, beside different peers.
    const needed = needs.get(ref) ?? new Set();
    needs.set(ref, new Set([...needed, ...linkedFrom(siblings)]));
  }
  const components = [...libraries.values()].toSorted(byRef);
  const dependencies = [...needs]
    .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() }))
    .toSorted((a, b) => (a.ref < b.ref ? -1 : 1));
  const contents = { metadata: { component: application }, components, dependencies };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(contents))}`;
  return { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber, version: 1, ...contents };
}

function byRef(one: Component, other: Component): number {
  return one["bom-ref"] < other["bom-ref"] ? -1 : 1;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function refOf({ name, version }: Manifest): string {
  return `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
}

function componentOf(manifest: Manifest, type: Component["type"]): Component {
  const { name, version, license } = manifest;
  const purl = refOf(manifest);
  const licenses = license === undefined ? {} : { licenses: [licenceOf(license)] };
  return { type, "bom-ref": purl, name, version, purl, ...licenses };
}

/** An SPDX expression, which one identifier is as well; else what the package calls its licence. */
function licenceOf(license: string): object {
  const isExpression = /^[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*$|^\([^()]+\)$/.test(license);
  return isExpression ? { expression: license } : { license: { name: license } };
}

function libraryOf(manifest: Manifest, lockfile: string): Component {
  const { name, version } = manifest;
  const id = `${name}@${version}`;
  const key = id.startsWith("@") ? `'${id}'` : id;
  const [, rest = ""] = lockfile.split(`\n  ${key}:\n    resolution: {integrity: sha512-`);
  const [integrity = ""] = /^[\w+/=]+(?=\})/.exec(rest) ?? [];
  assert(integrity !== "", `pnpm-lock.yaml has no sha512 of ${id}`);
  const content = Buffer.from(integrity, "base64").toString("hex");
  return { ...componentOf(manifest, "library"), hashes: [{ alg: "SHA-512", content }] };
}

interface Stored {
  readonly path: string;
  /** Links to what it needs, in the node_modules where it lies itself. */
  readonly siblings: readonly string[];
}

/** Each package in pnpm's store, which is `node_modules/.pnpm/<id>/node_modules/<name>`. */
function storedPackages(root: string): Stored[] {
  const store = join(root, "node_modules", ".pnpm");
  return readdirSync(store).flatMap((id) => {
    const paths = pathsIn(join(store, id, "node_modules"));
    const siblings = paths.filter(isLink);
    return paths.filter((path) => !isLink(path)).map((path) => ({ path, siblings }));
  });
}

/** The dependencies of our packages, but for one another. */
function neededByOurs(root: string): string[] {
  const homes = ["gateway", ...["packages", "services"].flatMap((kind) => foldersIn(root, kind))];
  const links = homes.flatMap((home) => pathsIn(join(root, home, "node_modules")));
  return linkedFrom(links.filter((link) => realpathSync(link).includes("/node_modules/.pnpm/")));
}

function linkedFrom(links: readonly string[]): string[] {
  return links.map((link) => refOf(manifestIn(realpathSync(link))));
}

function foldersIn(root: string, kind: string): string[] {
  const folder = join(root, kind);
  return existsSync(folder) ? readdirSync(folder).map((name) => join(kind, name)) : [];
}

/** The packages in a node_modules folder, scoped ones too; none where there is no such folder. */
function pathsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return name.startsWith("@") ? readdirSync(path).map((inner) => join(path, inner)) : [path];
  });
}

function isLink(path: string): boolean {
  return lstatSync(path).isSymbolicLink();
}

/** A UUID of version 8, whose bits are of our own choice: those of a hash. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
