/**
 * `npm run bench:compare -- CHECKOUT ...`: this checkout against others of the repository, such as the
 * state before a change, on one engine, in alternating rounds. Prints for each load the median of the
 * rounds' ratios, and the spread of them. `--rounds N`, `--scale X` and `--only TEXT` make it smaller.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Database, openDatabase } from "@slipway/dev/database";
import { MongoClient } from "mongodb";
import { type Contender, startSlipway } from "./contenders.ts";
import { median } from "./virtual-users.ts";
import { loads } from "./loads.ts";
import type { Load } from "./measured-load.ts";
import { measure } from "./measure.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    scale: { type: "string", default: "0.5" },
    only: { type: "string", default: "" },
  },
});
if (positionals.length === 0) throw new Error("Name the checkout to compare with");
const rounds = Number(values.rounds);
const scale = Number(values.scale);
const warmUps = { first: 4, later: 1 };

/** What most requests are: sales, refusals of what is sold out, and a shop window. */
const usual = [
  "one hot departure",
  "a departure that is sold out, refused",
  "1 000 departures of 50 suppliers",
  "availability, 31 days x 4, 50 options",
];

for (const other of positionals) await compareWith(resolve(other));

async function compareWith(checkout: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "slipway-compare-"));
  const engine = await openDatabase({
    directory: join(directory, "engine"),
    mongodbUri: process.env["MONGODB_URI"],
    log: (line) => console.error(line),
  });
  const client = await new MongoClient(engine.uri).connect();
  const own = await startSlipway(engine.uri, join(directory, "own"));
  const other = await startSlipway(engine.uri, join(directory, "other"), checkout);
  try {
    console.log(
      `\nThis checkout against ${basename(checkout)}; a ratio above 1: this one is faster`,
    );
    let warmUp = warmUps.first;
    for (const load of wanted()) {
      await alternate(load, [own, other], warmUp, { engine, client });
      warmUp = warmUps.later;
    }
  } finally {
    await Promise.all([own.stop(), other.stop()]);
    await client.close();
    await engine.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

function wanted(): Load[] {
  return loads
    .flatMap((load) => [load, ...(load.followedBy ?? [])])
    .filter(({ name }) => usual.includes(name) && name.includes(values.only));
}

type Tools = { readonly engine: Database; readonly client: MongoClient };

async function alternate(
  load: Load,
  [own, other]: readonly [own: Contender, other: Contender],
  warmUp: number,
  tools: Tools,
): Promise<void> {
  const ratios: number[] = [];
  const processor: number[] = [];
  for (let round = 1 - warmUp; round <= rounds; round++) {
    // Who begins changes: the second of a pair finds an engine with more to do.
    const order = round % 2 === 0 ? [own, other] : [other, own];
    const perSecond = new Map<Contender, number>();
    const serverUs = new Map<Contender, number>();
    for (const contender of order) {
      const measured = await measure(load, contender, { round, scale, ...tools });
      perSecond.set(contender, measured.perSecond);
      serverUs.set(contender, measured.serverUs);
    }
    if (round < 1) continue;
    ratios.push((perSecond.get(own) ?? Number.NaN) / (perSecond.get(other) ?? Number.NaN));
    processor.push((serverUs.get(own) ?? Number.NaN) / (serverUs.get(other) ?? Number.NaN));
  }
  const spread = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(2));
  console.log(
    `${load.name.padEnd(40)} ${median(ratios).toFixed(3)} (${spread.join(" ")}), ` +
      `processor time of a request ${median(processor).toFixed(3)}`,
  );
}
