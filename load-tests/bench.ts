/**
 * `npm run bench`: bookings per second on one hot departure with 64 buyers, Slipway against the
 * baseline, in alternating rounds on one engine. Slipway's time counts until every booking is
 * written, told and in the audit log. `-- --rounds N --purchases N --buyers N` changes the size.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "@slipway/platform";
import { MongoClient } from "mongodb";
import { median } from "./buyers.ts";
import { type Contender, type Round, startBaseline, startSlipway } from "./contenders.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    purchases: { type: "string", default: "3000" },
    buyers: { type: "string", default: "64" },
  },
});
const rounds = Number(values.rounds);
const size = { purchases: Number(values.purchases), buyers: Number(values.buyers) };

const directory = await mkdtemp(join(tmpdir(), "slipway-bench-"));
const engine = await openDatabase({
  directory: join(directory, "engine"),
  mongodbUri: process.env["MONGODB_URI"],
  log: (line) => console.error(line),
});
const client = await new MongoClient(engine.uri).connect();
try {
  const baseline = await startBaseline(engine.uri, size);
  const slipway = await startSlipway(engine.uri, client, join(directory, "slipway"), size);
  try {
    await compare(baseline, slipway);
  } finally {
    await Promise.all([baseline.stop(), slipway.stop()]);
  }
} finally {
  await client.close();
  await engine.stop();
  await rm(directory, { recursive: true, force: true });
}

interface Pair {
  baseline: Round;
  slipway: Round;
}

async function compare(baseline: Contender, slipway: Contender): Promise<void> {
  console.log(
    `${size.purchases} bookings by ${size.buyers} buyers of one departure, ${rounds} rounds`,
  );
  // The first round of each warms up its process.
  await baseline.round();
  await slipway.round();
  const pairs: Pair[] = [];
  for (let round = 1; round <= rounds; round++) {
    const pair = { baseline: await baseline.round(), slipway: await slipway.round() };
    pairs.push(pair);
    const [base, ours] = [pair.baseline, pair.slipway].map(({ perSecond }) => perSecond.toFixed(0));
    console.log(
      `round ${round}: baseline ${base}/s, slipway ${ours}/s, x ${ratio(pair).toFixed(2)}`,
    );
  }
  report(pairs);
}

function report(pairs: Pair[]): void {
  const columns = {
    "per s": "perSecond",
    "p50 ms": "p50",
    "p95 ms": "p95",
    "p99 ms": "p99",
  } as const;
  console.log(
    `\n${"medians".padEnd(10)}${Object.keys(columns)
      .map((name) => name.padStart(9))
      .join("")}`,
  );
  for (const who of ["baseline", "slipway"] as const) {
    const cells = Object.values(columns).map((column) =>
      median(pairs.map((pair) => pair[who][column]))
        .toFixed(column === "perSecond" ? 0 : 1)
        .padStart(9),
    );
    console.log(who.padEnd(10) + cells.join(""));
  }
  console.log(`ratio     ${median(pairs.map(ratio)).toFixed(2).padStart(9)}`);
}

function ratio({ baseline, slipway }: Pair): number {
  return slipway.perSecond / baseline.perSecond;
}
