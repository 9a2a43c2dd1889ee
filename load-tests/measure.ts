import type { Database } from "@slipway/dev/database";
import type { MongoClient } from "mongodb";
import type { Contender } from "./contenders.ts";
import { type Answered, ask, percentile } from "./virtual-users.ts";
import { peakMiB, processorMs, resetPeaks } from "./cpu-time.ts";
import type { Load } from "./measured-load.ts";
import { type Profiler, firstThreadUs } from "./profile.ts";
import type { Round } from "./report.ts";

/** The means of measuring a load. */
interface Measuring {
  readonly round: number;
  /** The share of the load's requests: 1 for all of them. */
  readonly scale: number;
  readonly engine: Database;
  /** Connected to the engine. */
  readonly client: MongoClient;
  /** The profiler of the contender, where its processor time is wanted by part. */
  readonly profiler?: Profiler | undefined;
}

/** One round of a load on one contender. Fails on an answer that the load does not expect. */
export async function measure(
  load: Load,
  contender: Contender,
  measuring: Measuring,
): Promise<Round> {
  const { round, scale, client, profiler } = measuring;
  const requests = Math.max(load.clients, Math.round(load.requests * scale));
  const { requestOf, settled, check } = await load.prepare(contender, requests, client);
  const before = await spent(contender, measuring);
  await resetPeaks(contender.pid);
  await profiler?.start();
  const startedAt = performance.now();
  const answers = await ask({
    urls: contender.urls,
    headers: { authorization: `Bearer ${contender.key}` },
    clients: load.clients,
    requests,
    requestOf,
    isPatient: load.isPatient,
  });
  await settled?.(client);
  const tookMs = performance.now() - startedAt;
  const after = await spent(contender, measuring);
  const profile = await profiler?.stop();
  expectAnswers(answers, load);
  await check?.(client);
  const each = perRequest(before, after, requests);
  const parts = profile?.map(([part, us]) => [part, us / requests] as const);
  return {
    load: load.name,
    contender: contender.name,
    round,
    perSecond: (requests / tookMs) * 1_000,
    ...timesOf(answers),
    ...each,
    peakMiB: await peakMiB(contender.pid),
    ...(parts && { parts: [...parts, ["the engine's listener", each.listenerUs]] }),
  };
}

function timesOf(answers: readonly Answered[]): Pick<Round, "p50" | "p95" | "p99"> {
  const times = answers.map((answer) => answer.tookMs);
  const of = (share: number): number => percentile(times, share);
  return { p50: of(0.5), p95: of(0.95), p99: of(0.99) };
}

function perRequest(before: Spent, after: Spent, requests: number) {
  const of = (what: keyof Spent): number => (after[what] - before[what]) / requests;
  return {
    serverUs: of("serverMs") * 1_000,
    engineUs: of("engineMs") * 1_000,
    listenerUs: of("listenerUs"),
    writes: of("writes"),
    journalBytes: of("journalBytes"),
  };
}

interface Spent {
  serverMs: number;
  engineMs: number;
  /** Processor time of the engine's first thread, which hands over what clients send and what they are answered. */
  listenerUs: number;
  /** Documents inserted, updated and deleted, and bytes of the journal, by the engine's own count. */
  writes: number;
  journalBytes: number;
}

interface ServerStatus {
  metrics: { document: Record<"inserted" | "updated" | "deleted", unknown> };
  wiredTiger?: { log: Record<string, unknown> };
}

async function spent({ pid }: Contender, { engine, client }: Measuring): Promise<Spent> {
  const enginePid = engine.pid();
  const status = (await client.db("admin").command({ serverStatus: 1 })) as ServerStatus;
  const { inserted, updated, deleted } = status.metrics.document;
  return {
    serverMs: await processorMs(pid),
    engineMs: enginePid === undefined ? Number.NaN : await processorMs(enginePid),
    listenerUs: enginePid === undefined ? Number.NaN : await firstThreadUs(enginePid),
    writes: Number(inserted) + Number(updated) + Number(deleted),
    journalBytes: Number(status.wiredTiger?.log["log bytes written"] ?? Number.NaN),
  };
}

function expectAnswers(answers: readonly Answered[], { status: wanted }: Load): void {
  const other = answers.find(({ status }) => (wanted ? status !== wanted : status >= 300));
  if (other) throw new Error(`a request was answered ${other.status}: ${other.body}`);
}
