/**
 * `npm run load:selftest`: the flash sale against servers of a few lines. It must pass against the right
 * one and cross a threshold against each of the others, or it proves nothing of a real one.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { goTool } from "../../scripts/go-tools.ts";
import { givenTarget } from "../load/target.ts";
import { crossed, runTwoPasses } from "../load/two-passes.ts";
import { type Flaw, startMockServer } from "./mock-server.ts";

interface Expected {
  readonly code: number;
  /** A threshold that has to be crossed, and in which pass's file. */
  readonly crossed?: readonly [file: "summary.json" | "records.json", metric: string];
}

const expected: Readonly<Record<Flaw, Expected>> = {
  none: { code: 0 },
  race: { code: crossed, crossed: ["records.json", "oversold_places"] },
  forgetful: { code: crossed, crossed: ["records.json", "lost_bookings"] },
  stingy: { code: crossed, crossed: ["summary.json", "places_sold"] },
};

const k6 = await goTool("k6");
for (const [flaw, wanted] of Object.entries(expected) as [Flaw, Expected][]) {
  const problem = await tryOn(flaw, wanted);
  console.log(problem === undefined ? `ok: ${flaw}` : `NOT OK: ${flaw}: ${problem}`);
  if (problem !== undefined) process.exitCode = 1;
}

/** The difference to what is expected. */
async function tryOn(flaw: Flaw, wanted: Expected): Promise<string | undefined> {
  const server = await startMockServer(flaw);
  const runId = `selftest-${flaw}`;
  const results = fileURLToPath(new URL(`../results/${runId}`, import.meta.url));
  const run = { test: "flash-sale", profile: "smoke", environment: "ci", runId, results };
  try {
    const code = await runTwoPasses(
      k6,
      { ...run, isQuiet: true },
      givenTarget([server.url], "mock"),
    );
    if (code !== wanted.code) return `exit code ${code} instead of ${wanted.code}`;
    return wanted.crossed && (await holds(join(results, wanted.crossed[0]), wanted.crossed[1]))
      ? `${wanted.crossed[1]} holds`
      : undefined;
  } finally {
    await server.close();
  }
}

interface Summary {
  readonly metrics: Readonly<
    Record<string, { readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>> }>
  >;
}

async function holds(file: string, metric: string): Promise<boolean> {
  const { metrics } = JSON.parse(await readFile(file, "utf8")) as Summary;
  return Object.values(metrics[metric]?.thresholds ?? {}).every(({ ok }) => ok);
}
