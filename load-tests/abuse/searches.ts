import assert from "node:assert";
import { MongoClient } from "mongodb";
import { makeManyBookings } from "../many-bookings.ts";
import { type Attack, keepAt, tally } from "./attack.ts";
import { makeDeparture } from "./departure.ts";
import { headsOf } from "./large-records.ts";
import { postOf, visit } from "./visit.ts";

const atOnce = 8;
/** About 24 MB in memory, and so more than the process may have. */
const bookings = 80_000;

/** Searches of a tenant whose bookings are not in memory; nothing is found before all are read. */
export const searches: Attack = {
  title:
    "searches: of 80 000 bookings beyond LIST_MEMORY_MB=16, on 8 connections, half left at once",
  settings: { LIST_MEMORY_MB: "16" },
  async prepare(target) {
    const { url, key, engine } = target;
    const { optionId, unitId, startAt } = await makeDeparture(url, key, 10);
    const sale = { optionId, startAt, unitItems: [{ unitId, quantity: 1 }] };
    const head = postOf("POST /api/v1/bookings", key, sale);
    assert.equal(await visit({ url, head, until: performance.now() + 60_000 }), "201");
    const client = await new MongoClient(engine.uri).connect();
    await makeManyBookings(engine, client, bookings);
    await client.close();
    const paths = [
      "/bookings?search=nobody",
      "/bookings?status=EXPIRED&total=true",
      "/bookings?order=startAt",
    ];
    const heads = headsOf(paths, target);
    return async (until) => {
      const { answers, count } = tally();
      await keepAt(atOnce, until, async (index) => {
        const leaves = index % 2 === 0 ? {} : { leavesAfterMs: 500 };
        count(await visit({ url, head: heads[index % heads.length] ?? "", until, ...leaves }));
      });
      return answers;
    };
  },
};
