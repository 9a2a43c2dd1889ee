/**
 * `npm run sim:mutants`: plants every bug in turn and prints by what, how soon and in
 * which world the simulation catches it, beside a control run without any bug. Exits 1 when a bug
 * survives its budget of steps or the control is not clean. The control is as long as the run that was
 * caught last. Arguments: parts of the names of those to plant.
 */
import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { ofDepartures } from "./departure-mutants.ts";
import { ofMargins } from "./margin-mutants.ts";
import { filesOfMarks } from "./marks.ts";
import { type Mutant, mutants } from "./planted.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    /** Steps for each bug. The slowest are caught once in four million steps on average. */
    steps: { type: "string", default: "40000000" },
    atOnce: { type: "string", default: "2" },
  },
});

/** The report of a run; without a failure it is clean. */
interface Figures {
  readonly steps: number;
  readonly failure?: string;
  readonly failedSeed?: number;
}

const control: Mutant = { name: "(none: control)", patches: [] };
const programs = join(import.meta.dirname, "..");
const files = filesOfMarks(join(import.meta.dirname, "..", "..", ".."));
const run = promisify(execFile);

async function simulate(mutant: Mutant, steps = values.steps): Promise<Figures> {
  const { name, patches, isOfFailOvers, program = "main.ts" } = mutant;
  const given = ["--seed", values.seed, "--steps", steps, "--json"];
  const planted = patches.length > 0 ? ["--mutant", name] : [];
  const worlds = isOfFailOvers ? ["--fail-overs", "1"] : [];
  const { stdout, stderr } = await run(
    process.execPath,
    [join(programs, program), ...given, ...planted, ...worlds],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  ).catch((error: { stdout: string; stderr: string }) => error);
  // Without figures it has not run at all: a place has moved.
  if (stdout === "") throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout) as Figures;
}

/** The error of a mutant that does not fit the code any more: that is no bug of the protocol. */
const broken = /\b(Reference|Type|Syntax)Error\b| is not (defined|a function)\b/;

/** Whether a run shows what it should: a bug is caught by an invariant, and nothing else is. */
function isAsItShould({ patches }: Mutant, { failure }: Figures): boolean {
  if (patches.length === 0) return failure === undefined;
  return failure !== undefined && !broken.test(failure);
}

function rowOf({ name, patches }: Mutant, { steps, failure, failedSeed }: Figures): object {
  const places = new Set(patches.map(({ mark }) => basename(files.get(mark) ?? "")));
  const [invariant = "", ...detail] = (failure ?? "").split(": ");
  const outcome = patches.length > 0 ? "SURVIVED" : "clean";
  return {
    bug: name,
    "planted in": [...places].join(", "),
    "caught by": failure === undefined ? outcome : invariant,
    "after steps": steps,
    "in the world of seed": failedSeed ?? "",
    how: detail.join(": ").slice(0, 60),
  };
}

const wanted = [...mutants, ...ofDepartures, ...ofMargins].filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const all = [control, ...wanted];
const left = [...wanted];
const results = new Map<Mutant, Figures>();
const runOne = async (mutant: Mutant, steps?: string): Promise<void> => {
  const figures = await simulate(mutant, steps);
  results.set(mutant, figures);
  const verdict = isAsItShould(mutant, figures) ? "as it should" : "NOT AS IT SHOULD";
  console.error(`${results.size} of ${all.length}: ${mutant.name}: ${verdict}`);
};
const work = async (): Promise<void> => {
  for (let mutant = left.shift(); mutant; mutant = left.shift()) await runOne(mutant);
};
await Promise.all(Array.from({ length: Number(values.atOnce) }, work));
const caught = [...results.values()].filter(({ failure }) => failure !== undefined);
await runOne(control, String(Math.max(0, ...caught.map(({ steps }) => steps))));
const shown = all.flatMap((mutant) => {
  const figures = results.get(mutant);
  return figures ? [{ row: rowOf(mutant, figures), isRight: isAsItShould(mutant, figures) }] : [];
});
console.table(shown.map(({ row }) => row));
const wrong = shown.filter(({ isRight }) => !isRight).length;
console.log(`${wanted.length} bugs planted; ${wrong} runs are not as they should be`);
process.exit(wrong > 0 ? 1 : 0);
