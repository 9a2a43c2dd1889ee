import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "./drill.ts";
import type { OneServer } from "../chaos/site.ts";
import { onServer } from "./installations.ts";
import { withLoad } from "./with-load.ts";

const heapMebibytes = 64;

/** A supervisor starts it again whenever it ends, as systemd and Kubernetes do. */
export const lowHeap: Drill = {
  name: "heap",
  does: `the server is started again with a heap of ${heapMebibytes} MiB, later with its usual one`,
  run: ({ directory, ms }) =>
    onServer(directory, (installation) =>
      withLoad(installation, async ({ note }) => {
        await installation.server().stop();
        const until = performance.now() + ms;
        let deaths = 0;
        do {
          const startedAt = performance.now();
          const isReady = await startLow(installation).then(
            () => true,
            () => false,
          );
          if (isReady) note(`ready after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
          if (isReady) await untilDead(installation.server().pid, ms);
          if (!isRunning(installation.server().pid)) deaths++;
        } while (performance.now() < until);
        note(`it ended ${deaths} times by itself`);
        await installation.server().stop();
        await installation.start();
      }),
    ),
};

function startLow(installation: OneServer): Promise<void> {
  const options = [process.env["NODE_OPTIONS"], `--max-old-space-size=${heapMebibytes}`];
  return installation.start({ NODE_OPTIONS: options.filter(Boolean).join(" ") });
}

async function untilDead(pid: number, msMax: number): Promise<void> {
  const until = performance.now() + msMax;
  while (isRunning(pid) && performance.now() < until) await pause(200);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
