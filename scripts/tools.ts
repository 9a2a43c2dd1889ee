/**
 * `npm run tools`: builds or fetches all that `npm run load` and `npm run check:charts` need beside Node, so that
 * neither has to. Does nothing where it is there already. Needs go on the PATH.
 */
import { customResourceSchemas, kubernetesSchemas, kubernetesVersions } from "./charts/schemas.ts";
import { goTool, goToolNames } from "./go-tools.ts";

try {
  for (const name of goToolNames) process.stdout.write(`${name}: ${await goTool(name)}\n`);
  for (const version of kubernetesVersions) await kubernetesSchemas(version);
  await customResourceSchemas();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
