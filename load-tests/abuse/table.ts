import { percentile } from "../virtual-users.ts";
import type { Kind, Seen } from "./normal-tenant.ts";

/** The tenant's requests and what the server took meanwhile. */
export interface Observed {
  readonly seen: readonly Seen[];
  /** The share of one processor that server and engine took meanwhile. */
  readonly processor: number;
  /** Resident memory of the server at its peak, MiB, without the engine's process. */
  readonly memoryMiB: number;
}

const ratioMax = 3;
const memoryMiBMax = 700;
/** The time in which a webhook is promised to nineteen of twenty bookings, ms. */
const heardMsMax = 1_000;

/** Kinds that are measured together: what a shop window asks of the API all day. */
const mixed: readonly Kind[] = ["look", "list", "book"];
const rows: readonly (readonly [title: string, kinds: readonly Kind[]])[] = [
  ["look, list, book", mixed],
  ["show photo", ["show photo"]],
  ["upload photo", ["upload photo"]],
  ["log in", ["log in"]],
  ["webhooks", ["heard"]],
];

interface Measured {
  readonly alone: Observed;
  readonly under: Observed;
  /** The server's peak after the attack. */
  readonly memoryMiBAfter: number;
}

/** Prints a table; whether all of it is within what is promised. */
export function print(title: string, { alone, under, memoryMiBAfter }: Measured): boolean {
  console.log(title);
  const titles = ["requests", "p95 ms", "p99 ms", "alone p95", "alone p99", "ratio", "refused"];
  console.log("".padEnd(20) + titles.map(right).join(""));
  const faults = rows.flatMap(([name, kinds]) => row({ name, kinds }, alone, under));
  const percents = [alone, under].map(({ processor }) => `${(processor * 100).toFixed(0)} %`);
  console.log(`  server and engine took ${percents.join(" of a processor alone, ")} under attack`);
  const memory = [alone.memoryMiB, under.memoryMiB, memoryMiBAfter];
  const [before, during, after] = memory.map((mib) => `${mib.toFixed(0)} MiB`);
  console.log(
    `  the server's memory at its peak: ${before} before, ${during} under attack, ${after} after`,
  );
  if (!(under.memoryMiB < memoryMiBMax)) faults.push(`memory of ${memoryMiBMax} MiB or more`);
  console.log(
    faults.length === 0 ? "  within what is promised" : `  NOT WELL: ${faults.join("; ")}`,
  );
  return faults.length === 0;
}

interface Row {
  readonly name: string;
  readonly kinds: readonly Kind[];
}

/** Prints a line; what is wrong with it. */
function row({ name, kinds }: Row, alone: Observed, under: Observed): string[] {
  const seen = of(under, kinds);
  const [p95, p99] = percentiles(seen);
  const [aloneP95, aloneP99] = percentiles(of(alone, kinds));
  const ratio = p99 / aloneP99;
  const refused = seen.filter(({ status }) => status < 200 || status >= 300);
  const times = [p95, p99, aloneP95, aloneP99].map((value) => value.toFixed(1));
  const cells = [String(seen.length), ...times, ratio.toFixed(2), String(refused.length)];
  const statuses = [...Map.groupBy(refused, ({ status }) => status)];
  const note = statuses.map(([status, all]) => ` ${all.length} x ${status}`).join("");
  console.log(`  ${name.padEnd(18)}${cells.map(right).join("")}${note}`);
  const faults = refused.length > 0 ? [`${name} refused`] : [];
  if (kinds.includes("heard") && !(p95 < heardMsMax)) faults.push(`${name} late`);
  // The p99 of requests that come once a second is the slowest of all, which says little of an attack.
  if (kinds === mixed && !(ratio <= ratioMax)) faults.push(`slower than ${ratioMax} times`);
  return faults;
}

function of({ seen }: Observed, kinds: readonly Kind[]): Seen[] {
  return seen.filter(({ kind }) => kinds.includes(kind));
}

function percentiles(seen: readonly Seen[]): [p95: number, p99: number] {
  const times = seen.map(({ tookMs }) => tookMs);
  return [percentile(times, 0.95) ?? Number.NaN, percentile(times, 0.99) ?? Number.NaN];
}

function right(cell: string): string {
  return cell.padStart(11);
}
