/** Facts that the chart's files and other files of the repository both state. Nothing is rendered. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { parse } from "yaml";
import { latencyBuckets } from "../../packages/metrics/src/counters.ts";
import { serviceNames } from "../../server/src/service-names.ts";
import { chart, root } from "./helm.ts";
import { settingsFile } from "./settings-file.ts";
import { withValuesTable } from "./values-table.ts";

/** A rule of Prometheus: an alert, or a series that alerts read. */
interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly for?: string;
  readonly expr: string;
  readonly labels?: { readonly severity: string };
}

/** Metrics of the engine that `npm start` runs without a MongoDB. */
const notInClusters = new Set(["slipway_engine_restarts_total"]);
/** The first alerts of docs/operations.md wake a person. */
const pagingAlerts = 5;

const read = (...path: string[]): string => readFileSync(join(root, ...path), "utf8");
const inChart = (...path: string[]): string => readFileSync(join(chart, ...path), "utf8");

it("has the values of values.yaml in the README's table (npm run check:charts -- --write)", () => {
  // Prettier aligns the columns.
  const squeezed = (text: string): string =>
    text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
  const readme = inChart("README.md");
  expect(squeezed(readme)).toBe(squeezed(withValuesTable(readme, inChart("values.yaml"))));
});

it("has the names of all settings, so that it refuses others (npm run check:charts -- --write)", () => {
  expect(inChart("files", "settings.txt")).toBe(settingsFile());
});

it("has the services of the server, and the gateway", () => {
  const { services } = parse(inChart("values.yaml")) as { services: object };
  const { properties } = JSON.parse(inChart("values.schema.json")) as {
    properties: { services: { properties: object } };
  };
  const names = [...serviceNames, "gateway"].toSorted();
  expect(Object.keys(services).toSorted()).toEqual(names);
  expect(Object.keys(properties.services.properties).toSorted()).toEqual(names);
});

it("has the product's version as its appVersion, and a section of UPGRADING.md for its own", () => {
  const { version, appVersion } = parse(inChart("Chart.yaml")) as Record<string, string>;
  expect(appVersion).toBe((JSON.parse(read("package.json")) as { version: string }).version);
  expect(inChart("UPGRADING.md")).toContain(`## ${version}`);
});

it("tells Artifact Hub its licence, its image, its links and its changes", () => {
  const { annotations, appVersion, home, sources } = parse(inChart("Chart.yaml")) as {
    annotations: Record<string, string>;
    appVersion: string;
    home: string;
    sources: string[];
  };
  const hub = (name: string): unknown => parse(annotations[`artifacthub.io/${name}`] ?? "");
  expect(hub("license")).toBe((JSON.parse(read("package.json")) as { license: string }).license);
  expect(hub("images")).toEqual([
    { name: "slipway", image: expect.stringMatching(new RegExp(`/slipway:${appVersion}$`)) },
  ]);
  const links = hub("links") as { name: string; url: string }[];
  expect(links.filter(({ url }) => !url.startsWith(`${sources[0]}/`))).toEqual([]);
  expect([links.length, home]).toEqual([3, expect.stringMatching(/^https:/)]);
  for (const { kind } of hub("changes") as { kind: string; description: string }[])
    expect(["added", "changed", "deprecated", "removed", "fixed", "security"]).toContain(kind);
  // The hub takes a flag as a text alone.
  expect(Object.values(annotations).filter((value) => typeof value !== "string")).toEqual([]);
});

it("has the alerts of docs/operations.md, which pages for the same and says what to do", () => {
  expect(ownRules().map(essence)).toEqual(documentedRules().map(essence));
  const alerts = ownRules().filter(({ alert }) => alert !== undefined);
  const paging = alerts.filter(({ labels }) => labels?.severity === "critical");
  expect(paging).toEqual(alerts.slice(0, pagingAlerts));
  const operations = read("docs", "operations.md");
  expect(alerts.filter(({ alert }) => !operations.includes(`**${alert}.**`))).toEqual([]);
});

it("alerts on series that its rules record, in the windows of their expressions", () => {
  const recorded = ownRules().flatMap(({ record, expr }) => {
    if (record === undefined) return [];
    const windows = [...expr.matchAll(/\[(\w+)\]/g)].map(([, each]) => each);
    expect([...new Set(windows)]).toEqual([record.replace(/^.*_rate/, "")]);
    return [record];
  });
  const used = ownRules().flatMap(({ alert, expr }) =>
    alert === undefined ? [] : [...expr.matchAll(/\bslipway:\w+:\w+/g)].map(([name]) => name),
  );
  expect(new Set(used)).toEqual(new Set(recorded));
});

