/**
 * `npm run check:history`: fails where a process of the last release could not run beside one of this release. It compares
 * the actions of the bus and the stored documents with `packages/contracts/history` (UPGRADING.md). `-- --write` writes
 * the page of this release there, once, when it is tagged.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOlder, version } from "../packages/broker/src/version.ts";
import { busShapes } from "./history/bus-shapes.ts";
import { type Shapes, breaksOf } from "./history/shape.ts";
import { storedShapes } from "./history/stored-shapes.ts";

const root = dirname(import.meta.dirname);
const folder = join(root, "packages/contracts/history");

const now: Shapes = { ...busShapes(), stored: storedShapes(root) };
// A shape that is not found is not compared either.
for (const named of [now.inputs, now.outputs, now.stored])
  for (const [name, shape] of Object.entries(named))
    assert(Object.keys(shape).length > 0, `${name} has no shape`);
assert(now.stored["bookings.bookings"]?.[".tickets"], "the types of documents are not read");
assert(now.outputs["bookings.getBooking"]?.[".status"], "named types of contracts are not read");
if (process.argv.includes("--write")) {
  writeFileSync(join(folder, `${version}.json`), textOf(now));
  process.stdout.write(`Written: ${version}.json\n`);
} else process.exitCode = check();

function check(): number {
  const last = readdirSync(folder)
    .filter((file) => /^\d.*\.json$/.test(file))
    .map((file) => file.replace(/\.json$/, ""))
    .toSorted((a, b) => (isOlder(a, { release: b }) ? -1 : 1))
    .at(-1);
  if (last === undefined) throw new Error(`${folder} has no page of a release.`);
  const before = JSON.parse(readFileSync(join(folder, `${last}.json`), "utf8")) as Shapes;
  const accepted = readFileSync(join(folder, "accepted-breaks.txt"), "utf8").split("\n");
  const breaks = breaksOf(before, now).filter((each) => !accepted.includes(each));
  for (const sentence of breaks) process.stdout.write(`${sentence}\n`);
  if (breaks.length === 0) process.stdout.write(`Processes of ${last} can run beside these.\n`);
  return breaks.length === 0 ? 0 : 1;
}

/** A line for each place, so that a change of one is a change of a line. */
function textOf(shapes: Shapes): string {
  const kinds = Object.entries(shapes).map(([kind, named]) => {
    const names = Object.entries(named as Shapes["stored"]).map(([name, shape]) => {
      const lines = Object.entries(shape).map(
        ([path, types]) => `      ${JSON.stringify(path)}: ${JSON.stringify(types)}`,
      );
      return `    ${JSON.stringify(name)}: {\n${lines.join(",\n")}\n    }`;
    });
    return `  ${JSON.stringify(kind)}: {\n${names.join(",\n")}\n  }`;
  });
  return `{\n${kinds.join(",\n")}\n}\n`;
}
