/**
 * `npm run check:blocks`: runs the blocks of shell in the documents, in their order, each document in a shell of its own. A
 * server of this run answers them. Where a command needs a cluster, a registry or a database, a recorder checks it
 * (`scripts/blocks`); the chart is rendered by the real Helm where `npm run tools` has built it. It prints what was run, what
 * a recorder has answered, and what was left out and why. It needs bash, curl, openssl and jq.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withServer } from "../dev/src/with-server.ts";
import { type Outcome, runDocument } from "./blocks/run-document.ts";
import { documentPlans } from "./blocks/plan.ts";

const root = join(import.meta.dirname, "..");
// The receiver of the README listens on this machine.
const env = { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" };
await withServer(env, async ({ folder: scratch, directory: data, url }) => {
  const runs = documentPlans.map((plan) => {
    const markdown = readFileSync(join(root, plan.file), "utf8");
    return runDocument({ plan, markdown, scratch, data, url });
  });
  report((await Promise.all(runs)).flat());
});

function report(outcomes: readonly Outcome[]): void {
  for (const { place, kind, notes } of outcomes)
    process.stdout.write(
      `${kind.padEnd(8)} ${place}${notes.map((each) => `; ${each}`).join("")}\n`,
    );
  const count = (kind: Outcome["kind"]): number =>
    outcomes.filter((each) => each.kind === kind).length;
  process.stdout.write(
    `${outcomes.length} blocks: ${count("run")} run, ${count("stubbed")} run against recorders, ` +
      `${count("left out")} left out, ${count("FAILED")} failed, in ${Math.round(performance.now() / 1_000)} s.\n`,
  );
  if (count("FAILED") > 0) process.exitCode = 1;
}
