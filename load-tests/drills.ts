/**
 * `npm run drills`: what goes wrong in production, on purpose, while clients buy. Each drill prints what they saw, how
 * long it lasted, and whether anything acknowledged is lost. `--only NAME` (repeatable), `--seconds 20` of each fault.
 * Exit code 1: something is lost, sold twice, or found by doctor.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Drill } from "./drills/drill.ts";
import { drills } from "./drills/rows.ts";
import { printReport } from "./drills/with-load.ts";
import { namedRows } from "./named-rows.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    seconds: { type: "string", default: "20" },
  },
});
for (const [name, drill] of namedRows(drills, values.only)) await hold(name, drill);

async function hold(name: string, drill: Drill): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), `slipway-drill-${name}-`));
  const place = { directory: join(directory, "place"), ms: Number(values.seconds) * 1_000 };
  await mkdir(place.directory);
  console.log(`\n${name}: ${drill.does}`);
  try {
    const report = await drill.run(place);
    if (typeof report === "string") console.log(`  ${report}`);
    else printReport(report);
    if (typeof report === "string" || report.findings.length === 0)
      return await rm(directory, { recursive: true, force: true });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  process.exitCode = 1;
  console.error(`  The data is kept in ${directory}.`);
}
