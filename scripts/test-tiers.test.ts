/** Which tests `npm test` runs, and what `--since` asks Jest for. */
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readers, relatedTo } from "./test-since.ts";
import { firstOfKinds, isOfRest, slowFiles } from "./test-tiers.ts";
import { enteredElsewhere } from "./test-use-cases.ts";
import { filesOfRepository, root } from "./words/texts.ts";

it("names files in the lists of tiers that exist, and none twice", () => {
  const listed = [...firstOfKinds, ...slowFiles];
  expect(listed.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

it("counts on tests of the first tier for actions that no gateway leads to", () => {
  const files = Object.keys(enteredElsewhere);
  expect(files.filter((file) => !existsSync(join(root, file)) || isOfRest(file))).toEqual([]);
});

it.each([
  ["services/bookings/src/record/booking.test.ts", false],
  ["services/bookings/test/sell/create-booking.int.test.ts", false],
  ["console/test/walk.browser.test.ts", false],
  ["console/test/day.browser.test.ts", true],
  ["dev/test/cluster.e2e.test.ts", true],
  ["services/bookings/test/list/scan.cost.test.ts", true],
  ["gateway/test/fuzz.int.test.ts", true],
])("%s is of the rest: %s", (file, isRest) => {
  expect(isOfRest(file)).toBe(isRest);
});

describe("--since", () => {
  it("has rows that each name a change and tests of this repository", () => {
    const files = filesOfRepository(/./);
    const empty = readers.flatMap(([shape, ...globs]) => [
      ...(files.some((file) => shape.test(file)) ? [] : [String(shape)]),
      ...globs.filter((glob) => globSync(glob, { cwd: root }).length === 0),
    ]);
    expect(empty).toEqual([]);
  });

  it("asks for every test where the set-up of all has changed", () => {
    expect(relatedTo(["docs/tour.md", "jest.config.mjs"])).toEqual([]);
    expect(relatedTo(["scripts/test-folder.ts"])).toEqual([]);
  });
});
