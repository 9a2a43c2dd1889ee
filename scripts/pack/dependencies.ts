import assert from "node:assert";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { manifestOf } from "./code.ts";

/** Packages that no production process loads: types, and what counts installations for its maker. */
const leftOut = /^@types\/|^@scarf\/scarf$/;

/** Its other dependencies are in its built files, or have built them. */
function isBuiltIn(home: string, name: string): boolean {
  return home === "console" && !name.startsWith("@slipway/");
}

/**
 * An optional peer is linked where a tool for development has brought it, and not in the image's build, which installs
 * nothing optional. No program of ours needs one but moleculer's `nats`, which pnpm-workspace.yaml makes a dependency.
 */
function isUnneeded(name: string, { name: of, peerDependenciesMeta = {} }: Peers): boolean {
  const isNeeded = of === "moleculer" && name === "nats";
  return leftOut.test(name) || (peerDependenciesMeta[name]?.optional === true && !isNeeded);
}

interface Peers {
  readonly name: string;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Files for tools that read the code, not for those who run it. Licences stay. */
const unneeded = /\.(d\.[cm]?ts|[cm]?ts|map|markdown|md|flow)$/;
const unneededFolders = new Set(["test", "tests", "__tests__", "benchmarks", "examples"]);

/**
 * Copies the installed packages that these packages of ours depend on, and in turn theirs, in pnpm's own
 * layout, so that each finds the very versions that the lockfile names. Returns how many they are.
 */
export function packDependencies(root: string, folder: string, homes: readonly string[]): number {
  const copied = new Set<string>();
  const waiting = homes.flatMap((home) => linkDependencies(root, folder, { home, homes }));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (copied.has(id)) continue;
    copied.add(id);
    waiting.push(...packStored(root, folder, id));
  }
  return copied.size;
}

/** Lets a package of ours find what it depends on; returns where that lies in pnpm's store. */
function linkDependencies(
  root: string,
  folder: string,
  { home, homes }: { home: string; homes: readonly string[] },
): string[] {
  const stored: string[] = [];
  for (const name of Object.keys(manifestOf(root, home).dependencies ?? {})) {
    if (leftOut.test(name) || isBuiltIn(home, name)) continue;
    const link = join(home, "node_modules", name);
    const target = relative(root, realpathSync(join(root, link)));
    const isOurs = !target.startsWith("node_modules");
    // Packages of ours are linked only if something of them is imported.
    if (isOurs && !homes.includes(target)) continue;
    makeLink(folder, link, target);
    if (!isOurs) stored.push(storedAs(target));
  }
  return stored;
}

/** Copies one folder of pnpm's store: a package, and links to its dependencies; returns where those lie. */
function packStored(root: string, folder: string, id: string): string[] {
  const place = join("node_modules", ".pnpm", id, "node_modules");
  const isLink = (name: string): boolean => lstatSync(join(root, place, name)).isSymbolicLink();
  const names = packagesIn(join(root, place));
  const own = names.find((name) => !isLink(name));
  assert(own !== undefined, `${id} is not in pnpm's store`);
  copyPackage(join(root, place, own), join(folder, place, own));
  const manifest = JSON.parse(
    readFileSync(join(root, place, own, "package.json"), "utf8"),
  ) as Peers;
  const needed = names.filter((name) => isLink(name) && !isUnneeded(name, manifest));
  return needed.map((name) => {
    const target = relative(root, realpathSync(join(root, place, name)));
    makeLink(folder, join(place, name), target);
    return storedAs(target);
  });
}

/** The name of its folder in the store: node_modules/.pnpm/<this>/node_modules/... */
function storedAs(target: string): string {
  return target.split(sep)[2] ?? "";
}

/** Names, scoped ones with their scope, of what lies in a node_modules folder. */
function packagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@")
        ? readdirSync(join(folder, name)).map((inner) => join(name, inner))
        : [name],
    );
}

function copyPackage(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) =>
      !unneededFolders.has(relative(from, path)) &&
      // Programs by their paths on this machine.
      basename(path) !== ".bin" &&
      (!unneeded.test(path) || /^licen[cs]e/i.test(basename(path))),
  });
}

/** Both paths from the folder's root. */
function makeLink(folder: string, link: string, target: string): void {
  const at = join(folder, link);
  mkdirSync(dirname(at), { recursive: true });
  if (!existsSync(at)) symlinkSync(relative(dirname(at), join(folder, target)), at);
}
