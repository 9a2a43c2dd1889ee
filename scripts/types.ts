/** `npm run types`: everything that Node runs, then what k6 and browsers run, which have other globals. */
import { runTool } from "./run-tool.ts";

const projects = ["tsconfig.json", "load-tests/k6/tsconfig.json", "console/tsconfig.json"];
const codes = projects.map((project) =>
  runTool("node_modules/typescript/bin/tsc", ["--singleThreaded", "-p", project]),
);
process.exitCode = codes.find((code) => code !== 0) ?? 0;
