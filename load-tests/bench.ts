/**
 * `npm run bench`: Slipway in one process and as a local cluster against the baseline and the floor, on one engine,
 * in alternating rounds. A booking counts once it is written, its events are delivered, and the audit
 * log has it. Writes the table to docs/benchmarks.md. `-- --rounds N --scale X --only TEXT` make it
 * smaller, `--uri mongodb://...` runs it on a database that is there; of these the table is printed and not written. So it is
 * with `--profile`, which also prints the processor time of the one process by part. The profiler takes some of it.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Contender, startCluster, startPlain, startSlipway } from "./contenders.ts";
import { loads } from "./loads.ts";
import type { Load } from "./measured-load.ts";
import { measure } from "./measure.ts";
import { createProfiler } from "./profile.ts";
import { type Round, asMarkdown, asTable } from "./report.ts";
import { openBenchSetup, turnsOf } from "./bench-setup.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    scale: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    uri: { type: "string" },
    profile: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const scale = Number(values.scale);
// Until what runs often is compiled: a process that has just started is slower.
const warmUps = { first: 6, later: 2 };
const isWhole = rounds >= 5 && scale === 1 && values.only === "" && !values.uri && !values.profile;

const profiler = values.profile ? await createProfiler() : undefined;
const setup = await openBenchSetup(values.uri);
const results: Round[] = [];
try {
  await measureAll();
  if (isWhole) await writeFile("docs/benchmarks.md", asMarkdown(results));
} finally {
  await setup.close();
  // A run that broke off has figures, too.
  if (results.length > 0) console.table(asTable(results));
}

async function measureAll(): Promise<void> {
  const { uri } = setup.engine;
  const isWanted = ({ name, followedBy }: Load): boolean =>
    name.includes(values.only) || (followedBy ?? []).some(isWanted);
  const wanted = loads.filter(isWanted);
  const baseline = await setup.started(startPlain(uri, "baseline"));
  const floor = await setup.started(startPlain(uri, "floor"));
  const slipway = await setup.started(
    startSlipway(uri, join(setup.directory, "slipway"), { env: profiler?.env }),
  );
  await runAll(wanted, [baseline, floor, slipway]);
  await slipway.stop();
  // Eighteen processes more would disturb the others, so the cluster has its own turn.
  const cluster = await setup.started(startCluster(uri, join(setup.directory, "cluster")));
  await runAll(wanted, [cluster]);
}

async function runAll(wanted: readonly Load[], contenders: readonly Contender[]): Promise<void> {
  const names = new Set(contenders.map(({ name }) => name));
  for (const load of wanted) {
    const taking = contenders.filter(({ name }) => load.contenders.includes(name));
    const isFirst = !results.some(({ contender }) => names.has(contender));
    const numbers = { warmUps: isFirst ? warmUps.first : warmUps.later, rounds };
    for (const { round, contender } of turnsOf(taking, numbers)) {
      const measured = await measureWithFollowing(load, contender, round);
      if (round > 0) results.push(...measured);
    }
  }
}

async function measureWithFollowing(
  load: Load,
  contender: Contender,
  round: number,
): Promise<Round[]> {
  const measured = [await measureAloud(load, contender, round)];
  for (const next of load.followedBy ?? [])
    if (next.contenders.includes(contender.name))
      measured.push({ ...(await measureAloud(next, contender, round)), after: load.name });
  return measured;
}

async function measureAloud(load: Load, contender: Contender, round: number): Promise<Round> {
  const own = contender.name === "slipway" ? profiler : undefined;
  const result = await measure(load, contender, { round, scale, profiler: own, ...setup });
  console.log(
    `${load.name}, ${contender.name}, ${round > 0 ? `round ${round}` : "warm-up"}: ` +
      `${result.perSecond.toFixed(0)}/s, p95 ${result.p95.toFixed(1)} ms` +
      (result.parts ? `\n  µs a request: ${wordsOf(result.parts)}` : ""),
  );
  return result;
}

function wordsOf(parts: NonNullable<Round["parts"]>): string {
  return parts.map(([part, us]) => `${part} ${us.toFixed(0)}`).join(", ");
}
