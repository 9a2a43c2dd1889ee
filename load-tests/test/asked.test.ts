import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { refusalOf } from "../load/asked.ts";
import { suiteTests } from "../load/tests.ts";

const usual = { test: "smoke", profile: "smoke", on: "local", environment: undefined };

describe("a run of the k6 suite", () => {
  it("is of a test that its profile has", () => {
    for (const test of Object.keys(suiteTests))
      expect(refusalOf({ ...usual, test, on: "cluster", environment: "ci" })).toBeUndefined();
    expect(refusalOf({ ...usual, test: "smoke", profile: "soak" })).toMatch(
      /^The profile soak has no test smoke, only .*\.$/,
    );
  });

  it.each([
    ["on", "clustre", '--on is one of local, cluster, not "clustre".'],
    ["profile", "../secret", '--profile is one of average, smoke, soak, stress, not "../secret".'],
    ["environment", "c1", '--environment is one of ci, cluster, given, local, not "c1".'],
  ])("is refused with a sentence for an unknown --%s", (flag, given, sentence) => {
    expect(refusalOf({ ...usual, [flag]: given })).toBe(sentence);
  });

  it("starts nothing when it is refused", () => {
    const program = fileURLToPath(new URL("../load.ts", import.meta.url));
    const words = ["--test", "smoke", "--on", "clustre"];
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: '--on is one of local, cluster, not "clustre".\n',
    });
  });
});
