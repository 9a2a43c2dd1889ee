/**
 * `npm run abuse`: what 200 connections of abuse do to a client that behaves. Starts a server with
 * the limits of `npm start`, measures the client alone, under abuse, and alone again, and prints the
 * percentiles, their ratio, and the processor time that server and engine took, which tells the cost
 * of the abuse where other programs keep the machine busy. `-- --seconds N --rate N` changes the size.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { apiKeyOf, startServerProcess } from "@slipway/platform/server-process";
import { connect } from "../examples/venice/api.ts";
import type { AbuseOptions, Outcome } from "./abuse/abusers.ts";
import { type Seen, behave } from "./abuse/normal-client.ts";
import { makeDeparture } from "./abuse/departure.ts";
import { percentile } from "./crowd.ts";
import { processorMs } from "./cpu-time.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "30" },
    rate: { type: "string", default: "40" },
  },
});
const ms = Number(values.seconds) * 1_000;
const perSecond = Number(values.rate);
const ratioMax = 3;
/** The limits of `npm start`, which servers of benchmarks are usually without. */
const asStarted = { RATE_LIMIT_RPS: "", LOOP_DELAY_MS_MAX: "" };

const directory = await mkdtemp(join(tmpdir(), "slipway-abuse-"));
const server = await startServerProcess({ directory, env: asStarted });
try {
  await measure(server.url, await apiKeyOf(directory));
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(url: string, key: string): Promise<void> {
  const places = Math.ceil((ms / 1_000) * perSecond) + 1_000;
  const departure = await makeDeparture(url, key, places);
  const { key: abusersKey } = await connect(url, key).send<{ key: string }>("POST", "/api-keys", {
    name: "abusers",
  });
  const client = { url, key, departure, perSecond };
  // Warms the server up.
  await behave({ ...client, ms: 3_000 });
  const before = await observed(() => behave({ ...client, ms: ms / 2 }));
  const [under, outcome] = await Promise.all([
    observed(() => behave({ ...client, ms })),
    abused({
      url,
      key: abusersKey,
      ms,
      slowHeaders: 50,
      slowBodies: 50,
      largeBodies: 20,
      deepJson: 40,
      idle: 40,
    }),
  ]);
  const after = await observed(() => behave({ ...client, ms: ms / 2 }));
  report({ seen: [...before.seen, ...after.seen], load: (before.load + after.load) / 2 }, under);
  console.log("what the abusers were answered:");
  for (const [kind, answers] of Object.entries(outcome))
    console.log(`  ${kind.padEnd(12)} ${JSON.stringify(answers)}`);
}

interface Observed {
  seen: readonly Seen[];
  /** Of one processor, that server and engine have taken meanwhile. */
  load: number;
}

async function observed(work: () => Promise<Seen[]>): Promise<Observed> {
  const startedAt = performance.now();
  const before = await processorMs(server.pid);
  const seen = await work();
  const took = (await processorMs(server.pid)) - before;
  return { seen, load: took / (performance.now() - startedAt) };
}

/** The abusers in a process of their own. */
async function abused(options: AbuseOptions): Promise<Outcome> {
  const file = new URL("abuse/abusers.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString("utf8")));
  await once(child, "close");
  return JSON.parse(output) as Outcome;
}

function report(alone: Observed, under: Observed): void {
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`load average ${loads.join(" ")}`);
  const titles = ["requests", "p50 ms", "p95 ms", "p99 ms", "processor"];
  console.log("".padEnd(12) + titles.map(right).join(""));
  const ratio = 1 / (row("alone", alone) / row("under abuse", under));
  console.log(`p99 ratio ${ratio.toFixed(2)} (at most ${ratioMax})`);
  if (!(ratio <= ratioMax)) process.exitCode = 1;
}

/** Prints a line of the table; its p99. */
function row(name: string, { seen, load }: Observed): number {
  const refused = Map.groupBy(
    seen.filter(({ status }) => status >= 400),
    ({ status }) => status,
  );
  const times = seen.map(({ tookMs }) => tookMs);
  const shares = [0.5, 0.95, 0.99].map((share) => percentile(times, share));
  const percent = `${(load * 100).toFixed(0)} %`;
  const cells = [String(seen.length), ...shares.map((value) => value.toFixed(1)), percent];
  const note = [...refused].map(([status, all]) => ` ${all.length} x ${status}`).join("");
  console.log(name.padEnd(12) + cells.map(right).join("") + note);
  return shares[2] ?? Number.NaN;
}

function right(cell: string): string {
  return cell.padStart(10);
}
