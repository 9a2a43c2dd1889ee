/** The end of a pass: its thresholds on the terminal, and everything in a file. */
import { results } from "./run-settings.ts";

interface Metric {
  readonly type: "counter" | "gauge" | "rate" | "trend";
  readonly values: Readonly<Record<string, number>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

export interface Summary {
  readonly metrics: Readonly<Record<string, Metric>>;
  readonly setup_data?: unknown;
}

/** k6 calls it at the end. The second pass reads the file of the first. */
export function handleSummary(data: Summary): Record<string, string> {
  const file = __ENV["PASS"] === "2" ? "records.json" : "summary.json";
  const written = results === undefined ? {} : { [`${results}/${file}`]: textOf(data) };
  return { stdout: table(data), ...written };
}

function textOf(data: Summary): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}

function table({ metrics }: Summary): string {
  const lines = Object.entries(metrics)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([name, metric]) => [...thresholdsOf(name, metric), ...countOf(name, metric)]);
  return `\n${lines.join("\n")}\n\n`;
}

function thresholdsOf(name: string, { values, thresholds = {} }: Metric): string[] {
  return Object.entries(thresholds).map(
    ([threshold, { ok }]) =>
      `${ok ? "  holds  " : "  CROSSED"} ${name.padEnd(44)} ${threshold.padEnd(14)} ${shown(values)}`,
  );
}

/** Our own counts are shown without a threshold, too. */
function countOf(name: string, { type, values, thresholds }: Metric): string[] {
  const isShown = thresholds === undefined && type === "counter" && !/^(data|iter)/.test(name);
  return isShown ? [`           ${name.padEnd(44)} ${"".padEnd(14)} ${shown(values)}`] : [];
}

const printed = ["count", "value", "rate", "med", "p(95)", "p(99)", "max"];

function shown(values: Metric["values"]): string {
  return printed
    .filter((stat) => values[stat] !== undefined)
    .map((stat) => `${stat}=${Number((values[stat] ?? 0).toFixed(2))}`)
    .join(" ");
}
