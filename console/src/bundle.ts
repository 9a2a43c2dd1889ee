/** Builds the console of its sources: one script, one style sheet, and the page that names both. */
import assert from "node:assert";
import { once } from "node:events";
import { glob, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type * as Esbuild from "esbuild-wasm";
import type { MinifyOutput } from "terser";
import { apiVersion, operations } from "@slipway/client/operations";
import { en } from "../page/texts/en.ts";
import { calledOperations } from "./called-operations.ts";
import type { Script } from "./shorten-worker.ts";
import { textNames } from "./text-names.ts";

/**
 * As long as the output of one pass still gets shorter. `null == x` compresses worse than `x == null`. Nothing that is loaded
 * changes what JavaScript has built in, and no getter does more than answer.
 */
const compress = {
  passes: 2,
  unsafe: true,
  unsafe_arrows: true,
  pure_getters: true,
  lhs_constants: false,
};
const options = { module: true, ecma: 2020, compress } as const;

const page = fileURLToPath(new URL("../page/", import.meta.url));

/** Bytes by name. `index.html` is the page; the names of the others contain a hash of what they were made of. */
export type ConsoleFiles = ReadonlyMap<string, Buffer>;

type Bundler = Pick<typeof Esbuild, "build" | "stop">;

/** Nothing is written. */
export async function bundleConsole(): Promise<ConsoleFiles> {
  const { build, stop } = await bundler();
  const { outputFiles } = await build({
    entryPoints: [
      { in: `${page}main.tsx`, out: "app" },
      { in: `${page}app.css`, out: "app" },
    ],
    bundle: true,
    minify: true,
    // The gateway says that they are UTF-8: else each accent would be an escape of four characters.
    charset: "utf8",
    format: "esm",
    // A file for each language, which the script loads when it is shown.
    splitting: true,
    chunkNames: "[name].[hash]",
    // Named by a header: no browser loads its name with the script.
    sourcemap: "external",
    // Children as arguments: shorter than as a property, as the runtime has them that tsconfig.json names for the types.
    jsx: "transform",
    jsxFactory: "createElement",
    jsxFragment: "Fragment",
    tsconfigRaw: {},
    plugins: [elements, calledTable],
    mangleProps: await shortNames(),
    target: "es2023",
    entryNames: "[name].[hash]",
    outdir: page,
    write: false,
    logLevel: "silent",
  });
  // Else the bundler stays as a process beside this one.
  await stop();
  const files = new Map(
    outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]),
  );
  await shorten(files);
  const html = await readFile(`${page}index.html`, "utf8");
  const named = html.replaceAll(/app\.(js|css)/g, (_, type: string) => nameOf(files, type));
  return files.set("index.html", Buffer.from(named));
}

/** Imports what JSX becomes, on the first line, so that the source map still names the others. */
const elements: Esbuild.Plugin = {
  name: "elements",
  setup(build) {
    build.onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = `import { createElement, Fragment } from "preact"; ${source}`;
      return { contents, loader: "tsx" };
    });
  },
};

/**
 * Keeps the operations that the page calls, of the client's table: a quarter of the table is never loaded. It
 * leaves out the members that only serve methods that read a whole list.
 */
const calledTable: Esbuild.Plugin = {
  name: "called",
  setup(build) {
    build.onLoad({ filter: /[/\\]generated[/\\]operations\.ts$/ }, async () => {
      const called = calledOperations(operations, await sourcesIn(page));
      const table = JSON.stringify(called, (member, value: unknown) =>
        member === "pages" || member === "hasChanges" ? undefined : value,
      );
      const version = JSON.stringify(apiVersion);
      return { contents: `export const apiVersion = ${version}, operations = ${table};` };
    });
  },
};

/**
 * Shortens the names of texts that only the page uses: a hundredth of what is loaded. esbuild gives them names that
 * nothing else has, before it hashes the files. The client's types have the values that the server says: none of
 * these is changed.
 */
async function shortNames(): Promise<RegExp> {
  const { access, ...sections } = en;
  const groups = Object.entries(access).filter(([, each]) => typeof each === "object");
  const loaded = ["preact", "preact/hooks"].map((name) => fileURLToPath(import.meta.resolve(name)));
  const library = await Promise.all(loaded.map((path) => readFile(path, "utf8")));
  const client = await sourcesIn(
    fileURLToPath(new URL(".", import.meta.resolve("@slipway/client"))),
  );
  const names = textNames(
    { ...sections, ...Object.fromEntries(groups) },
    {
      page: await sourcesIn(page, (path) => !/[/\\]texts[/\\](?:en|it)\b/.test(path)),
      others: [client, ...library].join("\n"),
    },
  );
  return new RegExp(`^(?:${names.join("|")})$`);
}

async function sourcesIn(folder: string, isMeant = (_: string) => true): Promise<string> {
  const sources: string[] = [];
  for await (const path of glob(`${folder}**/*.{ts,tsx}`))
    if (isMeant(path) && !path.includes(".test.")) sources.push(await readFile(path, "utf8"));
  return sources.join("\n");
}

/**
 * esbuild uses no name of a variable twice where one scope lies in another. terser does, so small functions look alike
 * and compress better. It also writes more in fewer words: 4 % less to load, for a second of work.
 */
async function shorten(files: Map<string, Buffer>): Promise<void> {
  const names = [...files.keys()].filter((name) => name.endsWith(".js"));
  const scripts = names.map((name): Script => {
    const [code, content] = [name, `${name}.map`].map((each) => String(files.get(each)));
    const sourceMap = { content: content ?? "" };
    return { code: code ?? "", options: { ...options, sourceMap } };
  });
  const worker = new Worker(new URL("./shorten-worker.ts", import.meta.url), {
    workerData: scripts,
  });
  const [shortened] = (await once(worker, "message")) as [readonly MinifyOutput[]];
  for (const [index, name] of names.entries()) {
    const { code, map } = shortened[index] ?? {};
    assert(typeof code === "string" && typeof map === "string");
    files.set(name, Buffer.from(code)).set(`${name}.map`, Buffer.from(map));
  }
}

function nameOf(files: ConsoleFiles, type: string): string {
  const name = [...files.keys()].find(
    (each) => each.startsWith("app.") && each.endsWith(`.${type}`),
  );
  assert(name !== undefined, `the console has no ${type}`);
  return name;
}

/**
 * esbuild is a program for this machine. The build of the image installs no tools of development, so there it runs as
 * WebAssembly: the same version, which makes the same bytes in ten times the time.
 */
async function bundler(): Promise<Bundler> {
  try {
    return await import("esbuild");
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return import("esbuild-wasm");
  }
}
