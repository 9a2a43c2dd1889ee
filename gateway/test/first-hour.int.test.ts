/** A newcomer's first hour on one tenant: the README's walk, the walk of examples/walk, and the demo, each more than once. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { sharedClient } from "./client.ts";

const run = promisify(execFile);
const root = dirname(dirname(import.meta.dirname));
const readme = readFileSync(join(root, "README.md"), "utf8");
const [, chapter = ""] = /^## Five minutes with curl\n([\s\S]*?)^## /m.exec(readme) ?? [];
const script = [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join("");
/** The year that the page shows; the walk books in the next one. */
const yearShown = "2027";

let key: string;
let tenantId: string;
let folder: string;

const gateway = forThisFile(() => sharedClient());
beforeAll(async () => {
  ({ key, tenantId } = await gateway.aKey());
  folder = await mkdtemp(join(tmpdir(), "slipway-walk-"));
  await mkdir(join(folder, ".slipway"));
  const credentials = { tenantId, apiKey: key, email: "owner-1@example.com" };
  await writeFile(join(folder, ".slipway/credentials.json"), JSON.stringify(credentials));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the first hour", () => {
  it("is answered as the README says, also the second time", async () => {
    const shown = answersShown();
    expect(shown.length).toBeGreaterThan(10);
    for (const answers of [await walkByCurl(), await walkByCurl()]) {
      expect(answers).toHaveLength(shown.length);
      for (const [at, pattern] of shown.entries()) expect(answers[at]).toMatch(pattern);
    }
  });

  it("goes the same way with the typed client", async () => {
    const output = await runExample("examples/walk/walk.ts", { SLIPWAY_KEY: key });
    expect(output).toMatch(/^2 of 2 places are free on .*\nbkg_\w+ is CONFIRMED for EUR 19.00\n/);
    expect(output).toMatch(/\nCAPACITY_EXHAUSTED: 0 places\nbkg_\w+ is CANCELLED\n2 of 2 places/);
  });

  it("has the demo make all its hundred bookings beside the walks, and no more in a repeat", async () => {
    const data = join(folder, ".slipway");
    const sold: (string | undefined)[] = [];
    for (let round = 0; round < 2; round++) {
      const output = await runExample("examples/venice/demo.ts", { SLIPWAY_DATA_DIR: data });
      expect(output).toMatch(/^ {2}all +100$/m);
      expect(output).toMatch(/^On the calendar: \d{4}-06-\d\dT.* \d+ of \d+ places are free$/m);
      const [, reference] =
        /^In the audit log: (\w{8}) booking.confirm by API_KEY of canal-tickets$/m.exec(output) ??
        [];
      expect(output).toMatch(new RegExp(`^  ${reference} is CONFIRMED$`, "m"));
      expect(output).toMatch(/^ {2}\w{8} is CANCELLED$/m);
      expect(output).toMatch(/^Look at it here: http:.*\/console\/day\/\d{4}-06-\d\d$/m);
      const file = join(data, "credentials.json");
      expect(output).toContain(`\nLog in as owner-1@example.com. The password is in ${file}.\n`);
      sold.push(reference);
    }
    expect(sold[1]).toBe(sold[0]);
    // The reseller of the second round has repeated what the first one has sold, and no key of them is left.
    const bookings = (await gateway.send("GET /bookings", { key })).body as { source: string }[];
    expect(bookings.filter(({ source }) => source === "canal-tickets")).toHaveLength(2);
    const keys = (await gateway.send("GET /api-keys", { key })).body as { supplierId: unknown }[];
    expect(keys.filter(({ supplierId }) => supplierId !== null)).toEqual([]);
    expect(await walkByCurl()).toHaveLength(answersShown().length);
  });
});

describe("the demo in another tenant than that of the first start", () => {
  it("says what to do where a record has its reference, and otherwise how a user of that tenant is made", async () => {
    const other = await gateway.aKey();
    const make = async (head: string, body: object) => {
      const { status, text, body: made } = await gateway.send(head, { key: other.key, body });
      expect([status, text]).toEqual([201, text]);
      return made as { id: string };
    };
    const supplier = { name: "Riva", timezone: "Europe/Rome" };
    const { id: supplierId } = await make("POST /suppliers", supplier);
    const { id } = await make("POST /products", { supplierId, name: "Lido Ferry" });
    const credential = { SLIPWAY_DATA_DIR: join(folder, ".slipway"), SLIPWAY_KEY: other.key };
    const stopped = await runExample("examples/venice/demo.ts", credential).catch(
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
    expect(stopped).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The demo stopped: another record of this tenant has the reference "lido-ferry", which the demo gives to Lido Ferry\. .*\n.*tenant create[^]*SLIPWAY_KEY=/m,
      ),
    });
    await gateway.send(`PATCH /products/${id}`, { key: other.key, body: { reference: "ours" } });
    const output = await runExample("examples/venice/demo.ts", credential);
    expect(output).toContain(`\nLog in as a user of ${other.tenantId}. `);
    expect(output).toContain(`user create --tenant ${other.tenantId} --email`);
    expect(output).not.toContain("owner-1@example.com");
  });
});

/** Runs every line of the walk in bash; gives what each request was answered. */
async function walkByCurl(): Promise<string[]> {
  const pointed = script.replace("http://127.0.0.1:3000", gateway.url);
  const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const inFolder = { cwd: folder, env: { ...process.env, PATH } };
  const { stdout } = await run("bash", ["-euc", `exec 2>&1\n${pointed}`], inFolder);
  return stdout.trim().split("\n");
}

/** A pattern for each answer that the page shows. */
function answersShown(): RegExp[] {
  const comments = script.match(/^# [[{].*\n(?:# .*\n)*/gm) ?? [];
  const year = String(new Date().getFullYear() + 1);
  return comments.map((comment) => {
    const answer = comment.replaceAll(/^# +/gm, "").replaceAll("\n", "");
    const parts = answer.replaceAll(yearShown, year).split("…");
    return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join(".*?")}$`);
  });
}

async function runExample(file: string, credential: Record<string, string>): Promise<string> {
  const { SLIPWAY_KEY: _, ...inherited } = process.env;
  const env = { ...inherited, SLIPWAY_URL: gateway.url, ...credential };
  const program = [join(root, "scripts/run.mjs"), file];
  const { stdout } = await run(process.execPath, program, { cwd: root, env });
  return stdout;
}
