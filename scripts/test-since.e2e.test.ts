/** The tests that a small change of each kind reaches, by Jest's own graph. */
import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import { expect, it } from "@jest/globals";
import { relatedTo } from "./test-since.ts";
import { root } from "./words/texts.ts";

it.each([
  // A module, by its importers, and the API document, which every answer is compared with.
  [
    ["console/page/zone.ts", "openapi.json"],
    [
      "console/page/zone.test.ts",
      "console/test/walk.browser.test.ts",
      "gateway/test/lists.int.test.ts",
      "tidy.test.ts",
    ],
    ["services/bookings/src/record/booking.test.ts", "docs/tour.test.ts"],
  ],
  // A program that a test starts, and a package behind it.
  [
    ["packages/departures/src/index.ts"],
    ["gateway/test/octo-killed.e2e.test.ts", "gateway/test/selling.int.test.ts"],
    ["console/page/zone.test.ts"],
  ],
  // A text that a test reads, by its name; a folder that a test reads; a test.
  [
    ["docs/tour.md", "charts/slipway/values.yaml", "scripts/lint.test.ts"],
    [
      "docs/tour.test.ts",
      "words.test.ts",
      "scripts/charts/chart-files.test.ts",
      "scripts/lint.test.ts",
    ],
    ["gateway/test/selling.int.test.ts", "packages/contracts/src/primitives.test.ts"],
  ],
])("reaches from %s the tests that it may break", (changed, reached, notReached) => {
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const words = [...relatedTo(changed), "--listTests", "--json"];
  const found = execFileSync(process.execPath, [jest, ...words], { cwd: root, encoding: "utf8" });
  const tests = (JSON.parse(found.trim().split("\n").at(-1)!) as string[]).map((path) =>
    relative(root, path),
  );
  expect(tests).toEqual(expect.arrayContaining(reached));
  expect(tests.filter((test) => notReached.includes(test))).toEqual([]);
});
