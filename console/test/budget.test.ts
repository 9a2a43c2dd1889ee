import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "@jest/globals";
import { consoleFiles } from "../src/console-files.ts";

const firstKilobytesMax = 290;
const lazyKilobytesMax = 150;

it(`loads at most ${firstKilobytesMax} kB for the day sheet, and ${lazyKilobytesMax} kB for another page`, async () => {
  const files = await consoleFiles();
  const sizeOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + gzipSync(files.get(name) ?? "", { level: 9 }).length, 0);
  const text = (name: string): string => String(files.get(name) ?? "");
  const namesIn = (source: string): string[] =>
    [...source.matchAll(/[\w-]+\.(?:js|css)/g)].flatMap(([name]) =>
      files.has(name) ? [name] : [],
    );
  /** With the scripts that it imports, and not those that it may import later. */
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, from = ""] of text(name).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
      withImports(from, found);
    return found;
  };
  const page = namesIn(text("index.html"));
  const first = new Set(page.flatMap((name) => [...withImports(name)]));
  const languages = [...files.keys()].filter((name) => /^(en|it)-[\w-]+\.js$/.test(name));
  const lazy = [...files.keys()].filter((name) => /-page-[\w-]+\.js$/.test(name));
  const sizes = new Map(
    lazy.map((name) => [name.replace(/-page-.*/, ""), sizeOf(withImports(name).difference(first))]),
  );
  expect(languages).toHaveLength(2);
  const language = Math.max(...languages.map((name) => sizeOf([name])));
  expect(sizeOf(first) + language + (sizes.get("day") ?? Number.NaN)).toBeLessThanOrEqual(
    firstKilobytesMax * 1_000,
  );
  for (const [name, bytes] of sizes)
    expect([name, bytes <= lazyKilobytesMax * 1_000]).toEqual([name, true]);
});

it("has the style sheet of each part of Mantine that a page uses", async () => {
  const files = await consoleFiles();
  const classesIn = (ending: string, pattern: RegExp): Set<string> =>
    new Set(
      [...files]
        .filter(([name]) => name.endsWith(ending))
        .flatMap(([, content]) => String(content).match(pattern) ?? []),
    );
  const all = readFileSync(fileURLToPath(import.meta.resolve("@mantine/core/styles.css")), "utf8");
  const styled = new Set(all.match(/\bm_[0-9a-f]{6,8}\b/g));
  const used = classesIn(".js", /\bm_[0-9a-f]{6,8}\b/g).intersection(styled);
  expect(used.size).toBeGreaterThan(100);
  expect([...used.difference(classesIn(".css", /\bm_[0-9a-f]{6,8}\b/g))]).toEqual([]);
});
