/**
 * `npm run bench:compare -- CHECKOUT ...`: this checkout against others of the repository, such as the
 * state before a change, on one engine, in alternating rounds. Prints for each load the median of the
 * rounds' ratios, and the spread of them. `--rounds N`, `--scale X` and `--only TEXT` make it smaller.
 */
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Contender, startSlipway } from "./contenders.ts";
import { median } from "./virtual-users.ts";
import { loads } from "./loads.ts";
import type { Load } from "./measured-load.ts";
import { measure } from "./measure.ts";
import type { Round } from "./report.ts";
import { type BenchSetup, openBenchSetup, turnsOf } from "./bench-setup.ts";

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

/** The loads that stand for most requests: sales, also those that open a day, refusals of what is sold out, and a shop window. */
const usual = [
  "one hot departure",
  "a departure that is sold out, refused",
  "1 000 departures of 50 suppliers",
  "one buyer, the first booking of each day",
  "availability, 31 days x 4, 50 options",
  "availability, 366 days x 4, 50 options",
];

for (const other of positionals) await compareWith(resolve(other));

async function compareWith(checkout: string): Promise<void> {
  const setup = await openBenchSetup();
  const { engine, directory } = setup;
  try {
    const own = await setup.started(startSlipway(engine.uri, join(directory, "own")));
    const other = await setup.started(
      startSlipway(engine.uri, join(directory, "other"), { checkout }),
    );
    console.log(
      `\nThis checkout against ${basename(checkout)}; a ratio above 1: this one is faster`,
    );
    for (const [index, load] of wanted().entries())
      await compareBy(load, { setup, own, other, isFirst: index === 0 });
  } finally {
    await setup.close();
  }
}

function wanted(): Load[] {
  return loads
    .flatMap((load) => [load, ...(load.followedBy ?? [])])
    .filter(({ name }) => usual.includes(name) && name.includes(values.only));
}

interface Comparison {
  readonly setup: BenchSetup;
  readonly own: Contender;
  readonly other: Contender;
  readonly isFirst: boolean;
}

async function compareBy(load: Load, { setup, own, other, isFirst }: Comparison): Promise<void> {
  const numbers = { warmUps: isFirst ? warmUps.first : warmUps.later, rounds };
  const ours: Round[] = [];
  const theirs: Round[] = [];
  for (const { round, contender } of turnsOf([own, other], numbers)) {
    const measured = await measure(load, contender, { round, scale, ...setup });
    if (round > 0) (contender === own ? ours : theirs).push(measured);
  }
  const ratiosOf = (column: "perSecond" | "serverUs"): number[] =>
    ours.map((round, index) => round[column] / (theirs[index]?.[column] ?? Number.NaN));
  const ratios = ratiosOf("perSecond");
  const spread = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(2));
  console.log(
    `${load.name.padEnd(40)} ${median(ratios).toFixed(3)} (${spread.join(" ")}), ` +
      `processor time of a request ${median(ratiosOf("serverUs")).toFixed(3)}`,
  );
}
