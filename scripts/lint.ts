/** `npm run lint`: oxlint with its type-aware rules, then Prettier. `npm run lint -- --fix` mends what it can. */
import { runTool } from "./run-tool.ts";

const isFixing = process.argv.includes("--fix");

const codes = [
  runTool("node_modules/oxlint/bin/oxlint", ["--deny-warnings", ...process.argv.slice(2)]),
  runTool("node_modules/prettier/bin/prettier.cjs", [
    isFixing ? "--write" : "--check",
    "--log-level=warn",
    "--cache",
    ".",
  ]),
];
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
