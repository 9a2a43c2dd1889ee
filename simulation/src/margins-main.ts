/** Compares margins with their oracle, with a bug planted: `--mutant NAME`. Prints figures as a simulated run does. */
import { parseArgs } from "node:util";
import { hookLoading } from "./hooks.ts";
import { ofMargins } from "./mutants/margin-mutants.ts";

const { values } = parseArgs({
  strict: false,
  options: { seed: { type: "string", default: "1" }, mutant: { type: "string" } },
});
hookLoading(ofMargins.find(({ name }) => name === values["mutant"])?.patches ?? []);
const { differing } = await import("../../services/resources-capacity/test/margins-oracle.ts");

const seeds = Array.from({ length: 40 }, (_, index) => Number(values["seed"]) + index);
let [steps, failure] = [0, ""];
for (const seed of seeds) {
  failure = (await differing(seed)) ?? "";
  steps++;
  if (failure) break;
}
console.log(JSON.stringify({ steps, ...(failure && { failure: `margins: ${failure}` }) }));
process.exit(failure ? 1 : 0);
