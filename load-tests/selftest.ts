/**
 * `npm run selftest`: plants a bug in the product for each rehearsal, which must find it, or it proves nothing. The
 * processes of a rehearsal load the marked files with the bug, as those of `npm run sim:mutants` do. `-- --only NAME`
 * (repeatable) names rows of `planted/rows.ts`. Exit code 1: a bug was not found, or a rehearsal failed otherwise.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { mutants } from "@slipway/simulation/mutants";
import { plantedSources } from "@slipway/simulation/planted-sources";
import { ofRehearsals } from "@slipway/simulation/rehearsal-mutants";
import { namedRows } from "./named-rows.ts";
import { type SelfTest, selfTests } from "./planted/rows.ts";

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true, default: [] } },
});
const preload = pathToFileURL(join(import.meta.dirname, "planted/preload.mjs")).href;
const folder = await mkdtemp(join(tmpdir(), "slipway-selftest-"));
// A rehearsal that is under way ends with this process, and its servers with it.
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());
try {
  for (const [name, row] of namedRows(selfTests, values.only)) {
    const startedAt = performance.now();
    const problem = await hold(name, row);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const found = problem === undefined ? "ok: found" : "NOT OK:";
    console.log(`${name}: ${found} "${row.bug}", ${seconds} s${problem ?? ""}`);
    if (problem !== undefined) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The fault of the rehearsal with all that it has said; undefined: it has found the bug. */
async function hold(name: string, { bug, run, finds }: SelfTest): Promise<string | undefined> {
  const mutant = [...mutants, ...ofRehearsals].find((each) => each.name === bug);
  if (!mutant) throw new Error(`${name}: no bug "${bug}"`);
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify([...plantedSources(mutant.patches)]));
  const nodeOptions = [process.env["NODE_OPTIONS"], `--import=${preload}`].filter(Boolean);
  const [program = "", ...flags] = run.split(" ");
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...flags], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "pipe", "pipe"],
    signal: stopping.signal,
    env: {
      ...process.env,
      NODE_OPTIONS: nodeOptions.join(" "),
      SLIPWAY_PLANTED: file,
      // The kept data of a rehearsal that fails goes with the folder.
      TMPDIR: folder,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return `; it ended well:\n${said}`;
  const lines = said.split("\n");
  const finding = lines.find((line) => finds.test(line));
  if (finding === undefined) return `; exit code ${code} for another reason:\n${said}`;
  console.log(`  ${finding.trim()}`);
  return undefined;
}
