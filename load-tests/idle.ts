/**
 * `npm run bench:idle [-- --replicas N]`: the memory and processor time of idle processes as in the image,
 * with the heap of the chart's limits. It packs the folder, and starts a process of each service and a gateway, each N times,
 * or once with the five services of values-small.yaml together beside them. It reads their memory 75 s after all are ready,
 * and their processor time in the minute after that. PSS counts once what processes share; a pod has its RSS.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase } from "@slipway/dev/database";
import { endProcess } from "@slipway/dev/end-process";
import { freePort } from "@slipway/dev/free-port";
import { until } from "@slipway/dev/testing-until";
import { startTestNats } from "@slipway/dev/testing-nats";
import { serviceNames } from "@slipway/server/service-names";
import { processorMs } from "./cpu-time.ts";

interface Idle {
  readonly services: string;
  readonly child: ChildProcess;
  readonly healthPort: number;
}

const root = join(import.meta.dirname, "..");
/** 70 % of the chart's limit of 512 MiB. */
const heapMib = 358;
/** More than a minute: then a node collects garbage once more. */
const settleMs = 75_000;
const measuredMs = 60_000;

const { values } = parseArgs({
  options: {
    replicas: { type: "string", default: "1" },
  },
});
const scratch = mkdtempSync(join(tmpdir(), "slipway-idle-"));
const folder = join(scratch, "app");
execFileSync(process.execPath, [join(root, "scripts/pack.ts"), folder]);
const database = await openDatabase({ directory: join(scratch, "data"), log: () => undefined });
const nats = await startTestNats();
const meeting = {
  NATS_URL: nats.url,
  MONGODB_URI: database.uri,
  AUTH_PEPPER: "pepper of the measurement, 32 characters",
  SECRETS_KEYS: `first:${Buffer.alloc(32, "k").toString("base64")}`,
  // As in the image.
  MALLOC_MMAP_THRESHOLD_: "16777216",
  MALLOC_TRIM_THRESHOLD_: "16777216",
  NODE_ENV: "production",
};
const idle: Idle[] = [];
try {
  execFileSync(process.execPath, ["slipway.js", "migrate"], { cwd: folder, env: meeting });
  const small = ["audit", "availability", "catalog", "sync", "webhooks"].join(",");
  const nodes = [...serviceNames, "gateway"];
  const replicas = Number(values.replicas);
  const twice = Array.from({ length: replicas }, () => nodes).flat();
  const started = replicas > 1 ? twice : [...nodes, small];
  for (const services of started) idle.push(await start(services));
  for (const each of idle) await untilReady(each);
  await pause(settleMs);
  const before = await Promise.all(idle.map(processorMsOf));
  await pause(measuredMs);
  const after = await Promise.all(idle.map(processorMsOf));
  const used = after.map((ms, index) => ms - (before[index] ?? Number.NaN));
  for (const [index, each] of idle.entries()) report(each, used[index] ?? Number.NaN);
  const allMs = (used.reduce((sum, ms) => sum + ms, 0) * 1_000) / measuredMs;
  process.stdout.write(
    `${idle.length} processes, ${allMs.toFixed(0)} ms of a processor a second\n`,
  );
} finally {
  await Promise.all(idle.map(({ child }) => endProcess(child, () => child.kill("SIGKILL"))));
  await nats.close();
  await database.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function start(services: string): Promise<Idle> {
  const healthPort = await freePort();
  const ports = { HEALTH_PORT: String(healthPort), METRICS_PORT: String(await freePort()) };
  const own = { ...ports, SERVICES: services, PORT: "0" };
  const flags = [`--max-old-space-size=${heapMib}`];
  const env = { ...meeting, ...own };
  const options = { cwd: folder, env, stdio: "ignore" } as const;
  const child = spawn(process.execPath, [...flags, "main.js"], options);
  return { services, child, healthPort };
}

async function untilReady({ services, child, healthPort }: Idle): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${services} is not ready`);
    const answer = await fetch(`http://127.0.0.1:${healthPort}/readyz`).catch(() => undefined);
    return answer?.status === 200;
  });
}

function processorMsOf({ child }: Idle): Promise<number> {
  return processorMs(child.pid ?? 0);
}

function report({ services, child }: Idle, usedMs: number): void {
  const read = (file: string, name: string): number => {
    const text = readFileSync(`/proc/${String(child.pid)}/${file}`, "utf8");
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) / 1024;
  };
  const [rss, pss] = [read("status", "VmRSS"), read("smaps_rollup", "Pss")];
  const own = read("status", "RssAnon");
  process.stdout.write(
    `${services.padEnd(45)} RSS ${rss.toFixed(0)} MiB, PSS ${pss.toFixed(0)}, anonymous ${own.toFixed(0)}, ${((usedMs * 1_000) / measuredMs).toFixed(1)} ms of a processor a second\n`,
  );
}
