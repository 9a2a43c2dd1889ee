import { readFile, readdir, writeFile } from "node:fs/promises";

// Linux counts processor time in these ticks, on every machine Node runs on.
const ticksPerSecond = 100;

/** Processor time in milliseconds that a process and all below it have used; NaN where /proc is missing. */
export async function processorMs(rootPid: number): Promise<number> {
  const processes = await readProcesses();
  if (processes.size === 0) return Number.NaN;
  let ticks = 0;
  for (const pid of below(rootPid, processes)) ticks += processes.get(pid)?.ticks ?? 0;
  return (ticks * 1_000) / ticksPerSecond;
}

/** Begins to measure the peaks of memory of a process and all below it anew. */
export async function resetPeaks(rootPid: number): Promise<void> {
  for (const pid of below(rootPid, await readProcesses()))
    await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => undefined);
}

/** The resident memory of a process and all below it at their peaks, MiB; NaN where /proc is missing. */
export async function peakMiB(rootPid: number): Promise<number> {
  const pids = [...below(rootPid, await readProcesses())];
  const peaks = await Promise.all(pids.map(ownPeakMiB));
  return peaks.reduce((sum, peak) => sum + peak, 0);
}

/** The peak of this process alone. */
export async function ownPeakMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

type Processes = ReadonlyMap<number, { parent: number; ticks: number }>;

function below(rootPid: number, processes: Processes): Set<number> {
  const counted = new Set([rootPid]);
  // A child's pid may be lower than its parent's: repeated until no new one is found.
  for (let before = -1; before !== counted.size; ) {
    before = counted.size;
    for (const [pid, { parent }] of processes) if (counted.has(parent)) counted.add(pid);
  }
  return counted;
}

async function readProcesses(): Promise<Processes> {
  const found = new Map<number, { parent: number; ticks: number }>();
  const names = await readdir("/proc").catch(() => []);
  await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => undefined);
        if (stat === undefined) return;
        // The name in brackets may hold spaces; after it come state, parent and, from there, the times.
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const ticks = Number(fields[11]) + Number(fields[12]);
        found.set(Number(name), { parent: Number(fields[1]), ticks });
      }),
  );
  return found;
}
