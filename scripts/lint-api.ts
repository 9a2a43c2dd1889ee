/**
 * `npm run lint:api`: Redocly and Spectral read openapi.json and openapi-octo.json. Whatever either finds is an error; the
 * rules that are off stand with their reasons in `scripts/api/`.
 */
import { runTool } from "./run-tool.ts";

/** Neither tool reports its use to its makers, nor asks for a newer release of itself. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const documents = ["openapi.json", "openapi-octo.json"];

const codes = [
  runTool(
    "node_modules/@redocly/cli/bin/cli.js",
    ["lint", "--config=scripts/api/redocly.yaml", ...documents],
    quiet,
  ),
  runTool(
    "node_modules/@stoplight/spectral-cli/dist/index.js",
    ["lint", "--ruleset=scripts/api/spectral.yaml", "--fail-severity=hint", ...documents],
    quiet,
  ),
];
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
