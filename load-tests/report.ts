import { cpus, release, totalmem } from "node:os";
import type { Contender } from "./contenders.ts";
import { median } from "./virtual-users.ts";

export interface Round {
  load: string;
  contender: Contender["name"];
  round: number;
  /** The load whose round on the same contender was right before. */
  after?: string;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** Processor time per request, microseconds: of the contender's processes, the engine's, and the latter's first thread. */
  serverUs: number;
  engineUs: number;
  listenerUs: number;
  /** The writes of the engine per request: documents, and bytes of its journal. */
  writes: number;
  journalBytes: number;
  /** Resident memory of the contender's processes at its highest during the round. */
  peakMiB: number;
  /** Processor time of the server per request by part, microseconds, where it was profiled. */
  parts?: readonly (readonly [part: string, us: number])[];
}

const headings =
  "load, who, per s, ratio, p50 ms, p95 ms, p99 ms, CPU µs, engine µs, writes, journal B, peak MiB".split(
    ", ",
  );

type Column = Exclude<keyof Round, "load" | "contender" | "round" | "after" | "parts">;

/** Medians of the rounds. */
function rowsOf(results: readonly Round[]): string[][] {
  const groups = Map.groupBy(results, ({ load, contender }) => `${load}|${contender}`);
  return [...groups.values()].map((rounds) => {
    const { load, contender } = rounds[0] as Round;
    const of = (column: Column): number => median(rounds.map((round) => round[column]));
    const ratio = ratioOf(rounds, results);
    const times = (["p50", "p95", "p99"] as const).map((column) => of(column).toFixed(1));
    const whole = (column: Column): string => of(column).toFixed(0);
    const work = [whole("serverUs"), whole("engineUs"), of("writes").toFixed(1)];
    const sizes = [whole("journalBytes"), whole("peakMiB")];
    return [load, contender, whole("perSecond"), ratio, ...times, ...work, ...sizes];
  });
}

/** The median of each round's own; empty where there was nothing beside it. That of the floor is to the baseline, too. */
function ratioOf(rounds: readonly Round[], results: readonly Round[]): string {
  const ratios = rounds.flatMap((own) => {
    const beside = results.find((other) => isBeside(own, other));
    return beside ? [own.perSecond / beside.perSecond] : [];
  });
  return ratios.length === 0 ? "" : median(ratios).toFixed(2);
}

/** The baseline's round, or the one that was right before. */
function isBeside({ load, contender, round, after }: Round, other: Round): boolean {
  // The cluster has its turn when the baseline's is over.
  if ((contender !== "slipway" && contender !== "floor") || other.round !== round) return false;
  return after === undefined
    ? other.load === load && other.contender === "baseline"
    : other.load === after && other.contender === contender;
}

/** The results for `console.table`. */
export function asTable(results: readonly Round[]): Record<string, string>[] {
  return rowsOf(results).map((row) =>
    Object.fromEntries(row.map((cell, column) => [headings[column] ?? "", cell] as const)),
  );
}

/** The page docs/benchmarks.md. */
export function asMarkdown(results: readonly Round[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rounds = Math.max(...results.map(({ round }) => round));
  return `# Benchmarks

\`npm run bench\` wrote this page on ${new Date().toISOString().slice(0, 10)}. The figures are medians of ${rounds} rounds, after rounds that warm up.

- **The baseline** (\`load-tests/baseline/\`) is one Express process with one conditional update and one insert a booking. It has the same engine, driver,
  pool and write concern. Slipway alternates with it, and a ratio is the median of each round's own ratio to the baseline beside it.
- **The floor** (\`load-tests/baseline/floor.ts\`) is the same Express process, which writes the four documents that Slipway writes of a booking, as many bytes
  and indexes, and one ledger for all bookings that wait. It checks nothing. No server that stores as much is faster.
- **Loads compared with the hot departure** (refusals, three resources, two days, a supplier's day) run right after it. The last bookings of a
  departure run right after its first. Their ratios are to these.
- **Slipway's time** counts until every booking is written, delivered and in the audit log. Only the claims' records may follow a moment later. The
  cluster runs separately, afterwards.
- **CPU** is processor time per request of all processes of the contender, **engine** that of the database's. **Peak** is the contender's highest resident
  memory in a round. The client runs on the same cores.
- **The embedded engine** spends 280 µs of its processor on each statement in its own listener, which a real mongod does not. It lowers the rates of both,
  and those of a server with more statements more. Our estimate for the hot departure on a real server is 1.1 to 1.3 of the baseline. Rates of sales compare
  only on one kind of engine. **CPU**, **writes** and refusals are those of a real server, too. \`npm run bench -- --uri mongodb://...\` runs all of it on yours. With
  \`--profile\` the bench prints the processor time of one process by part, and that of the listener.

Machine: ${machine()}. Node ${process.versions.node}, Linux ${release().split(".", 2).join(".")}.

${line(headings)}
${line(headings.map((_, column) => (column < 2 ? "---" : "--:")))}
${rowsOf(results).map(line).join("\n")}
`;
}

function machine(): string {
  const processors = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return `${processors.length} cores (${processors[0]?.model.trim() ?? "unknown"}), ${memory} GiB`;
}
