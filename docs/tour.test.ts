/** docs/tour.md against the code: every file that it names exists and exports the functions named with it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

const root = join(import.meta.dirname, "..");
const tour = readFileSync(join(import.meta.dirname, "tour.md"), "utf8");

/** "`gateway/src/app.ts`: `createApp`, `apiPrefix`" names a file and what it exports. */
const places = [...tour.matchAll(/`([\w./-]+\.ts)`: ((?:`\w+`(?:, )?)+)/g)].map(
  ([, file = "", names = ""]) => ({ file, names: names.match(/\w+/g) ?? [] }),
);

it.each(places)("finds $names in $file", ({ file, names }) => {
  const source = readFileSync(join(root, file), "utf8");
  const exported = [...source.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)];
  expect(exported.map(([, name]) => name)).toEqual(expect.arrayContaining(names));
});

it("has ten stops, each with a file and a function", () => {
  const stops = tour.split(/^## Stop /m).slice(1);
  expect(stops.map((stop) => stop.match(/^\d+/)?.[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => String(index + 1)),
  );
  expect(stops.filter((stop) => !/`[\w./-]+\.ts`: `\w+`/.test(stop))).toEqual([]);
});

it("names no file without a function of it", () => {
  const files = [...tour.matchAll(/`([\w./-]+\/[\w.-]+\.ts)`/g)].map(([, file]) => file);
  const named = new Set(places.map(({ file }) => file));
  expect(files.filter((file) => file !== undefined && !named.has(file))).toEqual([]);
});
