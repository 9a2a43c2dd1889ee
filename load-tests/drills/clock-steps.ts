import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "./drill.ts";
import { onCluster } from "./installations.ts";
import { withLoad } from "./with-load.ts";

/** Sells, checks keys, and counts holds. */
const stepped = ["auth-and-more-1", "resources-capacity-1"];
const stepMs = 45_000;

/** The wall clocks of two processes step forward, back, and behind the others. */
export const clockSteps: Drill = {
  name: "clock",
  does: `the clocks of one process of bookings and one of capacity step by ${stepMs / 1_000} s, forward and then back`,
  async run({ directory, ms }) {
    const file = join(directory, "clock.json");
    const preload = new URL("clock-preload.mjs", import.meta.url).href;
    const nodeOptions = [process.env["NODE_OPTIONS"], `--import=${preload}`].filter(Boolean);
    const step = async (by: number): Promise<void> => {
      await writeFile(file, JSON.stringify(Object.fromEntries(stepped.map((name) => [name, by]))));
      await pause(ms / 2);
    };
    await writeFile(file, "{}");
    const env = { NODE_OPTIONS: nodeOptions.join(" "), DRILL_CLOCK_FILE: file };
    return onCluster({ directory, env }, (site) =>
      withLoad(site, async () => {
        await step(stepMs);
        await step(-stepMs);
        await writeFile(file, "{}");
      }),
    );
  },
};
