/** `npm run types`: everything that Node runs, then what k6 runs, which has other globals. */
import { spawnSync } from "node:child_process";

const projects = ["tsconfig.json", "load-tests/k6/tsconfig.json"];
const codes = projects.map((project) => {
  const args = ["node_modules/typescript/bin/tsc", "--singleThreaded", "-p", project];
  const { status, error } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (error) throw error;
  return status ?? 1;
});
process.exitCode = codes.find((code) => code !== 0) ?? 0;
