/**
 * `npm run check:api`: schemathesis makes requests from the document that a real server serves, and checks every
 * answer against it. The server has two shops, so bookings are really made. Each failure is printed, unless
 * `scripts/api/accepted-failures.txt` has it with a reason. `-- --examples N` changes the size, 50 unless given.
 * Where there is no Python 3 or nothing to install from, it says so and checks nothing.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "@slipway/client";
import { type OwnServer, withServer } from "@slipway/dev/with-server";
import { type Found, acceptedOf, isAcceptedBy, readReport } from "./api/failed-checks.ts";
import { makeShops } from "./api/make-shops.ts";
import { haveSchemathesis, runSchemathesis } from "./api/run-checks.ts";

const wholeExamples = 50;
const { values } = parseArgs({
  options: { examples: { type: "string", default: `${wholeExamples}` } },
});
const examples = Number(values.examples);
if (!Number.isInteger(examples) || examples < 1) throw new Error("--examples takes 1 or more.");
const list = join(import.meta.dirname, "api/accepted-failures.txt");
/** The most requests that are printed of one finding. */
const shownMax = 2;

const tool = await haveSchemathesis();
if ("why" in tool)
  console.log(`schemathesis cannot be installed, so nothing was checked: ${tool.why}`);
else process.exitCode = await withServer({}, (server) => check(tool.program, server));

async function check(program: string, { url, key, folder }: OwnServer): Promise<number> {
  const api = createClient({ baseUrl: url, apiKey: key });
  const shops = await makeShops(api);
  const report = await runSchemathesis({ program, url, key, examples, folder, shops });
  const found = await readReport(report);
  const { total: bookings } = await api.bookings.list({ limit: 1 });
  const { requests, succeeded, failed } = found;
  console.log(
    `${requests} requests; ${succeeded.size} operations succeeded; ${failed.length} failed checks; ${bookings} bookings.`,
  );
  const isAccepted = await compareWithList(found);
  if (bookings === 0) console.log("No booking was made, so the checks have seen no sale.");
  return isAccepted && bookings > 0 ? 0 : 1;
}

/** Prints what the list lacks, and after a whole run what it has in vain. Answers whether it lacks nothing. */
async function compareWithList({ failed }: Found): Promise<boolean> {
  const accepted = acceptedOf(await readFile(list, "utf8"));
  const unused = new Set(accepted);
  const times = new Map<string, number>();
  for (const { findings, message, request } of failed)
    for (const finding of findings) {
      const line = accepted.find((each) => isAcceptedBy(each, finding));
      if (line !== undefined) {
        unused.delete(line);
        continue;
      }
      const before = times.get(finding) ?? 0;
      times.set(finding, before + 1);
      print(before < shownMax ? `\n${finding}\n  ${request}\n  ${message}` : undefined);
    }
  for (const [finding, count] of times) print(`Not accepted, times ${count}: ${finding}`);
  const isWhole = examples >= wholeExamples;
  for (const line of unused) print(isWhole ? `Accepted, and not found: ${line}` : undefined);
  return times.size === 0;
}

function print(text: string | undefined): void {
  if (text !== undefined) console.log(text);
}