it("compares each class with its objective of docs/operations.md, at a bucket of the metric", () => {
  const [, section = ""] =
    /\*\*The objective of speed:[\s\S]*?\n\n([\s\S]*?)\n\n/.exec(read("docs", "operations.md")) ??
    [];
  const documented = [...section.matchAll(/^\| `(\w+)` +\| ([\d.]+) (ms|s) /gm)].map(
    ([, name, bound, unit]) => [name, Number(bound) / (unit === "ms" ? 1_000 : 1)] as const,
  );
  expect(documented.map(([name]) => name)).toEqual(["sale", "read", "list", "admin"]);
  const bounds = slowRules().flatMap(({ expr }) =>
    [...expr.matchAll(/class=~?"([\w|]+)",le="([\d.]+)"/g)].flatMap(([, names = "", le]) =>
      names.split("|").map((name) => `${name} ${le}`),
    ),
  );
  expect(new Set(bounds)).toEqual(new Set(documented.map(([name, bound]) => `${name} ${bound}`)));
  expect(bounds).toHaveLength(7 * documented.length);
  for (const [, bound] of documented) {
    expect(latencyBuckets).toContain(bound);
    // Prometheus 3 writes a whole number as 1.0 in the label, Prometheus 2 as 1.
    expect(Number.isInteger(bound)).toBe(false);
  }
});

it("counts in the class of each objective all that it has answered", () => {
  for (const { expr } of slowRules()) {
    const [, names = ""] = /_count\{class=~"([\w|]+)"/.exec(expr) ?? [];
    const inTime = [...expr.matchAll(/class=~?"([\w|]+)",le=/g)].flatMap(([, each = ""]) =>
      each.split("|"),
    );
    expect(names.split("|").toSorted()).toEqual(inTime.toSorted());
  }
});

it("shows each metric of docs/operations.md on its dashboard, and no other", () => {
  const expected = [...documentedMetrics()].filter((name) => !notInClusters.has(name));
  expect([...dashboardMetrics()].toSorted()).toEqual(expected.toSorted());
});

it("has a row of panels for each question of docs/operations.md", () => {
  const { panels } = JSON.parse(inChart("files", "dashboard.json")) as {
    panels: readonly { type: string; title: string }[];
  };
  const rows = panels.filter(({ type }) => type === "row").map(({ title }) => title);
  const [, section = ""] =
    /## Dashboard\n([\s\S]*?)\n## /.exec(read("docs", "operations.md")) ?? [];
  expect(rows).toEqual([...section.matchAll(/^\d\. (.*)$/gm)].map(([, question]) => question));
});

function slowRules(): readonly Rule[] {
  return ownRules().filter(({ record }) => record?.startsWith("slipway:http_slow:"));
}

function ownRules(): readonly Rule[] {
  return (parse(inChart("files", "alerts.yaml")) as { rules: readonly Rule[] }).rules;
}

function documentedRules(): readonly Rule[] {
  const block =
    /## Alerts\n[\s\S]*?```yaml\n([\s\S]*?)```/.exec(read("docs", "operations.md"))?.[1] ?? "";
  const { groups } = parse(block) as { groups: readonly { rules: readonly Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

function essence({ alert, record, for: duration, expr }: Rule): object {
  return { alert, record, duration, expr: expr.replaceAll(/\s+/g, " ").trim() };
}

/** The names in the first column of the table of metrics. */
function documentedMetrics(): Set<string> {
  const [, watching = ""] =
    /## Watching\n([\s\S]*?)\n## /.exec(read("docs", "operations.md")) ?? [];
  const names = watching
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(0, line.indexOf(" |", 2)).replaceAll(/\{[^}]*\}/g, ""))
    .flatMap((cell) => [...cell.matchAll(/`([a-z0-9_]+)`/g)].map(([, name = ""]) => name));
  return new Set(names);
}

function dashboardMetrics(): Set<string> {
  const { panels } = JSON.parse(inChart("files", "dashboard.json")) as {
    panels: readonly { targets?: readonly { expr: string }[] }[];
  };
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  // A metric has an underscore, and neither a label's place nor the bracket of a function behind it.
  const names = expressions
    .map((expr) => expr.replaceAll(/\{[^}]*\}|by \([^)]*\)|\[[^\]]*\]/g, ""))
    .flatMap((expr) =>
      [...expr.matchAll(/\b[a-z0-9]+(?:_[a-z0-9]+)+\b(?!\()/g)].map(([name]) => name),
    );
  return new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, "")));
}
