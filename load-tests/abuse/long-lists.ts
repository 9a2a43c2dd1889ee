import { setTimeout as pause } from "node:timers/promises";
import { dayAhead } from "../shop.ts";
import { type Attack, keepAt, tally } from "./attack.ts";
import { makeDeparture } from "./departure.ts";
import { headsOf, makeLargeSuppliers } from "./large-records.ts";
import { visit } from "./visit.ts";

const suppliers = 210;
const atOnce = 100;
const leaveMs = 500;

/** S1: lists of large records, asked for again and again and left after half a second. */
export const longLists: Attack = {
  title: "S1: lists of 60 KB records and a year of departures, left after half a second",
  async prepare(target) {
    const { url, key } = target;
    const { optionId } = await makeDeparture(url, key, 10);
    await makeLargeSuppliers(target, suppliers);
    const range = `from=${dayAhead(1)}T00:00:00Z&to=${dayAhead(390)}T00:00:00Z`;
    const paths = [
      "/suppliers",
      "/suppliers?limit=100",
      "/audit-logs?limit=200",
      `/availability?optionId=${optionId}&${range}`,
    ];
    const heads = headsOf(paths, target);
    return async (until) => {
      const { answers, count } = tally();
      await keepAt(
        atOnce,
        until,
        async (index) => {
          const head = heads[index % heads.length] ?? "";
          const asked = performance.now();
          count(await visit({ url, head, leavesAfterMs: leaveMs, until }));
          // A refused client does not retry faster; this scenario is not a connection flood.
          await pause(Math.max(0, leaveMs - (performance.now() - asked)));
        },
        leaveMs,
      );
      return answers;
    };
  },
};
