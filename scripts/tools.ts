/**
 * `npm run tools`: builds or fetches all that `npm run load`, `npm run check:charts` and `npm run check:api` need beside Node,
 * so that none of them has to. Does nothing where it is there already. Needs go on the PATH.
 */
import { customResourceSchemas, kubernetesSchemas, kubernetesVersions } from "./charts/schemas.ts";
import { haveSchemathesis } from "./api/run-checks.ts";
import { goTool, goToolNames } from "./go-tools.ts";

// It waits for the network while Go compiles.
const schemathesis = haveSchemathesis();
try {
  for (const name of goToolNames) process.stdout.write(`${name}: ${await goTool(name)}\n`);
  for (const version of kubernetesVersions) await kubernetesSchemas(version);
  await customResourceSchemas();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
const had = await schemathesis;
process.stdout.write(`schemathesis: ${"program" in had ? had.program : had.why}\n`);
