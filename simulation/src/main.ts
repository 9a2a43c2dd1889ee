/**
 * `npm run sim -- --seed N --steps M`: runs the services in worlds drawn from seeds. Exits 1 at the
 * first invariant that breaks, with the command that replays it.
 */
import { parseArgs } from "node:util";
import { hookLoading } from "./hooks.ts";
import { mutants } from "./mutants/planted.ts";
import type { Outcome } from "./simulate.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    steps: { type: "string", default: "50000" },
    json: { type: "boolean", default: false },
    pairs: { type: "boolean", default: false },
    mutant: { type: "string" },
    /** The share of worlds with fail-overs, 0 to 1; by default that of fail-overs.ts. */
    "fail-overs": { type: "string" },
  },
});

const planted = mutants.find(({ name }) => name === values.mutant);
if (values.mutant !== undefined && !planted) throw new Error(`no mutant ${values.mutant}`);
hookLoading(planted?.patches ?? []);
// Refusals are frequent, and their stack traces are never read.
Error.stackTraceLimit = 0;
const { simulate } = await import("./simulate.ts");
const share = values["fail-overs"];
const outcome = await simulate(
  Number(values.seed),
  Number(values.steps),
  share === undefined ? undefined : Number(share),
);
if (values.json) console.log(JSON.stringify(plain(outcome)));
else print(outcome);
if (outcome.failure) explain(outcome.failure);
process.exit(outcome.failure ? 1 : 0);

function plain({ coverage, failure, ...figures }: Outcome): object {
  const { commands, refusals, pairs, crashes } = coverage;
  const maps = Object.entries({ commands, refusals, pairs, crashes });
  const counts = maps.map(([name, map]) => [name, Object.fromEntries<unknown>(map)] as const);
  const failed = failure && { failure: failure.error.message, failedSeed: failure.seed };
  return { ...figures, ...failed, ...Object.fromEntries(counts) };
}

function print({ coverage, steps, worlds, seconds, hash }: Outcome): void {
  console.table(Object.fromEntries(coverage.commands));
  console.table(Object.fromEntries(coverage.refusals));
  console.table(Object.fromEntries(coverage.counts));
  const pairs = [...coverage.pairs].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const crashed = (pair: string): number => coverage.crashes.get(pair.split(" > ")[0] ?? "") ?? 0;
  if (values.pairs)
    console.table(
      Object.fromEntries(
        pairs.map(([pair, times]) => [pair, { times, "crashes after the first": crashed(pair) }]),
      ),
    );
  console.log("Without a crash in between:", coverage.uncrashed(20));
  console.log(`${steps} steps of ${worlds} worlds in ${seconds.toFixed(1)} s, trace ${hash}`);
}

function explain({ seed, steps, error, lines }: NonNullable<Outcome["failure"]>): void {
  console.error(lines.slice(-20).join("\n"));
  console.error(error.stack ?? String(error));
  const own = share === undefined ? "" : ` --fail-overs ${share}`;
  console.error(`Replay: npm run sim -- --seed ${seed} --steps ${steps}${own}`);
}
