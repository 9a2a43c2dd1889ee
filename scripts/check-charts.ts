/**
 * `npm run check:charts`: the chart by helm, kubeconform, kube-score and the tests `scripts/charts/*.chart.test.ts` of what
 * it renders. `-- --write` writes the table of values in its README and its list of settings anew. Builds its tools once (go on the PATH).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "jest";
import { format } from "prettier";
import { chart } from "./charts/helm.ts";
import { customResourceSchemas, kubernetesSchemas, kubernetesVersions } from "./charts/schemas.ts";
import { settingsFile } from "./charts/settings-file.ts";
import { withValuesTable } from "./charts/values-table.ts";
import { goTool } from "./go-tools.ts";

if (process.argv.includes("--write")) {
  writeFileSync(join(chart, "files", "settings.txt"), settingsFile());
  await writeValuesTable();
}
await haveTools();
process.env.NODE_ENV ??= "test";
await run(["--selectProjects", "chart"]);

/** Before any test: what is missing is said once. */
async function haveTools(): Promise<void> {
  try {
    for (const name of ["helm", "kubeconform", "kube-score", "alerts", "scrape"] as const)
      await goTool(name);
    for (const version of kubernetesVersions) await kubernetesSchemas(version);
    await customResourceSchemas();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function writeValuesTable(): Promise<void> {
  const path = join(chart, "README.md");
  const values = readFileSync(join(chart, "values.yaml"), "utf8");
  const text = withValuesTable(readFileSync(path, "utf8"), values);
  writeFileSync(path, await format(text, { parser: "markdown", printWidth: 100 }));
}
