/** What the chart's files say that other files of the repository say as well. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { parse } from "yaml";
import { serviceNames } from "../../server/src/service-names.ts";
import type { Fact } from "./facts.ts";
import { type Rendered, chart, installations, needed, render, root } from "./helm.ts";
import { withValuesTable } from "./values-table.ts";

interface Alert {
  readonly alert: string;
  readonly for?: string;
  readonly expr: string;
  readonly labels?: { readonly severity: string };
}

/** Node's own. */
const foreignVariables = new Set(["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS"]);
/** Of the engine that `npm start` runs without a MongoDB. */
const notInClusters = new Set(["engine_restarts_total"]);
/** docs/operations.md says that the first alerts wake the operator. */
const pagingAlerts = 6;

const readmePath = join(chart, "README.md");
const valuesPath = join(chart, "values.yaml");
const read = (...path: string[]): string => readFileSync(join(root, ...path), "utf8");
const inChart = (...path: string[]): string => readFileSync(join(chart, ...path), "utf8");

export const fileFacts: readonly Fact[] = [
  {
    name: "the README's table of values is that of values.yaml (npm run check:charts -- --write)",
    async holds() {
      const readme = inChart("README.md");
      assert.equal(readme, await freshReadme(readme));
    },
  },
  {
    name: "the services are those of the platform, and the gateway",
    holds() {
      const { services } = parse(inChart("values.yaml")) as { services: object };
      const { properties } = JSON.parse(inChart("values.schema.json")) as {
        properties: { services: { properties: object } };
      };
      const names = [...serviceNames, "gateway"].toSorted();
      assert.deepEqual(Object.keys(services).toSorted(), names);
      assert.deepEqual(Object.keys(properties.services.properties).toSorted(), names);
    },
  },
  {
    name: "the chart's appVersion is the product's, and UPGRADING.md tells of the chart's version",
    holds() {
      const { version, appVersion } = parse(inChart("Chart.yaml")) as Record<string, string>;
      assert.equal(appVersion, (JSON.parse(read("package.json")) as { version: string }).version);
      assert.ok(inChart("UPGRADING.md").includes(`## ${version}`));
    },
  },
  {
    name: "the alerts are those of docs/operations.md, and page for the same",
    holds() {
      const alerts = ownAlerts();
      assert.deepEqual(alerts.map(essence), documentedAlerts().map(essence));
      const paging = alerts.filter(({ labels }) => labels?.severity === "critical");
      assert.deepEqual(paging, alerts.slice(0, pagingAlerts));
      for (const { alert } of alerts)
        assert.ok(
          read("docs", "operations.md").includes(`**${alert}.**`),
          `${alert} in What to do`,
        );
    },
  },
  {
    name: "the dashboard shows the metrics of docs/operations.md, each of them and no other",
    holds() {
      const expected = [...documentedMetrics()].filter((name) => !notInClusters.has(name));
      assert.deepEqual([...dashboardMetrics()].toSorted(), expected.toSorted());
    },
  },
  {
    name: "every variable that is set is one that server/README.md tells of",
    async holds() {
      const readme = read("server", "README.md");
      for (const { name, path } of installations()) {
        const values = { ...needed, ...(parse(readFileSync(path, "utf8")) as object) };
        for (const variable of variablesOf(await render(values)))
          assert.ok(
            foreignVariables.has(variable) || readme.includes(`\`${variable}\``),
            `${variable} of ${name}`,
          );
      }
    },
  },
];

/** Writes the table of values in the README anew. */
export async function writeValuesTable(): Promise<void> {
  writeFileSync(readmePath, await freshReadme(inChart("README.md")));
}

function freshReadme(readme: string): Promise<string> {
  const text = withValuesTable(readme, readFileSync(valuesPath, "utf8"));
  return format(text, { parser: "markdown", printWidth: 100 });
}

function ownAlerts(): readonly Alert[] {
  return (parse(inChart("files", "alerts.yaml")) as { rules: readonly Alert[] }).rules;
}

function documentedAlerts(): readonly Alert[] {
  const block = /## Alerts\n+```yaml\n([\s\S]*?)```/.exec(read("docs", "operations.md"))?.[1] ?? "";
  const { groups } = parse(block) as { groups: readonly { rules: readonly Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

function essence({ alert, for: duration, expr }: Alert): object {
  return { alert, duration, expr: expr.replaceAll(/\s+/g, " ").trim() };
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
  assert.ok(names.length > 10);
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

function variablesOf(objects: readonly Rendered[]): Set<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { env } = value as { env?: unknown };
    if (Array.isArray(env)) for (const { name } of env as { name: string }[]) names.add(name);
    for (const part of Object.values(value)) look(part);
  };
  look(objects);
  return names;
}
