/** Prometheus' own engine, which says when the chart's rules fire over series that it is given. */
import assert from "node:assert/strict";
import { goTool } from "../go-tools.ts";
import { render, run } from "./helm.ts";

export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly for?: string;
  readonly expr: string;
}

export interface Samples {
  /** The name as `__name__`. */
  readonly labels: Readonly<Record<string, string>>;
  /** One each step. */
  readonly values: readonly number[];
}

export interface Case {
  readonly stepSeconds: number;
  /** The first step at which rules are evaluated; the steps before are history. */
  readonly fromStep: number;
  readonly series: readonly Samples[];
}

/** By alert: the seconds of its first and its last firing. */
export type AlertTimes = Readonly<
  Record<string, { readonly first: number; readonly last: number }>
>;

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The rules of the chart as Helm renders them. */
export async function renderedRules(): Promise<readonly Rule[]> {
  const objects = await render({ monitoring: { prometheusRule: { enabled: true } } });
  const rendered = objects.find(({ kind }) => kind === "PrometheusRule");
  const groups = rendered?.spec["groups"] as readonly { rules: readonly Rule[] }[];
  return groups.flatMap((group) => group.rules);
}

/** Answers the alerts that fire in each case. */
export async function firingsOf(
  rules: readonly Rule[],
  cases: readonly Case[],
): Promise<readonly AlertTimes[]> {
  const withSeconds = rules.map((rule) => ({ ...rule, forSeconds: forSecondsOf(rule.for) }));
  const question = JSON.stringify({ rules: withSeconds, cases });
  const { code, stdout, stderr } = await run(await goTool("alerts"), [], question);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as readonly AlertTimes[];
}

/** The seconds of a duration as Prometheus writes it. */
export function forSecondsOf(text = "0s"): number {
  const [, count, unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const seconds = secondsOf[unit];
  assert.ok(count !== undefined && seconds !== undefined, `a duration: ${text}`);
  return Number(count) * seconds;
}
