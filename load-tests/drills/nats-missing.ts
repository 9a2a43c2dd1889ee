import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "./drill.ts";
import { onCluster } from "./installations.ts";
import { withLoad } from "./with-load.ts";

export const natsMissing: Drill = {
  name: "nats",
  does: "nats-server of a cluster is killed and stays away",
  run: ({ directory, ms }) =>
    onCluster({ directory }, (site) =>
      withLoad(site, async () => {
        await site.cluster.kill("nats-server", ms);
        // Gone since the kill; its keeper starts it again after this.
        await pause(ms);
      }),
    ),
};
