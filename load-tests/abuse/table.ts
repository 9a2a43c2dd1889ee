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

/** Kinds that are measured together; the first are what a shop window asks of the API all day. */
const rows: Readonly<Record<string, readonly Kind[]>> = {
  "look, list, book": ["look", "list", "book"],
  "show photo": ["show photo"],
  "upload photo": ["upload photo"],
  "log in": ["log in"],
  webhooks: ["heard"],
};

interface Measured {
  readonly alone: Observed;
  readonly under: Observed;
  /** The server's peak after the attack. */
  readonly memoryMiBAfter: number;
}

/** Prints a table; whether all of it is within what is promised. */
export function print(title: string, { alone, under, memoryMiBAfter }: Measured): boolean {
  const shown = Object.entries(rows).map(([name, kinds]) => {
    const [during, before] = [under, alone].map(({ seen }) =>
      seen.filter(({ kind }) => kinds.includes(kind)),
    );
    return { name, ...rowOf(name, during ?? [], before ?? []) };
  });
  console.log(title);
  console.table(Object.fromEntries(shown.map(({ name, cells }) => [name, cells])));
  const percents = [alone, under].map(({ processor }) => `${(processor * 100).toFixed(0)} %`);
  console.log(`  server and engine took ${percents.join(" of a processor alone, ")} under attack`);
  const memory = [alone.memoryMiB, under.memoryMiB, memoryMiBAfter];
  const [before, during, after] = memory.map((mib) => `${mib.toFixed(0)} MiB`);
  console.log(
    `  the server's memory at its peak: ${before} before, ${during} under attack, ${after} after`,
  );
  const faults = shown.flatMap((row) => row.faults);
  if (!(under.memoryMiB < memoryMiBMax)) faults.push(`memory of ${memoryMiBMax} MiB or more`);
  console.log(
    faults.length === 0 ? "  within what is promised" : `  NOT WELL: ${faults.join("; ")}`,
  );
  return faults.length === 0;
}

/** The cells of a row, and what is wrong with it. */
function rowOf(name: string, during: readonly Seen[], before: readonly Seen[]) {
  const [under, alone] = [during, before].map((seen) => seen.map(({ tookMs }) => tookMs));
  const [p95, p99, aloneP95, aloneP99] = [under, alone].flatMap((times = []) =>
    [0.95, 0.99].map((share) => percentile(times, share)),
  ) as [number, number, number, number];
  const ratio = p99 / aloneP99;
  const refused = during.filter(({ status }) => status < 200 || status >= 300);
  const statuses = [...Map.groupBy(refused, ({ status }) => status)];
  const faults = during.length === 0 ? [`${name} never asked for`] : [];
  if (refused.length > 0) faults.push(`${name} refused`);
  if (name === "webhooks" && !(p95 < heardMsMax)) faults.push(`${name} late`);
  // The p99 of requests that come once a second is the slowest of all, which says little of an attack.
  if (name === "look, list, book" && !(ratio <= ratioMax))
    faults.push(`slower than ${ratioMax} times`);
  const cells = {
    requests: during.length,
    ...Object.fromEntries(
      Object.entries({
        "p95 ms": p95,
        "p99 ms": p99,
        "alone p95": aloneP95,
        "alone p99": aloneP99,
      }).map(([title, ms]) => [title, Number(ms.toFixed(1))]),
    ),
    ratio: Number(ratio.toFixed(2)),
    refused: statuses.map(([status, all]) => `${all.length} x ${status}`).join(" "),
  };
  return { cells, faults };
}
