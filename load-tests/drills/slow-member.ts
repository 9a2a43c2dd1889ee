import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "./drill.ts";
import { onCluster } from "./installations.ts";
import { slowestMs } from "./seen.ts";
import { withLoad } from "./with-load.ts";

const delayMs = 1_500;

/** The primary: a slow secondary delays nobody while a majority is fast. */
export const slowMember: Drill = {
  name: "slow-member",
  does: `the primary of the replica set answers each command ${delayMs / 1_000} s later; then it steps down`,
  run: ({ directory, ms }) =>
    onCluster({ directory }, ({ set, ...site }) =>
      withLoad(site, async ({ clients, note }) => {
        set.delay(delayMs, "primary");
        await pause(ms);
        const slowest = slowestMs(clients.seen);
        await set.failOver({ how: "step-down", ms: 300 });
        note(`the slowest answer before the step-down took ${(slowest / 1_000).toFixed(1)} s`);
      }),
    ),
};
