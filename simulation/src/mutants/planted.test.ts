import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { filesOfMarks, patched } from "./marks.ts";
import { ofDepartures } from "./departure-mutants.ts";
import { ofMargins } from "./margin-mutants.ts";
import { ofRehearsals } from "./rehearsal-mutants.ts";
import { mutants as ofSimulation } from "./planted.ts";

const mutants = [...ofSimulation, ...ofDepartures, ...ofMargins, ...ofRehearsals];
const root = join(import.meta.dirname, "..", "..", "..");
const files = filesOfMarks(root);
const oxlint = join(root, "node_modules", "oxlint", "bin", "oxlint");

it("plants every mutant at marks that stand, and has no mark that none is planted at", () => {
  const planted = new Set(mutants.flatMap(({ patches }) => patches.map(({ mark }) => mark)));
  expect([...planted].toSorted()).toEqual([...files.keys()].toSorted());
});

it("has names of its own for all mutants", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

it("makes files that can be loaded, and that use no name which is not there", () => {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  try {
    for (const [index, { patches }] of mutants.entries())
      for (const [file, own] of Map.groupBy(patches, ({ mark }) => files.get(mark) ?? "")) {
        const text = patched(readFileSync(join(root, file), "utf8"), own);
        const name = `${index}-${file.replaceAll("/", "-").replace(/\.ts$/, ".mjs")}`;
        writeFileSync(join(folder, name), stripTypeScriptTypes(text));
      }
    expect(undefinedNamesIn(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const programs = [
  { main: "departures-main.ts", says: "departures: ", planted: ofDepartures },
  { main: "margins-main.ts", says: "margins: step", planted: ofMargins },
].flatMap(({ planted, ...program }) =>
  ["", ...planted.map(({ name }) => name)].map((name) => ({ ...program, name })),
);

it.each(programs)("catches by $main what is planted there: $name", ({ main, says, name }) => {
  const program = join(import.meta.dirname, "..", main);
  const { status, stdout } = spawnSync(process.execPath, [program, "--mutant", name], {
    encoding: "utf8",
  });
  const failed = (JSON.parse(stdout) as { failure?: string }).failure?.startsWith(says);
  expect([status, failed ?? false]).toEqual(name === "" ? [0, false] : [1, true]);
});

it("finds the largest piece of syntax behind a mark", () => {
  const text = "const a = /* mark: sum */ b.c(d) + e;\n// mark: all\n// Why.\nif (a) f(a);\ng();\n";
  const seen = (mark: string): string => {
    let found = "";
    patched(text, [{ mark, becomes: (marked) => `${(found = marked)};` }]);
    return found;
  };
  expect(seen("sum")).toBe("b.c(d) + e");
  expect(seen("all")).toBe("if (a) f(a);");
});

it.each([
  ["a(); // mark: end\n", "nothing begins behind it"],
  ["// mark: end\na();\n// mark: end\nb();\n", "stands 2 times"],
  ["a();\n", "stands 0 times"],
])("plants nothing in vain: %j", (text, error) => {
  expect(() => patched(text, [{ mark: "end", becomes: "" }])).toThrow(error);
});

/** The files in a folder that name something that is nowhere declared. */
function undefinedNamesIn(folder: string): unknown[] {
  writeFileSync(
    join(folder, ".oxlintrc.json"),
    JSON.stringify({
      categories: { correctness: "off" },
      env: { node: true, es2024: true },
      rules: { "no-undef": "error" },
    }),
  );
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format=json", folder], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics, number_of_files: read } = JSON.parse(stdout) as {
    diagnostics: { message: string; filename: string }[];
    number_of_files: number;
  };
  expect(read).toBeGreaterThan(0);
  return diagnostics.map(({ message, filename }) => `${filename}: ${message}`);
}
