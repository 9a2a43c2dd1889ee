import { expect, it } from "@jest/globals";
import { isOlder, version } from "./version.ts";

it.each([
  ["0.1.0", "0.1.0", false],
  ["0.1.0", "0.2.0", true],
  ["0.10.0", "0.9.9", false],
  ["0.9.9", "0.10.0", true],
  ["1.0.0", "0.99.99", false],
  ["1.2.3", "1.2.10", true],
])("release %s is older than %s: %s", (release, other, isSo) => {
  expect(isOlder(release, { release: other })).toBe(isSo);
});

it("compares three numbers, which the version of this release has", () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});
