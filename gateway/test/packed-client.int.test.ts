/** The packed client in a project that has nothing else: its size, its types for two compilers, and the snippets of its README. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { aFerry } from "./a-ferry.ts";
import { sharedClient } from "./client.ts";
import { signatureHeaders } from "@slipway/delivery";
import { apiVersion } from "@slipway/client";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

const run = promisify(execFile);
const root = dirname(dirname(import.meta.dirname));
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

let folder: string;
let snippets: string[];

const gateway = forThisFile(() => sharedClient());
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-client-"));
  const project = { name: "bare", private: true, type: "module" };
  await writeFile(join(folder, "package.json"), JSON.stringify(project));
  const packing = [join(root, "scripts/run.mjs"), join(root, "scripts/pack-client.ts"), folder];
  const { stdout } = await run(process.execPath, packing);
  const file = stdout.trim().split("\n").at(-1) ?? "";
  // There are no dependencies to fetch.
  await run("npm", ["install", "--offline", "--no-audit", file], { cwd: folder });
  const readme = await readFile(join(root, "packages/client/README.md"), "utf8");
  snippets = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the packed client", () => {
  it("has no dependency, and at most 15 kB of code", async () => {
    const home = join(folder, "node_modules/@slipway/client");
    const manifest = JSON.parse(await readFile(join(home, "package.json"), "utf8")) as {
      version: string;
    };
    expect(manifest.version).toBe(apiVersion);
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
    const files = await readdir(home, { recursive: true });
    const code = files.filter((file) => file.endsWith(".js"));
    const texts = await Promise.all(code.map((file) => readFile(join(home, file))));
    expect(gzipSync(Buffer.concat(texts)).length).toBeLessThanOrEqual(15_000);
    const declared = files.filter((file) => file.endsWith(".d.ts"));
    const declarations = await Promise.all(
      declared.map((file) => readFile(join(home, file), "utf8")),
    );
    expect(declarations.filter((text) => /from "\.[^"]*\.ts"/.test(text))).toEqual([]);
    expect(files.filter((file) => file.includes("test"))).toEqual([]);
  });

  it("carries its licence, and says where it comes from", async () => {
    const home = join(folder, "node_modules/@slipway/client");
    const license = await readFile(join(root, "LICENSE"), "utf8");
    expect(await readFile(join(home, "LICENSE"), "utf8")).toBe(license);
    const url: unknown = expect.stringMatching(/^(git\+)?https:\/\//);
    expect(JSON.parse(await readFile(join(home, "package.json"), "utf8"))).toMatchObject({
      license: "Apache-2.0",
      author: expect.any(String),
      keywords: expect.arrayContaining(["booking"]),
      homepage: url,
      bugs: { url },
      repository: { type: "git", url, directory: "packages/client" },
    });
  });

  it.each([
    ["typescript-5.4", "nodenext"],
    ["typescript-5.4", "bundler"],
    ["typescript", "nodenext"],
    ["typescript", "bundler"],
  ])("has types that %s takes, and that refuse wrong calls (%s)", async (compiler, resolution) => {
    await cp(join(root, "packages/client/test/typed.ts"), join(folder, "typed.ts"));
    await writeFile(join(folder, "readme.ts"), snippets.join("\n"));
    const options = {
      target: "es2022",
      lib: ["es2022", "dom", "dom.asynciterable"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      module: resolution === "nodenext" ? "nodenext" : "esnext",
      moduleResolution: resolution,
      noEmit: true,
    };
    const config = { compilerOptions: options, files: ["typed.ts", "readme.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules", compiler, "bin/tsc");
    const compiled = await run(process.execPath, [tsc, "-p", folder]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(compiled.stdout).toBe("");
  });
});

describe("the README of the client", () => {
  it("has six snippets, and the first one books in under 20 lines", () => {
    expect(snippets).toHaveLength(6);
    expect((snippets[0] ?? "").trim().split("\n").length).toBeLessThan(20);
  });

  it("says what a program of its snippets does", async () => {
    const { key } = await aFerry(gateway, 12);
    const program = [
      ...snippets,
      `const body = ${JSON.stringify(message)};`,
      `const headers = ${JSON.stringify(signatureHeaders({ webhookId: "msg_1", body: message, secrets: [secret] }, Date.now()))};`,
      `const url = "http://receiver.example";`,
      `const taken = await receive(new Request(url, { method: "POST", body, headers }), "${secret}");`,
      `const other = await receive(new Request(url, { method: "POST", body: "{}", headers }), "${secret}");`,
      "console.log(taken.status, other.status);",
    ].join("\n");
    const pointed = program.replace("http://127.0.0.1:3000", gateway.url).replace("slw_...", key);
    await writeFile(join(folder, "program.ts"), pointed);
    const { stdout } = await run(process.execPath, [join(folder, "program.ts")], { cwd: folder });
    const lines = stdout.trim().split("\n");
    const [booked, ordered, offered, moved, ...rest] = lines;
    expect([booked, ordered]).toEqual(["CONFIRMED 2500", "CONFIRMED true"]);
    expect(offered).toMatch(/^Held until \S+Z (Sold out|Not possible)/);
    expect(moved).toBe("CONFIRMED 2");
    const statuses = rest.slice(0, -3).map((line) => line.split(" ")[1]);
    expect(statuses.filter((status) => status === "CONFIRMED")).toHaveLength(4);
    expect(statuses.filter((status) => status === "ON_HOLD")).toHaveLength(1);
    expect(rest.at(-3)).toMatch(/^1 suppliers; the next reading begins at \S+Z$/);
    expect(rest.slice(-2)).toEqual(["bkg_1 CONFIRMED", "204 401"]);
  });
});

const message = JSON.stringify({
  type: "BOOKING_UPDATE",
  data: { bookingId: "bkg_1", action: "CONFIRMED" },
});
