/** docs/limits.md names every limit that can be set, with the default that it has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { type Limits, defaultLimits, limitSettings, limitsOf } from "@slipway/gateway";
import { createQuota, quotaNames } from "@slipway/store";

type Setting = keyof typeof limitSettings;

/** Some value that no default is, and that goes with each default. */
const given = 17_777;

/** The default of the limit that a setting sets. */
function defaultOf(setting: Setting): string {
  const value = setting === "TRUSTED_PROXIES" ? String(given) : given;
  const set = Object.entries(limitsOf({ [setting]: value }));
  const [name] = set.find(([, each]) => each === value) ?? [];
  return String(defaultLimits[name as keyof Limits]);
}

const settings = [
  ...(Object.keys(limitSettings) as Setting[]).map((name) => [name, defaultOf(name)] as const),
  ...quotaNames.map((name) => [name, String(createQuota(name).max)] as const),
];

/** By setting, the default that a table of the file gives it; a row may name several. */
function defaultsIn(file: string): Map<string, string> {
  const text = readFileSync(join(import.meta.dirname, file), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.flatMap((line) => {
      const [names = "", defaults = ""] = line.slice(1).split("|");
      const values = defaults.split(",").map((value) => value.trim());
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = ""], at) => [name, values[at] ?? ""]);
    }),
  );
}

describe("docs/limits.md", () => {
  const documented = defaultsIn("../../docs/limits.md");
  it.each(settings)("says that %s is %j", (name, value) => {
    expect(documented.get(name)).toBe(value);
  });
});

it("docs/limits.md names no limit that cannot be set", () => {
  const known = new Set(settings.map(([name]) => name));
  const documented = [...defaultsIn("../../docs/limits.md").keys()];
  expect(documented.filter((name) => !known.has(name as Setting))).toEqual([]);
});
