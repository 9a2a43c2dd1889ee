/** The machine and the programs of a run: figures without them say nothing. */
import { execFile } from "node:child_process";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);

/** `loadBefore` is over a minute, before the run: above the processors it was not alone. */
export async function describeMachine(k6: string) {
  const all = cpus();
  return {
    processors: all.length,
    processor: all[0]?.model ?? "unknown",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    k6: await firstLineOf(k6, ["version"]),
    commit: await firstLineOf("git", ["describe", "--always", "--dirty"]),
    loadBefore: loadAverage(),
  };
}

export function loadAverage(): number {
  return Number((loadavg()[0] ?? 0).toFixed(2));
}

async function firstLineOf(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, [...args], { cwd: import.meta.dirname }).catch(() => ({
    stdout: "unknown",
  }));
  return stdout.trim().split("\n")[0] ?? "";
}
