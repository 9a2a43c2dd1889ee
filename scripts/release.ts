/**
 * `npm run release -- --registry registry.example.com/boats`: publishes the image and the chart of the checked-out tag
 * in an OCI registry. cosign signs both, and a list of what is packed in the image. `--dry-run` prints each command in
 * its order and runs those that change nothing. Log in before: `docker login`, `helm registry login`, `cosign login`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { programOnPath } from "../dev/src/program-on-path.ts";
import { goTool } from "./go-tools.ts";
import { basesOf } from "./image/bases.ts";
import { type ReleaseState, hindrancesOf } from "./release/hindrances.ts";
import { type Command, type Release, commandsOf, sbomFile, shown } from "./release/plan.ts";
import { runRelease } from "./release/run-release.ts";

const root = dirname(import.meta.dirname);
const releasesFile = "packages/contracts/history/releases.json";
const usage =
  "Say where to publish: npm run release -- --registry registry.example.com/boats [--dry-run] " +
  "[--platform linux/amd64,linux/arm64] [--key cosign.key]. RELEASE_REGISTRY may name the registry instead.";
/** A host, its port and a path; neither a scheme nor a slash at the end. */
const registryPattern = /^[a-z0-9][a-z0-9.-]*(:\d+)?(\/[a-z0-9._-]+)*$/;

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { registry, platform, key, isRehearsal } = asked();
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const hindrances = hindrancesOf(await state(version));
  for (const sentence of hindrances) process.stderr.write(`Not now: ${sentence}\n`);
  if (hindrances.length > 0 && !isRehearsal) return 1;
  const revision = (await git(["rev-parse", "HEAD"])).trim();
  const folder = mkdtempSync(join(tmpdir(), "slipway-release-"));
  const release = { registry, version, revision, folder, platform, key };
  try {
    if (isRehearsal) await rehearse(release);
    else await publish(release);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asked(): Pick<Release, "registry" | "platform" | "key"> & { isRehearsal: boolean } {
  const { values } = parseArgs({
    options: {
      registry: { type: "string", default: process.env["RELEASE_REGISTRY"] ?? "" },
      platform: { type: "string", default: "linux/amd64" },
      key: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  if (!registryPattern.test(values.registry)) throw new Error(usage);
  const { registry, platform, key, "dry-run": isRehearsal } = values;
  return { registry, platform, key, isRehearsal };
}

async function state(version: string): Promise<ReleaseState> {
  const chart = read("charts/slipway/Chart.yaml");
  const { appVersion } = parse(chart) as { appVersion: string };
  return {
    version,
    appVersion,
    changelog: read("CHANGELOG.md"),
    status: await git(["status", "--porcelain"]),
    tags: (await git(["tag", "--points-at", "HEAD"])).split("\n"),
    missing: ["docker", "cosign"].filter((program) => programOnPath(program) === undefined),
    unpinned: basesOf(read("docker/Dockerfile"))
      .filter(({ digest }) => digest === undefined)
      .map(({ argument }) => argument),
    placeholders: [...new Set(chart.match(/[\w.-]+\.example\.com/g))],
  };
}

/** Prints every command, and runs those that change nothing. */
async function rehearse(release: Release): Promise<void> {
  for (const command of commandsOf(release)) {
    process.stdout.write(`${shown(command)}\n`);
    if (command.isHarmless) await run(command);
  }
  const files = readdirSync(release.folder).filter((name) => name.endsWith(".tgz"));
  for (const file of [...files, sbomFile])
    process.stdout.write(`${file}: ${statSync(join(release.folder, file)).size} bytes\n`);
  process.stdout.write("Nothing was published.\n");
}

async function publish(release: Release): Promise<void> {
  const { registry, version } = release;
  const digests = await runRelease(commandsOf(release), async (command) => {
    process.stdout.write(`${shown(command)}\n`);
    const output = await run(command);
    if (command.publishes !== "image") return output;
    return readFileSync(join(release.folder, "image.json"), "utf8");
  });
  const releases = JSON.parse(read(releasesFile)) as Record<string, string>;
  const noted = { ...releases, [version]: release.revision };
  writeFileSync(join(root, releasesFile), `${JSON.stringify(noted, undefined, 2)}\n`);
  process.stdout.write(
    `Written: ${releasesFile}. Commit it: upgrades to the next release begin with this commit.\n` +
      `Published ${registry}/slipway@${digests.get("image")} and ${registry}/charts/slipway@${digests.get("chart")}.\n` +
      `helm install slipway oci://${registry}/charts/slipway --version ${version} --set image.registry=${registry}\n`,
  );
}

/** Shows what it says as it says it. */
async function run({ program, args }: Command): Promise<string> {
  const path = await pathOf(program);
  const child = spawn(path, args, { cwd: root, stdio: ["inherit", "pipe", "pipe"] });
  let output = "";
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      to.write(text);
    });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ""} ended with ${code ?? "a signal"}.`);
  return output;
}

function pathOf(program: Command["program"]): Promise<string> | string {
  if (program === "helm") return goTool("helm");
  return program === "node" ? process.execPath : program;
}

async function git(args: readonly string[]): Promise<string> {
  const child = spawn("git", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`git ${args.join(" ")} ended with ${code ?? "a signal"}.`);
  return output;
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
