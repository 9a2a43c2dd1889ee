/**
 * `npm run ways [-- TEXT]`: the files and functions that named requests enter before their answers, by folder; of those
 * whose name has the text, each function. One request in a process that is warm, without a bus. A function counts once.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Entered } from "../gateway/test/ways/measure-way.ts";
import { startTestEngine, stopTestEngine } from "./test-engine.ts";

const [text] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "slipway-ways-"));
process.env.TMPDIR = scratch;
await startTestEngine();
try {
  const { measureWays } = await import("../gateway/test/ways/ways.ts");
  for (const [name, entered] of Object.entries(await measureWays())) {
    console.log(`\n${name}: ${filesOf(entered)} files, ${entered.length} functions`);
    const printsFunctions = text !== undefined && name.includes(text);
    for (const [folder, within] of byFolder(entered)) printFolder(folder, within, printsFunctions);
  }
} finally {
  await stopTestEngine();
  rmSync(scratch, { recursive: true, force: true });
}

function byFolder(entered: readonly Entered[]): [string, Entered[]][] {
  const folders = Map.groupBy(entered, ({ file }) => dirname(file));
  return [...folders].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function filesOf(entered: readonly Entered[]): number {
  return new Set(entered.map(({ file }) => file)).size;
}

function printFolder(folder: string, within: readonly Entered[], printsFunctions: boolean): void {
  console.log(`  ${folder.padEnd(44)} ${filesOf(within)} ${within.length}`);
  if (printsFunctions) printFunctions(within);
}

function printFunctions(entered: readonly Entered[]): void {
  for (const [file, within] of Map.groupBy(entered, (each) => each.file))
    console.log(`    ${file}: ${within.map(({ name }) => name || "=>").join(", ")}`);
}
