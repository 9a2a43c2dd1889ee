import { expect, it } from "@jest/globals";
import { z } from "zod";
import { readFeed } from "./read-feed.ts";

interface Changed {
  readonly _id: string;
  readonly updatedAt: Date;
}

/** The calls of a feed that finds these records, in their order. */
async function callsOf(documents: readonly Changed[]): Promise<string[]> {
  const calls: string[] = [];
  const deps = { clock: () => 0, databaseTimeLowerBound: () => 0 };
  const feed = {
    begun: z.object({}),
    find: () => Promise.resolve({ documents, items: [], more: false, found: calls.push("find") }),
    awaitMajority: () => Promise.resolve(void calls.push("awaitMajority")),
    areStill: ({ length }: readonly Changed[]) =>
      Promise.resolve(calls.push(`areStill: ${length}`) > 0),
  };
  await readFeed<object, Changed, unknown>(deps, feed, {});
  return calls;
}

it("confirms what it shows, and that its filter hides all", async () => {
  const one = { _id: "bkg_1", updatedAt: new Date(0) };
  const [shown, hidden] = [await callsOf([one]), await callsOf([])];
  expect(shown).toEqual(["awaitMajority", "find", "areStill: 1"]);
  expect(hidden.slice(0, 3)).toEqual(["awaitMajority", "find", "awaitMajority"]);
});
