/** `npm run lint`: oxlint with its type-aware rules, then Prettier. `npm run lint -- --fix` mends what it can. */
import { spawnSync } from "node:child_process";

const isFixing = process.argv.includes("--fix");

const codes = [
  run("node_modules/oxlint/bin/oxlint", ["--deny-warnings", ...process.argv.slice(2)]),
  run("node_modules/prettier/bin/prettier.cjs", [
    isFixing ? "--write" : "--check",
    "--log-level=warn",
    "--cache",
    ".",
  ]),
];
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function run(script: string, args: string[]): number {
  const { status, error } = spawnSync(process.execPath, [script, ...args], { stdio: "inherit" });
  if (error) throw error;
  return status ?? 1;
}
