/** Keeps one processor busy until it is ended or its parent is gone, and prints what it has got of it. */
import { writeSync } from "node:fs";

const reportEveryMs = 500;
const parent = process.ppid;
let nextAt = 0;

// Nothing else runs in this process, not even the timer of die-with-parent: it has to look by itself.
while (process.ppid === parent) {
  const wallMs = performance.now();
  if (wallMs < nextAt) continue;
  nextAt = wallMs + reportEveryMs;
  const { user, system } = process.cpuUsage();
  writeSync(1, `${JSON.stringify({ wallMs, cpuMs: (user + system) / 1_000 })}\n`);
}
