import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

interface BusyCore {
  /** Ends the process; resolves with its share of one processor, from 0 to 1, while it ran. */
  stop(): Promise<number>;
}

interface Report {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/**
 * Keeps one processor of this machine busy, at normal priority, as a neighbour does that computes. In a
 * session of its own: Linux shares processors among sessions first, and in the cluster's it would get little.
 */
export function startBusyCore(): BusyCore {
  const main = fileURLToPath(new URL("busy-core-main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const reports: Report[] = [];
  createInterface({ input: child.stdout }).on("line", (line) =>
    reports.push(JSON.parse(line) as Report),
  );
  const ended = once(child, "exit");
  return {
    async stop() {
      child.kill("SIGKILL");
      await ended;
      const [first, last] = [reports[0], reports.at(-1)];
      if (!first || !last || first === last) return 0;
      return (last.cpuMs - first.cpuMs) / (last.wallMs - first.wallMs);
    },
  };
}
