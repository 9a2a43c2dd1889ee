/** One bash that runs the blocks of docs/deploy.md one after the other, in a folder that looks like the repository's. */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { delimiter, join } from "node:path";
import { type DocumentPlan, isRun, planned } from "../../scripts/blocks/plan.ts";
import { shellBlocksOf, shownFilesOf } from "../../scripts/blocks/shell-blocks.ts";

export interface DocumentShell {
  /** Runs the blocks of the document between two of its headings; answers how many commands a stand-in has taken. */
  section(heading: string): Promise<void>;
  /** Runs other commands in the same shell. Rejects with the last lines when one fails. */
  run(commands: string): Promise<string>;
  end(): void;
}

interface ShellOptions {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders of programs. */
  readonly programs: readonly string[];
  readonly log: fs.WriteStream;
  /** Files to source first. */
  readonly sourced: readonly string[];
}

const root = join(import.meta.dirname, "..", "..");
const document = fs.readFileSync(join(root, "docs", "deploy.md"), "utf8");
const mark = "@@done";
const roomValues = "room.yaml";
/** Lower requests beside the values of the document: two cores have no room for the chart's own. */
const room = `defaults: { resources: { requests: { cpu: 20m } } }
services:
  gateway: { resources: { requests: { cpu: 250m } } }
`;

const plan: DocumentPlan = {
  file: "docs/deploy.md",
  placeholders: [
    [/--values my-values\.yaml/g, `--values my-values.yaml --values ${roomValues}`],
    [/^slipway tenant create/gm, "keep TENANT .id slipway tenant create"],
    [/^slipway key create/gm, "keep KEY .key slipway key create"],
    [/\bten_…/g, '"$TENANT"'],
    [/api-key=KEY/g, 'api-key="$KEY"'],
    [/"slipway-\$\(date \+%F\)\.gz"/g, "slipway-2027-06-01.gz"],
  ],
  leftOut: [[/monitoring-values/, "needs the Prometheus Operator"]],
  before: [["< password.txt", "echo correct-horse-battery > password.txt"]],
};

/** `keep NAME PATH COMMAND…`: runs a command and keeps a field of its JSON in a variable. */
const preamble = `set -euo pipefail
keep() {
  local name=$1 path=$2 said
  said=$("\${@:3}") && echo "$said" && printf -v "$name" %s "$(jq -r "$path" <<< "$said")"
}
`;

export function openDocumentShell(options: ShellOptions): DocumentShell {
  const { env, programs, log, sourced } = options;
  const cwd = folderLikeRepository(options.directory);
  const path = [...programs, process.env["PATH"] ?? ""].join(delimiter);
  const shell = spawn("bash", ["-s"], { cwd, env: { ...process.env, ...env, PATH: path } });
  let said = "";
  let waiting: PromiseWithResolvers<string> | undefined;
  const take = (chunk: Buffer): void => {
    log.write(chunk);
    said += chunk.toString();
    if (!said.includes(mark)) return;
    waiting?.resolve(said.split(mark)[0] ?? "");
    said = "";
  };
  shell.stdout.on("data", take);
  shell.stderr.on("data", take);
  shell.on("close", () => waiting?.reject(new Error(said.trim().split("\n").slice(-6).join("\n"))));
  shell.stdin.on("error", () => undefined);
  const run = async (commands: string): Promise<string> => {
    waiting = Promise.withResolvers();
    log.write(`\n$ ${commands.trim().replaceAll("\n", "\n$ ")}\n`);
    // Commands read nothing of what follows them.
    shell.stdin.write(`{\n${commands}\n} < /dev/null\necho '${mark}'\n`);
    return waiting.promise;
  };
  shell.stdin.write(preamble + sourced.map((file) => `. ${file}\n`).join(""));
  return {
    run,
    async section(heading) {
      for (const text of blocksBelow(heading)) {
        const { shell: commands } = planned(text, plan);
        if (isRun(commands)) await run(commands);
      }
    },
    end: () => shell.kill(),
  };
}

/** The blocks of shell below a heading, as far as the next one of its level or above. */
function blocksBelow(heading: string): string[] {
  const [, below] = document.split(`\n${heading}\n`);
  if (below === undefined) throw new Error(`docs/deploy.md has no heading ${heading}`);
  const level = heading.split(" ")[0] ?? "";
  const [own = ""] = below.split(new RegExp(`^#{2,${level.length}} `, "m"));
  return shellBlocksOf(own).map(({ text }) => text);
}

/** Links to everything, so that nothing is written there, and the files that the document shows. */
function folderLikeRepository(directory: string): string {
  fs.mkdirSync(directory);
  for (const name of fs.readdirSync(root))
    if (name !== ".slipway") fs.symlinkSync(join(root, name), join(directory, name));
  for (const [name, text] of shownFilesOf(document)) fs.writeFileSync(join(directory, name), text);
  fs.writeFileSync(join(directory, roomValues), room);
  return directory;
}
