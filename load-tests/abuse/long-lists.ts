import { connect } from "../../examples/venice/api.ts";
import { dayAhead } from "../shop.ts";
import { type Attack, keepAt, pause, tally } from "./attack.ts";
import { makeDeparture } from "./departure.ts";
import { headOf, visit } from "./visit.ts";

const suppliers = 210;
const metadataBytes = 60_000;
const atOnce = 100;
const leaveMs = 500;

/** S1: lists of large records, asked for again and again and left after half a second. */
export const longLists: Attack = {
  title: "S1: lists of 60 KB records and the dearest ranges, left after half a second",
  async prepare({ url, key }) {
    const api = connect(url, key);
    const { optionId } = await makeDeparture(url, key, 10);
    const metadata = { text: "x".repeat(metadataBytes) };
    for (let made = 0; made < suppliers; made++)
      await api.send("POST", "/suppliers", { name: `Large ${made}`, timezone: "UTC", metadata });
    const range = `from=${dayAhead(1)}T00:00:00Z&to=${dayAhead(390)}T00:00:00Z`;
    const paths = [
      "/suppliers",
      "/suppliers?limit=100",
      "/audit-logs?limit=200",
      `/availability?optionId=${optionId}&${range}`,
    ];
    const heads = paths.map((path) =>
      headOf(`GET /api/v1${path}`, { Authorization: `Bearer ${key}`, Connection: "close" }),
    );
    return async (until) => {
      const { answers, count } = tally();
      await keepAt(
        atOnce,
        until,
        async (index) => {
          const head = heads[index % heads.length] ?? "";
          const asked = performance.now();
          count(await visit({ url, head, leavesAfterMs: leaveMs, until }));
          // One that is refused at once comes no sooner for it: this is no flood of connections.
          await pause(leaveMs - (performance.now() - asked));
        },
        leaveMs,
      );
      return answers;
    };
  },
};
