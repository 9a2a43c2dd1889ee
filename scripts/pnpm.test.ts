/** The pinned pnpm, fetched by the real npm from a registry of this test. */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";

const version = "1.2.3";
const target = `${process.platform}-${process.arch}`;
const binary = `@pnpm/exe.${target}`;
const refused = `The pnpm ${version} that npm has fetched is not the one whose sha512 package.json names: it was not run, and nothing was installed.\n`;

interface Pin {
  readonly packageManager: string;
  readonly pnpmBinaries: Readonly<Record<string, string>>;
}

let scratch: string;
let root: string;
let registry: Server;
let isGone = false;
const tarballs = new Map<string, Buffer>();

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "slipway-pnpm-"));
  const program =
    'import{readFileSync}from"node:fs";' +
    'console.log(readFileSync(new URL("../../' +
    `${binary}/pnpm", import.meta.url),"utf8"),...process.argv.slice(2))`;
  tarballs.set("pnpm", packed("pnpm", { "bin/pnpm.mjs": program }));
  tarballs.set(binary, packed(binary, { pnpm: "the program of this platform" }));
  registry = createServer((request, response) => {
    const name = decodeURIComponent(String(request.url))
      .slice(1)
      .replace(/\.tgz$/, "");
    const tarball = tarballs.get(name);
    if (isGone || tarball === undefined) response.writeHead(404).end();
    else if (request.url?.endsWith(".tgz")) response.end(tarball);
    else response.end(JSON.stringify(documentOf(name, tarball)));
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
});
afterAll(() => {
  registry.close();
  rmSync(scratch, { recursive: true, force: true });
});
beforeEach(() => {
  isGone = false;
  root = mkdtempSync(join(scratch, "root-"));
  mkdirSync(join(root, "scripts"));
  cpSync(join(import.meta.dirname, "pnpm.mjs"), join(root, "scripts", "pnpm.mjs"));
});

function packed(name: string, files: Readonly<Record<string, string>>): Buffer {
  const folder = mkdtempSync(join(scratch, "package-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent"], { cwd: folder });
  const [file = ""] = readdirSync(folder).filter((each) => each.endsWith(".tgz"));
  return readFileSync(join(folder, file));
}

function hashOf(name: string, encoding: "hex" | "base64"): string {
  return createHash("sha512")
    .update(tarballs.get(name) ?? "")
    .digest(encoding);
}

/**
 * The document of a registry about a package. It says the hash of what it has: only our own pin can show that this is
 * another.
 */
function documentOf(name: string, tarball: Buffer): object {
  const { port } = registry.address() as AddressInfo;
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const dist = { tarball: `http://127.0.0.1:${port}/${encodeURIComponent(name)}.tgz`, integrity };
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { name, version, dist } },
  };
}

function rightPin(): Pin {
  return {
    packageManager: `pnpm@${version}+sha512.${hashOf("pnpm", "hex")}`,
    pnpmBinaries: { [target]: `sha512-${hashOf(binary, "base64")}` },
  };
}

async function run(pin: object): Promise<{ code: number; stdout: string; stderr: string }> {
  writeFileSync(join(root, "package.json"), JSON.stringify(pin));
  const { port } = registry.address() as AddressInfo;
  const env = {
    PATH: process.env["PATH"],
    HOME: scratch,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: join(root, "cache"),
  };
  const child = spawn(process.execPath, ["scripts/pnpm.mjs", "install"], { cwd: root, env });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
  const [code] = (await once(child, "close")) as [number];
  return { code, ...output };
}

function otherHash(encoding: "hex" | "base64"): string {
  return createHash("sha512").update("another program").digest(encoding);
}

describe("the pinned pnpm", () => {
  it("is fetched once and run with its arguments", async () => {
    const answer = { code: 0, stdout: "the program of this platform install\n", stderr: "" };
    expect(await run(rightPin())).toEqual(answer);
    isGone = true;
    expect(await run(rightPin())).toEqual(answer);
  });

  it.each<[string, () => Partial<Pin>]>([
    ["pnpm", () => ({ packageManager: `pnpm@${version}+sha512.${otherHash("hex")}` })],
    [
      "its program for this platform",
      () => ({ pnpmBinaries: { [target]: `sha512-${otherHash("base64")}` } }),
    ],
  ])("is not run where the bytes of %s are others", async (_, wrong) => {
    expect(await run({ ...rightPin(), ...wrong() })).toEqual({
      code: 1,
      stdout: "",
      stderr: refused,
    });
    expect(readdirSync(join(root, ".tools", "pnpm"))).toEqual([]);
    expect(await run(rightPin())).toMatchObject({ code: 0 });
  });

  it("is refused without a hash", async () => {
    const { code, stderr } = await run({ ...rightPin(), packageManager: `pnpm@${version}` });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "packageManager of package.json must be pnpm@<version>+sha512.<128 hex digits>.\n",
    });
    expect(existsSync(join(root, ".tools"))).toBe(false);
  });

  it("is what the repository names, with a hash for each platform that its image is built for", () => {
    const { packageManager, pnpmBinaries } = JSON.parse(
      readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8"),
    ) as Pin;
    expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
    expect(Object.keys(pnpmBinaries)).toEqual(["linux-x64", "linux-arm64"]);
    for (const hash of Object.values(pnpmBinaries)) expect(hash).toMatch(/^sha512-[\w+/]{86}==$/);
  });
});
