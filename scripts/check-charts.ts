/**
 * `npm run check:charts`: whether the chart is what it says, by helm, kubeconform, kube-score and a table of
 * what is rendered. `-- --write` writes the table of values in its README anew. Builds its tools once (go on the PATH).
 */
import { eachServiceFacts } from "./charts/each-service-facts.ts";
import { examine } from "./charts/facts.ts";
import { deployDocumentFacts } from "./charts/deploy-document-facts.ts";
import { fileFacts, writeValuesTable } from "./charts/file-facts.ts";
import { gatewayServiceFacts } from "./charts/gateway-service-facts.ts";
import { keptReplicasFacts } from "./charts/kept-replicas-facts.ts";
import { policyFacts } from "./charts/policy-facts.ts";
import { podOptionFacts } from "./charts/pod-option-facts.ts";
import { refusalFacts } from "./charts/refusal-facts.ts";
import { releaseFacts } from "./charts/release-facts.ts";
import { renderedFacts } from "./charts/rendered-facts.ts";
import { customResourceSchemas, kubernetesSchemas, kubernetesVersions } from "./charts/schemas.ts";
import { toolFacts } from "./charts/tool-facts.ts";
import { goTool } from "./go-tools.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (process.argv.includes("--write")) await writeValuesTable();
await haveTools();
const { passed, failed } = await examine(
  [
    { name: "files", facts: fileFacts },
    { name: "each service", facts: eachServiceFacts },
    { name: "rendered", facts: renderedFacts },
    { name: "pods", facts: podOptionFacts },
    { name: "policies", facts: policyFacts },
    { name: "gateway's Service", facts: gatewayServiceFacts },
    { name: "kept replicas", facts: keptReplicasFacts },
    { name: "docs/deploy.md", facts: deployDocumentFacts },
    { name: "release", facts: releaseFacts },
    { name: "refused", facts: refusalFacts },
    { name: "tools", facts: toolFacts() },
  ],
  print,
);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Before anything is asked of them: what is missing is said once. */
async function haveTools(): Promise<void> {
  try {
    for (const name of ["helm", "kubeconform", "kube-score"] as const) await goTool(name);
    for (const version of kubernetesVersions) await kubernetesSchemas(version);
    await customResourceSchemas();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
