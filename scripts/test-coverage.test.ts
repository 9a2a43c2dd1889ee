import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "@jest/globals";
import { type Counted, branchesOf, isEntered } from "./test-coverage.ts";

const text = `interface Given { readonly x: number }
function word(n: number, given?: Given): string {
  if (n > 1) return "big";
  const y = given?.x ?? 3;
  return n === 1 ? "one" : (n < 0 && String(y)) || "none";
}
class Kind {
  get one(): number { if (word(1)) { return 1; } else return 2; }
  async two(isAsked: boolean) { if (isAsked) word(1); }
}
const three = (n: number) => (k: number) => { switch (n) { case 1: return k; default: return 0; } };
const never = (n: number) => n || 4;
word(0); word(2); word(1, { x: 2 }); void new Kind().one; void new Kind().two(true); three(2)(1);
`;

it("tells branches that have been entered from those that have not, types or none", () => {
  const folder = mkdtempSync(join(tmpdir(), "slipway-coverage-"));
  const file = join(folder, "module.ts");
  writeFileSync(file, text);
  const env = { ...process.env, NODE_V8_COVERAGE: join(folder, "counted") };
  execFileSync(process.execPath, [file], { env });
  const [name = ""] = readdirSync(env.NODE_V8_COVERAGE);
  const { result } = JSON.parse(readFileSync(join(env.NODE_V8_COVERAGE, name), "utf8")) as {
    result: { url: string; functions: Counted[] }[];
  };
  rmSync(folder, { recursive: true });
  const { functions } = result.find(({ url }) => url === pathToFileURL(file).href)!;
  const branches = branchesOf(text);
  const missed = branches.filter((branch) => !isEntered(branch, functions));
  expect(branches).toHaveLength(14);
  const shown = missed.map(({ at, leaves }) => [text.slice(at, at + 9), leaves !== undefined]);
  expect(shown).toEqual([
    ["String(y)", false],
    ["return 2;", false],
    ["if (isAsk", true],
    ["return k;", false],
    ["4;\nword(0", false],
  ]);
});
