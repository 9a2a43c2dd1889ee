/** Series that the chart's alerts and its dashboard ask Prometheus for. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type AskedSeries, seriesOf } from "./queries.ts";

interface Rule {
  readonly record?: string;
  readonly expr: string;
  readonly annotations?: { readonly summary: string };
}

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

const inChart = (name: string): string =>
  readFileSync(new URL(`../../charts/slipway/files/${name}`, import.meta.url), "utf8");

/** Series of the processes, by the queries of the dashboard, the alerts and the rules that these read. */
export function askedOfProcesses(): AskedSeries[] {
  const { rules } = parse(inChart("alerts.yaml")) as { rules: readonly Rule[] };
  const { panels } = JSON.parse(inChart("dashboard.json")) as Dashboard;
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const asked = [...rules.flatMap(askedBy), ...shown.flatMap((expr) => seriesOf(filledIn(expr)))];
  const recorded = new Set(rules.map(({ record }) => record));
  // Rules record them, of series that are asked for here.
  return asked.filter(({ name }) => !recorded.has(name));
}

/** The sentence of an alert may name labels, too. */
function askedBy({ expr, annotations }: Rule): AskedSeries[] {
  const inSentence = [...(annotations?.summary ?? "").matchAll(/\$labels\.(\w+)/g)];
  const named = inSentence.map(([, label = ""]) => label);
  return seriesOf(expr).map(({ name, labels }) => ({ name, labels: [...labels, ...named] }));
}

/** With a duration for what Grafana fills in. */
function filledIn(expr: string): string {
  return expr.replaceAll("$__rate_interval", "5m");
}
