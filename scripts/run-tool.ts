/** Runs a program of a dependency and shows what it prints. */
import { spawnSync } from "node:child_process";

/** Answers its exit code; 1 where a signal has ended it. `script` is a path from the root; `env` adds to the environment. */
export function runTool(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): number {
  const { status, error } = spawnSync(process.execPath, [script, ...args], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  return status ?? 1;
}
