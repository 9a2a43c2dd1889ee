/**
 * `npm run lint:api`: Redocly and Spectral read openapi.json. Whatever either finds is an error; the rules that are off
 * stand with their reasons in `scripts/api/`.
 */
import { spawnSync } from "node:child_process";

/** Neither tool tells its makers of its use, nor asks for a newer release of itself. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const codes = [
  run("node_modules/@redocly/cli/bin/cli.js", [
    "lint",
    "--config=scripts/api/redocly.yaml",
    "openapi.json",
  ]),
  run("node_modules/@stoplight/spectral-cli/dist/index.js", [
    "lint",
    "--ruleset=scripts/api/spectral.yaml",
    "--fail-severity=hint",
    "openapi.json",
  ]),
];
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function run(script: string, args: string[]): number {
  const env = { ...process.env, ...quiet };
  const { status, error } = spawnSync(process.execPath, [script, ...args], {
    stdio: "inherit",
    env,
  });
  if (error) throw error;
  return status ?? 1;
}
