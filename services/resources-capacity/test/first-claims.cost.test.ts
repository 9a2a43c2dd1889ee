/** Statements of the first claims of days. */
import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { watchCommands, watchable } from "@slipway/dev/testing-reads";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const platform = forThisFile(() =>
  capacityPlatform(import.meta.url, 1, watchable(import.meta.url).mongodbUri),
);

const supplier = forThisFile(async () => {
  const { anOption, aResource, link, ...one } = aSupplier(platform);
  const boat = await aResource();
  const [option, other] = [anOption(), anOption()];
  for (const each of [option, other]) await link(each, boat.id);
  return { ...one, option, other };
});

const ofDay = (day: number) => ({ startAt: new Date(Date.UTC(2027, 7, day, 8)).toISOString() });

// The service reads once and for all when the supplier's days begin.
beforeAll(() => supplier.claim(supplier.option, 1, ofDay(0)));

/** The statements of a lone claim; those side by side in the order of the alphabet. */
async function statementsOf(option: string, day: number): Promise<string[][]> {
  // The record of the claim before is copied later.
  await platform.settle();
  const sent = watchCommands(["find", "aggregate", "insert", "update", "findAndModify"]);
  await supplier.claim(option, 1, ofDay(day));
  // Sweeps of all suppliers' claims and ledgers go on beside.
  const own = sent.filter(({ command }) => {
    const text = JSON.stringify(command);
    return text.includes(supplier.supplierId) || text.includes(supplier.tenantId);
  });
  const statements = own.map(({ command }) => Object.entries(command)[0]?.join(" ") ?? "");
  const insertion = statements.indexOf("insert ledgers");
  const [before, after] = [statements.slice(0, insertion), statements.slice(insertion + 1)];
  return [before, after.slice(0, 2), after.slice(2)].map((step) => step.toSorted());
}

it("are five statements for a lone one with the insertion of its ledger, and six for a new option", async () => {
  const confirmed = ["find claims", "update resources"];
  expect(await statementsOf(supplier.option, 1)).toEqual([
    ["find ledgers"],
    confirmed,
    ["update ledgers"],
  ]);
  expect(await statementsOf(supplier.other, 2)).toEqual([
    ["find ledgers", "find resources"],
    confirmed,
    ["update ledgers"],
  ]);
});

it("look a few times for what lost ledgers of 28 days have counted", async () => {
  const sent = watchCommands(["find"]);
  const days = Array.from({ length: 28 }, (_, day) => ofDay(day + 3));
  await Promise.all(days.map((day) => supplier.claim(supplier.option, 1, day)));
  const looks = sent.filter(({ command }) => {
    const { find, filter } = command as { find?: string; filter?: { ledger?: { $in?: string[] } } };
    return (
      find === "claims" && filter?.ledger?.$in?.some((id) => id.startsWith(supplier.supplierId))
    );
  });
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.length).toBeLessThan(14);
});
