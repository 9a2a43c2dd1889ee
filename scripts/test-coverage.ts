/**
 * `npm test -- --coverage`: which branches of the product the tests have entered, in whichever process. V8 counts, and every
 * process writes what it has counted when it ends. One that is killed counts for nothing, nor does what a worker runs after
 * `ways.cost.test.ts`, which has V8 count functions for itself. Types leave blanks where they were taken out, so places in the
 * code that ran are places in the source.
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript-5.4";

const root = join(import.meta.dirname, "..");
const folder = join(root, ".tools", "coverage");
const product = "{gateway,packages/*,services/*}/src/**/*.ts";

/** A function's ranges, the outermost first; each has how often it ran. */
export interface Counted {
  readonly functionName: string;
  readonly isBlockCoverage: boolean;
  readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[];
}

export interface Branch {
  readonly at: number;
  /** Where an `if` without `else` leads to: the branch is to leave it out, so the statement ran more often than this. */
  readonly leaves?: number;
  /** The function that it stands in, by where V8 may have it begin, and where it ends. */
  readonly within?: { readonly from: number; readonly to: number; readonly end: number };
}

/** Runs this same command in a process that counts, as all that it starts do, and prints the table. */
export function runCovered(): number {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const env = {
    ...process.env,
    NODE_V8_COVERAGE: folder,
    // V8 counts whole functions of what is compiled already.
    NODE_DISABLE_COMPILE_CACHE: "1",
    SLIPWAY_PARENT_PID: String(process.pid),
  };
  const words = [...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync(process.execPath, words, { env, stdio: "inherit" });
  report();
  return status ?? 1;
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly branches: readonly Branch[];
  /** No process has entered these yet. */
  readonly missed: Set<Branch>;
}

function report(): void {
  const files = globSync(product, { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  const sources = new Map<string, Source>();
  for (const file of files.toSorted()) {
    const text = readFileSync(join(root, file), "utf8");
    const branches = branchesOf(text);
    const source = { file, text, branches, missed: new Set(branches) };
    sources.set(pathToFileURL(join(root, file)).href, source);
  }
  // One at a time: a run of all tests writes gigabytes.
  for (const name of readdirSync(folder))
    for (const { url, functions } of countedIn(name)) note(sources.get(url), functions);
  print([...sources.values()]);
}

function countedIn(name: string): { url: string; functions: Counted[] }[] {
  const text = readFileSync(join(folder, name), "utf8");
  return (JSON.parse(text) as { result: { url: string; functions: Counted[] }[] }).result;
}

function note(source: Source | undefined, functions: readonly Counted[]): void {
  for (const branch of source?.missed ?? [])
    if (isEntered(branch, functions)) source?.missed.delete(branch);
}

function print(sources: readonly Source[]): void {
  const missed = sources.flatMap(({ file, text, missed: own }) =>
    Array.from(own, ({ at }) => `${file}:${text.slice(0, at).split("\n").length}\n`),
  );
  writeFileSync(join(folder, "missed.txt"), missed.join(""));
  const areas = Map.groupBy(sources, ({ file }) => file.slice(0, file.indexOf("/src/")));
  areas.set("all", [...sources]);
  for (const [area, own] of areas) {
    const all = own.reduce((sum, { branches }) => sum + branches.length, 0);
    const entered = all - own.reduce((sum, each) => sum + each.missed.size, 0);
    const percent = ((100 * entered) / Math.max(all, 1)).toFixed(1);
    console.log(`${area.padEnd(32)}${percent.padStart(6)} % of ${all} branches`);
  }
  console.log(`${missed.length} that none has entered: ${join(folder, "missed.txt")}`);
}

/** The arms of `if`, `? :` and `switch`, and the right sides of `&&`, `||` and `??`. */
export function branchesOf(text: string): Branch[] {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
  const found: Branch[] = [];
  const visit = (node: ts.Node, within: object): void => {
    found.push(...armsOf(node).map((arm) => ({ at: arm.getStart(), ...within })));
    if (ts.isIfStatement(node) && !node.elseStatement)
      found.push({ at: node.getStart(), leaves: node.thenStatement.getStart(), ...within });
    const body = "body" in node && ts.isFunctionLike(node) ? (node.body as ts.Node) : undefined;
    const place = body && { from: node.getFullStart(), to: body.getStart(), end: node.end };
    ts.forEachChild(node, (child) => visit(child, place ? { within: place } : within));
  };
  visit(source, {});
  return found;
}

const shortCuts = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
];

function armsOf(node: ts.Node): ts.Node[] {
  if (ts.isIfStatement(node))
    return [node.thenStatement, ...(node.elseStatement ? [node.elseStatement] : [])];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isCaseOrDefaultClause(node)) return node.statements.slice(0, 1);
  const isShortCut = ts.isBinaryExpression(node) && shortCuts.includes(node.operatorToken.kind);
  return isShortCut ? [node.right] : [];
}

export function isEntered({ at, leaves, within }: Branch, functions: readonly Counted[]): boolean {
  const own = functions.find(({ ranges: [whole] }) => {
    if (whole === undefined || within === undefined) return whole?.startOffset === 0;
    const isFrom = whole.startOffset >= within.from && whole.startOffset <= within.to;
    return isFrom && whole.endOffset === within.end;
  });
  // V8 has not counted the blocks of this one.
  if (!own?.isBlockCoverage) return false;
  const times = (place: number): number =>
    own.ranges.findLast(({ startOffset: from, endOffset: to }) => from <= place && place < to)
      ?.count ?? 0;
  return leaves === undefined ? times(at) > 0 : times(at) > times(leaves);
}
