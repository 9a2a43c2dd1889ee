/** schemathesis, a program in Python that makes requests from a document: installed once into `.tools/`, and its run. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { toolsDirectory } from "../go-tools.ts";

const run = promisify(execFile);
const version = "4.32.5";

interface ChecksToRun {
  readonly program: string;
  readonly url: string;
  readonly key: string;
  /** Requests to each operation in each phase. */
  readonly examples: number;
  /** Where it works and puts its report. */
  readonly folder: string;
  /** The ids that the hooks read, by their names in requests. */
  readonly shops: unknown;
}

/** The path of the program; installs it where it is not there yet. Answers why where this machine cannot have it. */
export async function haveSchemathesis(): Promise<{ program: string } | { why: string }> {
  const folder = join(toolsDirectory, `schemathesis-${version}`);
  const program = join(folder, "bin/schemathesis");
  if (existsSync(program)) return { program };
  try {
    await run("python3", ["-m", "venv", "--clear", folder]);
    // pip writes the program last.
    await run(join(folder, "bin/pip"), ["install", "--quiet", `schemathesis==${version}`]);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { stderr = "", message } = error as { stderr?: string; message: string };
    return { why: (stderr.trim() === "" ? message : stderr.trim()).split("\n").at(-1) ?? message };
  }
  return { program };
}

/**
 * Runs all checks in all phases against a server. Answers the path of its report, which has every request. A finding is no
 * error of the run: the report says it.
 */
export async function runSchemathesis(asked: ChecksToRun): Promise<string> {
  const { program, url, key, examples, folder, shops } = asked;
  const report = join(folder, "report.ndjson");
  const args = [
    `--config-file=${join(import.meta.dirname, "schemathesis.toml")}`,
    "run",
    `${url}/api/v1/openapi.json`,
    `--header=Authorization: Bearer ${key}`,
    "--checks=all",
    `--max-examples=${examples}`,
    "--warnings=off",
    "--no-color",
    `--report-ndjson-path=${report}`,
  ];
  const env = {
    ...process.env,
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: "1",
    SCHEMATHESIS_HOOKS: "known_ids",
    SLIPWAY_SHOPS: JSON.stringify(shops),
  };
  // It keeps what it has learnt in its working folder, and would repeat that first.
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const [code] = (await once(child, "close")) as [number | null];
  // 1: it has found something. More: it could not work.
  if (code !== 0 && code !== 1)
    throw new Error(`schemathesis ended with ${code ?? "a signal"}:\n${printed}`);
  if (/^ERRORS|Internal Error|Schema Loading Error/m.test(printed)) throw new Error(printed);
  const summary = printed.slice(Math.max(0, printed.search(/=+ SUMMARY =+/)));
  process.stdout.write(summary.replace(/\nFailures:[^]*?(?=\nTest cases:|\nReports:)/, ""));
  return report;
}
