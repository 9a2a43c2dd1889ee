/**
 * `npm run sim:mutants`: plants every bug of planted.ts in turn and shows how soon the simulation
 * catches it; exits 1 when one survives. Arguments: parts of the names of those to plant.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { type Mutant, mutants } from "./planted.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    steps: { type: "string", default: "600000" },
    atOnce: { type: "string", default: "2" },
  },
});

interface Result {
  readonly caught: boolean;
  readonly steps: number;
  readonly seconds: number;
  readonly by: string;
}

const unplanted = JSON.stringify({ steps: 0, seconds: 0 });
const program = join(import.meta.dirname, "..", "main.ts");
const run = promisify(execFile);

async function plant({ name }: Mutant): Promise<Result> {
  const given = ["--seed", values.seed, "--steps", values.steps, "--json", "--mutant", name];
  const { stdout } = await run(process.execPath, [program, ...given], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) => {
    // Without figures it has not run at all: a place has moved.
    if (error.stdout === "") console.error(`${name}: ${error.stderr}`);
    return error;
  });
  const { steps, seconds, failure } = JSON.parse(stdout || unplanted) as {
    steps: number;
    seconds: number;
    failure?: string;
  };
  return { caught: failure !== undefined, steps, seconds, by: failure ?? "" };
}

const wanted = mutants.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const left = [...wanted];
const results = new Map<string, Result>();
const work = async (): Promise<void> => {
  for (let mutant = left.shift(); mutant; mutant = left.shift()) {
    const result = await plant(mutant);
    results.set(mutant.name, result);
    const { caught, steps, seconds, by } = result;
    const verdict = caught ? `caught after ${steps} steps` : `SURVIVED ${steps} steps`;
    console.log(`${mutant.name}: ${verdict}, ${seconds.toFixed(1)} s. ${by.slice(0, 110)}`);
  }
};
await Promise.all(Array.from({ length: Number(values.atOnce) }, work));
const survivors = wanted.filter(({ name }) => results.get(name)?.caught !== true);
console.log(`${results.size} planted, ${survivors.length} survived`);
process.exit(survivors.length > 0 ? 1 : 0);
