/** The programs written in Go that check the chart and drive the load: built once into `.tools/`, by name and version. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { programOnPath } from "../packages/platform/src/program-on-path.ts";

const run = promisify(execFile);

interface Tool {
  readonly version: string;
  readonly build: (tool: { readonly version: string; readonly folder: string }) => Promise<unknown>;
  /** Of a program that need not be built when the PATH has it: how it tells its version. */
  readonly versionLine?: RegExp;
}

const tools = {
  helm: { version: "v4.2.4", build: goInstall("helm.sh/helm/v4/cmd/helm") },
  kubeconform: {
    version: "v0.7.0",
    build: goInstall("github.com/yannh/kubeconform/cmd/kubeconform"),
  },
  "kube-linter": {
    version: "v0.8.3",
    build: goInstall("golang.stackrox.io/kube-linter/cmd/kube-linter"),
  },
  k6: { version: "v2.2.0", build: buildK6, versionLine: /^k6(?:\.exe)? v(\d+\.\d+\.\d+)/ },
} satisfies Record<string, Tool>;

export type GoToolName = keyof typeof tools;

/** A build of k6 takes a minute on two cores; a slow network adds to it. */
const buildMsMax = 15 * 60_000;
const outputBytesMax = 64 * 1024 * 1024;

export const toolsDirectory = fileURLToPath(new URL("../.tools", import.meta.url));

/**
 * The path of the program; builds it where it is not there yet. Two processes that build the same one
 * at once do no harm. Throws one sentence where it cannot be had.
 */
export async function goTool(name: GoToolName): Promise<string> {
  const tool: Tool = tools[name];
  const installed = await newEnoughOnPath(name, tool);
  if (installed !== undefined) return installed;
  const program = join(toolsDirectory, "go", `${name}-${tool.version}-${process.arch}`);
  if (!existsSync(program)) await build(name, tool, program);
  return program;
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
    await tool.build({ version: tool.version, folder });
    // Whoever renames last wins; both have built the same.
    await rename(join(folder, name), program);
  } catch (error) {
    throw new Error(`Building ${name} ${tool.version} failed: ${lastLineOf(error)}`, {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function goInstall(path: string): Tool["build"] {
  return ({ version, folder }) => go(["install", `${path}@${version}`], folder);
}

/** `go install` of k6 looks its path up beyond the module proxy; a module that requires it does not. */
async function buildK6({ version, folder }: { version: string; folder: string }): Promise<void> {
  const module = ["module slipway/k6", "go 1.26", `require go.k6.io/k6/v2 ${version}`];
  await writeFile(join(folder, "go.mod"), `${module.join("\n")}\n`);
  await go(["build", "-mod=mod", "-o", "k6", "go.k6.io/k6/v2"], folder);
}

/** Runs the go command in a folder, where `go install` puts its program, too; answers what it wrote to stdout. */
export async function go(args: readonly string[], folder: string): Promise<string> {
  const { stdout } = await run("go", [...args], {
    cwd: folder,
    timeout: buildMsMax,
    maxBuffer: outputBytesMax,
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: "0", GOWORK: "off" },
  });
  return stdout;
}

function lastLineOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  const lines = (stderr === undefined || stderr === "" ? message : stderr).trim().split("\n");
  return lines.at(-1) ?? message;
}
