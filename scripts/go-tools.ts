/** The programs written in Go that check the chart and the API, and drive the load: built once into `.tools/`, by name and version. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { programOnPath } from "../dev/src/program-on-path.ts";
import { runGroup } from "./process-group.ts";

const run = promisify(execFile);

interface Tool {
  readonly module: string;
  readonly version: string;
  /** The path of the program below the module. */
  readonly path?: string;
  /** The file in this folder that is a program of our own and needs the module. */
  readonly source?: string;
  /** The line by which a program prints its version, if it need not be built when the PATH has it. */
  readonly versionLine?: RegExp;
}

const tools = {
  helm: { module: "helm.sh/helm/v4", version: "v4.2.4", path: "/cmd/helm" },
  kubeconform: {
    module: "github.com/yannh/kubeconform",
    version: "v0.7.0",
    path: "/cmd/kubeconform",
  },
  "kube-score": {
    module: "github.com/zegl/kube-score",
    version: "v1.20.0",
    path: "/cmd/kube-score",
  },
  "oapi-codegen": {
    module: "github.com/oapi-codegen/oapi-codegen/v2",
    version: "v2.8.2",
    path: "/cmd/oapi-codegen",
  },
  alerts: {
    module: "github.com/prometheus/prometheus",
    version: "v0.316.0",
    source: "charts/alerts/main.go",
  },
  scrape: {
    module: "github.com/prometheus/prometheus",
    version: "v0.316.0",
    source: "charts/scrape/main.go",
  },
  oasdiff: { module: "github.com/oasdiff/oasdiff", version: "v1.35.0" },
  k6: {
    module: "go.k6.io/k6/v2",
    version: "v2.2.0",
    versionLine: /^k6(?:\.exe)? v(\d+\.\d+\.\d+)/,
  },
} satisfies Record<string, Tool>;

type GoToolName = keyof typeof tools;
export const goToolNames = Object.keys(tools) as GoToolName[];

/** A build of k6 takes a minute on two cores; a slow network adds to it. */
const buildMsMax = 15 * 60_000;

export const toolsDirectory = fileURLToPath(new URL("../.tools", import.meta.url));

/**
 * The path of the program; builds it where it is not there yet. Two processes that build the same one
 * at once do no harm. Throws one sentence where it cannot be had.
 */
export async function goTool(name: GoToolName): Promise<string> {
  const tool: Tool = tools[name];
  const installed = await newEnoughOnPath(name, tool);
  if (installed !== undefined) return installed;
  const program = placeOf(name);
  if (!existsSync(program)) await build(name, tool, program);
  return program;
}

/** The path of the program where it is built already. */
export function builtGoTool(name: GoToolName): string | undefined {
  const program = placeOf(name);
  return existsSync(program) ? program : undefined;
}

function placeOf(name: GoToolName): string {
  return join(toolsDirectory, "go", `${name}-${versionOf(tools[name])}-${process.arch}`);
}

/** A program of our own is another one when its text changes. */
function versionOf({ version, source }: Tool): string {
  if (source === undefined) return version;
  const text = readFileSync(join(import.meta.dirname, source));
  return `${version}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

async function newEnoughOnPath(name: GoToolName, tool: Tool): Promise<string | undefined> {
  const program = tool.versionLine && programOnPath(name);
  if (tool.versionLine === undefined || program === undefined) return undefined;
  const said = await run(program, ["version"]).catch(() => ({ stdout: "" }));
  const version = tool.versionLine.exec(said.stdout)?.[1];
  return version !== undefined && !isOlder(version, tool.version.slice(1)) ? program : undefined;
}

function isOlder(version: string, least: string): boolean {
  return version.localeCompare(least, "en", { numeric: true }) < 0;
}

async function build(name: GoToolName, tool: Tool, program: string): Promise<void> {
  if (programOnPath("go") === undefined)
    throw new Error(
      `${name} ${tool.version} is built from its sources once: put go 1.26 or newer on the PATH` +
        `${tool.versionLine ? `, or ${name} itself` : ""}.`,
    );
  process.stderr.write(`Building ${name} ${tool.version}, once; this takes a minute or two.\n`);
  await mkdir(join(toolsDirectory, "go"), { recursive: true });
  const folder = await mkdtemp(`${program}-building-`);
  try {
    await buildIn(folder, name, tool);
    // The last process to rename wins; both have built the same.
    await rename(join(folder, name), program);
  } catch (error) {
    throw new Error(`Building ${name} ${tool.version} failed: ${lastLineOf(error)}`, {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * In a module of its own that requires the program's. `go install` would look for modules along the whole
 * path of the program, and ends where a module proxy does not know one of them.
 */
async function buildIn(folder: string, name: string, tool: Tool): Promise<void> {
  const { module, version, path = "", source } = tool;
  const lines = ["module slipway/tool", "go 1.26", `require ${module} ${version}`];
  await writeFile(join(folder, "go.mod"), `${lines.join("\n")}\n`);
  if (source !== undefined)
    await copyFile(join(import.meta.dirname, source), join(folder, "main.go"));
  const built = source === undefined ? `${module}${path}` : ".";
  await go(["build", "-mod=mod", "-o", name, built], folder);
}

/**
 * Runs the go command in a folder; answers what it wrote to stdout. It and its compilers end at their limit, and
 * with this process.
 */
export async function go(
  args: readonly string[],
  folder: string,
  msMax = buildMsMax,
): Promise<string> {
  if (programOnPath("go") === undefined)
    throw new Error("Go 1.26 or newer is needed: put it on the PATH.");
  return runGroup("go", args, {
    cwd: folder,
    msMax,
    env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" },
  });
}

function lastLineOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  const lines = (stderr === undefined || stderr === "" ? message : stderr).trim().split("\n");
  return lines.at(-1) ?? message;
}
