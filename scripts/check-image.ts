/**
 * `npm run check:image`: carries out the first stage of docker/Dockerfile in an empty folder, with an empty home and
 * so with an empty store of packages, and measures the result. It must pack the same files as `npm run pack` does
 * here.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  type Dirent,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type Step, buildStageOf, isLeftOut } from "./image/build-stage.ts";

/**
 * The most that the stage leaves, each file counted as often as it is linked: a layer copies what it links from
 * another.
 */
const megabytesMax = 1150;
/** The share by which the document's figures may differ. */
const statedErrorMax = 0.05;
const root = dirname(import.meta.dirname);
const scratch = mkdtempSync(join(tmpdir(), "slipway-image-"));
const [repository, home, out] = ["repo", "home", "out"].map((name) => join(scratch, name)) as [
  string,
  string,
  string,
];

try {
  for (const folder of [repository, home]) mkdirSync(folder);
  for (const step of buildStageOf(read("docker/Dockerfile"))) carryOut(step);
  const parts = [repository, home, out].map((folder) => megabytesIn(folder));
  const sum = parts.reduce((whole, part) => whole + part, 0);
  const [ofRepository = 0, ofHome = 0, ofImage = 0] = parts.map(Math.round);
  process.stdout.write(
    `The build stage leaves ${Math.round(sum)} MB: ${ofRepository} of sources and packages, ` +
      `${ofHome} of pnpm and its store, ${ofImage} for the image.\n`,
  );
  if (sum > megabytesMax) throw new Error(`That is more than ${megabytesMax} MB.`);
  const [, whole, part] =
    /first stage leaves (\d+) MB, of which (\d+) MB go/.exec(read("docker/README.md")) ?? [];
  for (const [stated, is] of [
    [whole, sum],
    [part, ofImage],
  ] as const)
    if (Math.abs(Number(stated) / is - 1) > statedErrorMax)
      throw new Error(`docker/README.md says ${stated} MB, and it is ${Math.round(is)}.`);
  packHere(join(scratch, "here"));
  const [there, here] = [contentsOf(out), contentsOf(join(scratch, "here"))];
  const differing = [...new Set([...there.keys(), ...here.keys()])].filter(
    (file) => there.get(file) !== here.get(file),
  );
  if (differing.length > 0)
    throw new Error(`npm run pack makes other files than the image has: ${differing.join(", ")}`);
  process.stdout.write(`Its ${there.size} files and links are those of npm run pack.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function carryOut(step: Step): void {
  if (step.does === "run") runIn(repository, "sh", ["-c", step.command.replaceAll("/out", out)]);
  else for (const from of step.from) copy(from);
}

function copy(from: string): void {
  const ignored = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "");
  const { stdout } = spawnSync("git", ["ls-files", "-z", "-co", "--exclude-standard", from], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of stdout.split("\0").filter((each) => each !== ""))
    if (!isLeftOut(file, ignored)) cpSync(join(root, file), join(repository, file));
}

function packHere(folder: string): void {
  runIn(root, process.execPath, [
    "--disable-warning=ExperimentalWarning",
    "scripts/pack.ts",
    folder,
  ]);
}

/**
 * Runs a program as in a container: this Node, no home but its own, and no folder of packages but the one that it
 * makes there.
 */
function runIn(cwd: string, program: string, args: readonly string[]): void {
  const { PATH = "", ...others } = process.env;
  const inherited = Object.entries(others).filter(
    ([name]) => !/^(npm_|pnpm_|node_env|xdg_)/i.test(name),
  );
  const folders = PATH.split(delimiter).filter(
    (folder) => !folder.startsWith(join(root, "node_modules", ".bin")),
  );
  const env = {
    ...Object.fromEntries(inherited),
    PATH: [dirname(process.execPath), ...folders].join(delimiter),
    HOME: home,
    // The user's settings say where packages come from.
    npm_config_userconfig: join(homedir(), ".npmrc"),
    CI: "true",
  };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")}\n${stdout}\n${stderr}`);
}

function megabytesIn(folder: string): number {
  return filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1e6;
}

function contentsOf(folder: string): Map<string, string> {
  const hash = (file: string): string =>
    createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
  const links = entriesIn(folder, (entry) => entry.isSymbolicLink());
  return new Map([
    ...filesIn(folder).map((file): [string, string] => [file, hash(file)]),
    ...links.map((link): [string, string] => [link, readlinkSync(join(folder, link))]),
  ]);
}

/** Files, not links. */
function filesIn(folder: string): string[] {
  return entriesIn(folder, (entry) => entry.isFile());
}

function entriesIn(folder: string, isWanted: (entry: Dirent) => boolean): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return entriesIn(join(folder, entry.name), isWanted).map((inner) => join(entry.name, inner));
    return isWanted(entry) ? [entry.name] : [];
  });
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
