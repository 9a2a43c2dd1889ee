/**
 * `npm run bench`: Slipway in one process and as a local cluster against the baseline, on one engine,
 * in alternating rounds. A booking counts once it is written, its events are delivered, and the audit
 * log has it. Writes the table to docs/benchmarks.md. `-- --rounds N --scale X --only TEXT` make it
 * smaller; what is made smaller is printed and not written.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Database, openDatabase } from "@slipway/dev/database";
import { MongoClient } from "mongodb";
import { type Contender, startBaseline, startCluster, startSlipway } from "./contenders.ts";
import { loads } from "./loads.ts";
import type { Load } from "./measured-load.ts";
import { measure } from "./measure.ts";
import { type Round, asMarkdown, asTable } from "./report.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    scale: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const rounds = Number(values.rounds);
const scale = Number(values.scale);
// Until what runs often is compiled: a process that has just started is slower.
const warmUps = { first: 6, later: 2 };
const isWhole = rounds >= 5 && scale === 1 && values.only === "";

const directory = await mkdtemp(join(tmpdir(), "slipway-bench-"));
const engine = await openDatabase({
  directory: join(directory, "engine"),
  mongodbUri: process.env["MONGODB_URI"],
  log: (line) => console.error(line),
});
const client = await new MongoClient(engine.uri).connect();
try {
  const results = await measureAll(engine);
  console.log(`\n${asTable(results)}`);
  if (isWhole) await writeFile("docs/benchmarks.md", asMarkdown(results));
} finally {
  await client.close();
  await engine.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measureAll({ uri }: Database): Promise<Round[]> {
  const isWanted = ({ name, followedBy }: Load): boolean =>
    name.includes(values.only) || (followedBy ?? []).some(isWanted);
  const wanted = loads.filter(isWanted);
  const results: Round[] = [];
  const baseline = await startBaseline(uri);
  const slipway = await startSlipway(uri, join(directory, "slipway"));
  try {
    results.push(...(await runAll(wanted, [baseline, slipway])));
  } finally {
    await slipway.stop();
  }
  // Eighteen processes more would disturb the others, so the cluster has its own turn.
  const cluster = await startCluster(uri, join(directory, "cluster"));
  try {
    results.push(...(await runAll(wanted, [cluster])));
  } finally {
    await Promise.all([baseline.stop(), cluster.stop()]);
  }
  return results;
}

async function runAll(wanted: readonly Load[], contenders: readonly Contender[]): Promise<Round[]> {
  const results: Round[] = [];
  for (const load of wanted) {
    const taking = contenders.filter(({ name }) => load.contenders.includes(name));
    const warmUpRounds = results.length === 0 ? warmUps.first : warmUps.later;
    results.push(...(await alternate(load, taking, warmUpRounds)));
  }
  return results;
}

/** The first rounds of each contender warm it up and do not count. */
async function alternate(
  load: Load,
  taking: readonly Contender[],
  warmUpRounds: number,
): Promise<Round[]> {
  const results: Round[] = [];
  for (let round = 1 - warmUpRounds; round <= rounds; round++)
    for (const contender of taking) {
      const measured = await measureWithFollowing(load, contender, round);
      if (round > 0) results.push(...measured);
    }
  return results;
}

async function measureWithFollowing(
  load: Load,
  contender: Contender,
  round: number,
): Promise<Round[]> {
  const results = [await measureAloud(load, contender, round)];
  for (const next of load.followedBy ?? [])
    if (next.contenders.includes(contender.name))
      results.push({ ...(await measureAloud(next, contender, round)), after: load.name });
  return results;
}

async function measureAloud(load: Load, contender: Contender, round: number): Promise<Round> {
  const result = await measure(load, contender, { round, scale, engine, client });
  console.log(
    `${load.name}, ${contender.name}, ${round > 0 ? `round ${round}` : "warm-up"}: ` +
      `${result.perSecond.toFixed(0)}/s, p95 ${result.p95.toFixed(1)} ms`,
  );
  return result;
}
