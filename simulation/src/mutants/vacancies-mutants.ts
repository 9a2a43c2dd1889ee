/** Bugs by which vacancies and claims rest on resources as they were before a change, or as they never were. */
import type { Patch } from "./marks.ts";

type Place = readonly [mark: string, becomes: Patch["becomes"]];

const mutant = (name: string, places: readonly Place[], isOfFailOvers = false) => ({
  name,
  patches: places.map(([mark, becomes]) => ({ mark, becomes })),
  isOfFailOvers,
});

export const ofVacancies = [
  mutant("kept resources have no version", [
    [
      "kept-resources",
      (marked) => marked.replace("isSameVersion(found.version, version)", "version.revision >= 0"),
    ],
  ]),
  mutant("resources are kept while one is resized", [
    ["unlocked-resources", "return own.length >= 0;"],
  ]),
  mutant("kept resources are read before their version", [
    [
      "versions-of-snapshot",
      (marked) =>
        `const asked = { optionIds: [...options.keys()], ids: [] };
        (stores.resources as any).early = await stores.resources.listForCapacity(tenantId, asked);
        ${marked}`,
    ],
    [
      "resources-of-options",
      // Claims read theirs as before.
      (marked) => marked.replace("await", "(resources as any).early ?? await"),
    ],
  ]),
  mutant("the version of resources is confirmed before the ledger is inserted", [
    ["insert-then-confirm", "const operations = [...confirms, ...inserts];"],
  ]),
  mutant("kept resources are sold by a version that nothing confirms", [
    ["versions-confirmed", "const areConfirmed = areThere;"],
  ]),
  mutant("ledgers are bumped before the version of resources", [
    [
      "bump-resources-first",
      `const ofDays = { _id: { $ne: resourcesAddress(tenantId, supplierId).id } };
      await collection.updateMany({ ...isOpen(tenantId, supplierId, now), ...ofDays }, bumpAt(now));
      return bumpResources(tenantId, supplierId, now);`,
    ],
    ["bump-locked", ""],
  ]),
  mutant("resources are kept that a crash has undone", [["kept-since-break", "true"]], true),
  mutant(
    "resources are kept that a fail-over may undo",
    [["kept-numbers", (marked) => marked.replace("{}", '{ readConcern: { level: "local" } }')]],
    true,
  ),
];
