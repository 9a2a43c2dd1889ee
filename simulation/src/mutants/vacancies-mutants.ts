/** Bugs by which vacancies rest on resources as they were before a change, or as they never were. */
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
    ["resources-of-options", "const all = (resources as any).early;"],
  ]),
  mutant("resources are kept that a crash has undone", [["kept-since-break", "true"]], true),
  mutant(
    "resources are kept that a fail-over may undo",
    [["kept-numbers", (marked) => marked.replace("{}", '{ readConcern: { level: "local" } }')]],
    true,
  ),
];
