/** The first claims of many days look for what a lost ledger has counted, and share these looks. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { watchCommands, watchable } from "@slipway/dev/testing-reads";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const platform = forThisFile(() =>
  capacityPlatform(import.meta.url, 1, watchable(import.meta.url).mongodbUri),
);

it("are decided after a few looks for claims of 28 days", async () => {
  const { claim, supplierId, anOption, aResource, link } = aSupplier(platform);
  const option = anOption();
  const boat = await aResource();
  await link(option, boat.id);
  const sent = watchCommands(["find"]);
  const days = Array.from({ length: 28 }, (_, day) =>
    `2027-08-${day + 1}`.replace(/-(\d)$/, "-0$1"),
  );
  await Promise.all(days.map((day) => claim(option, 1, { startAt: `${day}T08:00:00.000Z` })));
  const looks = sent.filter(({ command }) => {
    const { find, filter } = command as { find?: string; filter?: { ledger?: { $in?: string[] } } };
    return find === "claims" && filter?.ledger?.$in?.some((id) => id.startsWith(supplierId));
  });
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.length).toBeLessThan(14);
});
