/** Runs the blocks of one document in one shell, in a folder that looks like the repository's. */
import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { builtGoTool } from "../go-tools.ts";
import { type DocumentPlan, isRun, planned } from "./plan.ts";
import { emptyState, noteCall, recorderNames, writeState } from "./recorded-state.ts";
import { type ShellBlock, shellBlocksOf, shownFilesOf } from "./shell-blocks.ts";

export interface Outcome {
  readonly place: string;
  readonly kind: "run" | "stubbed" | "left out" | "FAILED";
  /** Why something was left out, or what failed. */
  readonly notes: readonly string[];
}

interface Running {
  readonly plan: DocumentPlan;
  readonly markdown: string;
  /** The scratch folder of the whole run. */
  readonly scratch: string;
  /** The server's data directory, and where it answers. */
  readonly data: string;
  readonly url: string;
}

const root = join(import.meta.dirname, "..", "..");
const execute = promisify(execFile);
const secondsMax = 120;
/** Where the next block begins, in what the shell prints. */
const mark = "@@block";

/**
 * Runs the blocks, and answers the outcome of each. After one that has failed, the shell is over: the others fail
 * with it.
 */
export async function runDocument(running: Running): Promise<Outcome[]> {
  const { plan, markdown } = running;
  const folder = folderLikeRepository(running);
  const blocks = inOrder(shellBlocksOf(markdown), plan.last);
  const parts = blocks.map(({ text }) => planned(text, plan));
  // Each ends with the number of calls that recorders have answered.
  const script = parts.map(
    ({ shell }, at) =>
      `echo '${mark} ${at}'\n${isRun(shell) ? shell : ""}\necho\necho "${mark}-calls $(calls)"\n`,
  );
  const { stdout, stderr, status } = await runShell(preamble + script.join(""), folder);
  const reached = [...stdout.matchAll(new RegExp(`^${mark}-calls (\\d+)$`, "gm"))].map(([, n]) =>
    Number(n),
  );
  return blocks.map(({ line }, at): Outcome => {
    const place = `${plan.file}:${line}`;
    const { shell, reasons } = parts[at] ?? { shell: "", reasons: [] };
    const calls = reached[at];
    if (calls === undefined) {
      const why = at === reached.length ? lastLinesOf(stderr, status) : "not reached";
      return { place, kind: "FAILED", notes: [why] };
    }
    if (!isRun(shell)) return { place, kind: "left out", notes: reasons };
    return { place, kind: calls > (reached[at - 1] ?? 0) ? "stubbed" : "run", notes: reasons };
  });
}

/**
 * Functions that count the calls of recorders and make another cluster. Processes that a block has begun end with the
 * shell.
 */
const preamble = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
calls() { wc -l < "$SLIPWAY_TEST_BLOCKS/calls"; }
new_cluster() { cp "$SLIPWAY_TEST_BLOCKS/empty.json" "$SLIPWAY_TEST_BLOCKS/recorded.json"; }
`;

async function runShell(
  script: string,
  { path: cwd, env }: { path: string; env: NodeJS.ProcessEnv },
): Promise<{ stdout: string; stderr: string; status: number | string }> {
  const options = { cwd, env, timeout: secondsMax * 1000, maxBuffer: 64 * 1024 * 1024 };
  return execute("bash", ["-euo", "pipefail", "-c", script], options).then(
    (said) => ({ ...said, status: 0 }),
    ({ code, stdout, stderr }: { code?: number | string; stdout: string; stderr: string }) => ({
      stdout,
      stderr,
      status: code ?? "a signal",
    }),
  );
}

function inOrder(blocks: readonly ShellBlock[], last: string | undefined): ShellBlock[] {
  const isLast = ({ text }: ShellBlock): boolean => last !== undefined && text.includes(last);
  return [...blocks.filter((each) => !isLast(each)), ...blocks.filter(isLast)];
}

function lastLinesOf(stderr: string, status: number | string): string {
  const said = stderr.trim().split("\n").slice(-4).join(" | ");
  return `ended with ${status}: ${said}`;
}

/** Links to everything in the repository, so that nothing is written there, but what blocks write into. */
function folderLikeRepository({ plan, markdown, scratch, data, url }: Running) {
  const path = join(scratch, plan.file.replaceAll("/", "-"));
  const records = join(path, ".records");
  mkdirSync(join(records, "bin"), { recursive: true });
  for (const name of readdirSync(root))
    if (name !== ".slipway" && name !== ".git" && name !== "docker")
      symlinkSync(join(root, name), join(path, name));
  cpSync(join(root, "docker"), join(path, "docker"), { recursive: true });
  symlinkSync(data, join(path, ".slipway"));
  symlinkSync(join(root, ".git"), join(path, ".git"));
  for (const [name, text] of shownFilesOf(markdown)) writeFileSync(join(path, name), text);
  writeState(emptyState, records);
  copyFileSync(join(records, "recorded.json"), join(records, "empty.json"));
  noteCall("", records);
  for (const name of recorderNames) writeShim(join(records, "bin", name), name);
  const env = {
    ...process.env,
    PATH: join(records, "bin") + delimiter + (process.env["PATH"] ?? ""),
    SLIPWAY_TEST_BLOCKS: records,
    SLIPWAY_TEST_HELM: builtGoTool("helm") ?? "",
    SLIPWAY_DATA_DIR: data,
    SLIPWAY_URL: url,
    RECEIVER_PORT: "0",
    URL: url,
    ADDRESS_HASH_KEY: "of the check, of 32 characters or more",
    KEY: "slw_of_the_check",
  };
  return { path, env };
}

function writeShim(path: string, name: string): void {
  const recorder = join(import.meta.dirname, "recorder.ts");
  const flags = "--disable-warning=ExperimentalWarning";
  writeFileSync(
    path,
    `#!/bin/sh\nexec "${process.execPath}" ${flags} "${recorder}" ${name} "$@"\n`,
  );
  chmodSync(path, 0o755);
}
