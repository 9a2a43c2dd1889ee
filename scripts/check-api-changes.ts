/**
 * `npm run check:api-changes`: fails where openapi.json breaks what clients of the last release rely on
 * (docs/api-changes.md). It compares with the document at the last release's tag. Before the first release that is the
 * document at the commit that made the promise. oasdiff compares. The check first plants a break, and sees that oasdiff
 * finds it.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { goTool } from "./go-tools.ts";

const run = promisify(execFile);
const root = dirname(import.meta.dirname);
const promise = "docs/api-changes.md";

interface Document {
  readonly paths: Record<string, unknown>;
  /** The messages that Slipway sends to receivers. */
  webhooks?: Record<
    string,
    { readonly post: { readonly requestBody: { readonly content: unknown } } }
  >;
  readonly components: {
    readonly schemas: {
      readonly Booking: { readonly properties: Record<string, unknown> };
      readonly BookingUpdate: { readonly properties: Record<string, unknown> };
      readonly ErrorCode: { enum: string[] };
    };
  };
}

const folder = await mkdtemp(join(tmpdir(), "slipway-api-"));
try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function main(): Promise<number> {
  const oasdiff = await goTool("oasdiff");
  const released = await releasedRef();
  const document = JSON.parse(await readFile(join(root, "openapi.json"), "utf8")) as Document;
  const old = JSON.parse(await git(["show", `${released}:openapi.json`])) as Document;
  const before = await written("before", withOpenCodes(old, document));
  const now = await written("now", document);
  for (const member of ["status", "data"] as const)
    if ((await breaksOf(oasdiff, now, await written("planted", without(document, member)))) === "")
      throw new Error(
        `oasdiff did not find that ${member} is gone, so it would find no other break.`,
      );
  const breaks = await breaksOf(oasdiff, before, now);
  process.stdout.write(breaks || `openapi.json breaks nothing of ${released}.\n`);
  return breaks === "" ? 0 : 1;
}

/** The last release, else the commit that made the promise. */
async function releasedRef(): Promise<string> {
  const tags = await git(["tag", "--merged", "HEAD", "--list", "v*", "--sort=-version:refname"]);
  const tag = tags.split("\n", 1)[0];
  if (tag) return tag;
  const commits = await git(["log", "--diff-filter=A", "--format=%H", "--", promise]);
  const first = commits.trim().split("\n").at(-1);
  if (!first)
    throw new Error(`No release and no commit of ${promise} is in this clone: fetch its history.`);
  return first;
}

async function git(args: readonly string[]): Promise<string> {
  const { stdout } = await run("git", args, { cwd: root, maxBuffer: 2 ** 26 });
  return stdout;
}

/** The document without a member that every booking has, or that every webhook has. */
function without(document: Document, member: "status" | "data"): Document {
  const { schemas } = structuredClone(document.components);
  delete schemas[member === "status" ? "Booking" : "BookingUpdate"].properties[member];
  return { ...document, components: { ...document.components, schemas } };
}

/** Writes a document for oasdiff: for a receiver a webhook's body is an answer, which may get members. */
async function written(name: string, document: Document): Promise<string> {
  const { webhooks = {}, ...others } = document;
  const received = Object.entries(webhooks).map(([type, { post }]) => {
    const { content } = post.requestBody;
    const operation = { responses: { 200: { description: "A message.", content } } };
    return [`/webhooks/${type}`, { get: operation }] as const;
  });
  const paths = { ...document.paths, ...Object.fromEntries(received) };
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify({ ...others, paths }));
  return path;
}

/** The released document with the error codes of now: of the enums in answers they alone may grow. */
function withOpenCodes(released: Document, { components }: Document): Document {
  const { ErrorCode } = released.components.schemas;
  const codes = components.schemas.ErrorCode.enum;
  const gone = ErrorCode.enum.filter((code) => !codes.includes(code));
  // oasdiff takes a value that is missing from answers for no break: the promise does.
  if (gone.length > 0) throw new Error(`openapi.json lacks the error codes ${gone.join(", ")}.`);
  ErrorCode.enum = codes;
  return released;
}

/** The changes that break clients, in words; nothing where nothing does. A warning counts as a break, too. */
async function breaksOf(oasdiff: string, before: string, now: string): Promise<string> {
  const accepted = join(root, "scripts/api/accepted-breaks.txt");
  const args = ["breaking", before, now, "--fail-on=WARN", "--format=singleline", "--color=never"];
  const ignored = [`--err-ignore=${accepted}`, `--warn-ignore=${accepted}`];
  try {
    await run(oasdiff, [...args, ...ignored], { maxBuffer: 2 ** 26 });
    return "";
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: string };
    // It ends with 1 where it has found something, and with more where it could not compare.
    if (code !== 1 || !stdout) throw error;
    return stdout;
  }
}
