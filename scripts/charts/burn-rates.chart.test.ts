/**
 * Which pair of windows of an objective's alerts fires, and when it ends: each pair is an alert of its own here. Before each
 * incident lie three days of traffic in which all was well.
 */
import assert from "node:assert/strict";
import { beforeAll, expect, it } from "@jest/globals";
import {
  type Case,
  type AlertTimes,
  type Rule,
  type Samples,
  firingsOf,
  forSecondsOf,
  renderedRules,
} from "./alert-engine.ts";

interface Incident {
  /** How much of the budget it takes: 1 uses up the budget of 30 days in 30 days. */
  readonly burn: number;
  readonly minutes: number;
  /** It begins a day after the traffic has fallen to a tenth. */
  readonly isOnQuietDay?: boolean;
  /** The pair that fires alone; null: none does. */
  readonly fires: Pair | null;
}

/** Two windows and what both of them compare with. */
interface Pair {
  readonly factor: number;
  readonly long: string;
  readonly short: string;
}

const pages: Pair = { factor: 14.4, long: "1h", short: "5m" };
const pagesForHours: Pair = { factor: 6, long: "6h", short: "30m" };
const warnsOfDay: Pair = { factor: 3, long: "1d", short: "2h" };
const warnsOfDays: Pair = { factor: 1, long: "3d", short: "6h" };

const incidents: Readonly<Record<string, Incident>> = {
  "an hour of much trouble": { burn: 18, minutes: 54, fires: pages },
  "six hours of less": { burn: 8, minutes: 360, fires: pagesForHours },
  "a quiet day of little": { burn: 4, minutes: 1_200, isOnQuietDay: true, fires: warnsOfDay },
  "days of very little": { burn: 1.5, minutes: 3_120, fires: warnsOfDays },
  "half an hour of much trouble": { burn: 20, minutes: 30, fires: null },
};
/** Only faults can burn so fast: at most 20 times as many requests are slow as may be. */
const outages: Readonly<Record<string, Incident>> = {
  "two minutes without a service": { burn: 1_000, minutes: 2, fires: pages },
};

const objectives = {
  SlipwayUnavailable: {
    series: "slipway:http_faults:",
    budget: 0.001,
    incidents: { ...incidents, ...outages },
  },
  SlipwaySlow: { series: "slipway:http_slow:", budget: 0.05, incidents },
} as const;
type Objective = keyof typeof objectives;

// The shortest window, 5 minutes, needs two scrapes.
const stepMinutes = 2;
const quietAfter = (72 * 60) / stepMinutes;
const perStep = 1_000;

const rows = (Object.keys(objectives) as Objective[]).flatMap((objective) =>
  Object.entries(objectives[objective].incidents).map(
    ([name, incident]) => [objective, name, incident] as const,
  ),
);
const firing = rows.flatMap(([objective, name, incident]) =>
  incident.fires === null ? [] : [[objective, name, incident, incident.fires] as const],
);
let times: readonly AlertTimes[] = [];

beforeAll(async () => {
  const rules = await renderedRules();
  // By the rules of its objective: alerts.chart.test.ts shows that those of the other one do not fire.
  const answered = Object.values(objectives).map(({ series }) => {
    const own = rules.filter(({ record, expr }) => (record ?? expr).includes(series));
    const cases = rows.filter(([objective]) => objectives[objective].series === series);
    const given = cases.map(([objective, _name, incident]) => caseOf(objective, incident));
    return firingsOf(own.flatMap(pairsOf), given);
  });
  times = (await Promise.all(answered)).flat();
}, 300_000);

it.each(firing)("%s, %s: fires the pair that it is for alone", (objective, name, given, pair) => {
  const { factor, long, short } = pair;
  const fired = firedIn(objective, name);
  expect(Object.keys(fired)).toEqual([nameOf(objective, factor)]);
  const { first = 0, last = 0 } = Object.values(fired)[0] ?? {};
  const begin = beginOf(given) * stepMinutes;
  // So much of the long window must be in trouble; then the short one must be over.
  const after = (factor / given.burn) * minutesOf(long);
  expect(Math.abs(first / 60 - begin - after)).toBeLessThanOrEqual(2 * stepMinutes);
  expect(last / 60).toBeLessThanOrEqual(begin + given.minutes + minutesOf(short));
});

it.each(rows.filter(([, , { fires }]) => fires === null))(
  "%s, %s: fires none",
  (objective, name) => {
    expect(firedIn(objective, name)).toEqual({});
  },
);

it("has the pairs of the rules", () => {
  const names = firing.map(([objective, , , { factor }]) => nameOf(objective, factor));
  expect(new Set(names).size).toBe(8);
});

function firedIn(objective: Objective, name: string): AlertTimes {
  const fired = times[rows.findIndex((row) => row[0] === objective && row[1] === name)];
  assert.ok(fired, name);
  return fired;
}

function minutesOf(window: string): number {
  return forSecondsOf(window) / 60;
}

/** Pages are of the objective's first alert, warnings of the second. */
function nameOf(objective: Objective, factor: number): string {
  return `${objective}${factor < 6 ? "Often" : ""} ${factor}`;
}

/** A rule as it is; an alert of two pairs as two alerts. */
function pairsOf(rule: Rule): Rule[] {
  const { alert, expr } = rule;
  if (alert === undefined) return [rule];
  const pairs = expr.split(/\s+or\s+/);
  return pairs.map((pair) => {
    const [, factor] = /> ([\d.]+) \*/.exec(pair) ?? [];
    assert.ok(factor !== undefined && pairs.length === 2, expr);
    return { alert: `${alert} ${factor}`, expr: pair };
  });
}

/** The step at which an incident begins. */
function beginOf({ isOnQuietDay = false }: Incident): number {
  return quietAfter + (isOnQuietDay ? (24 * 60) / stepMinutes : 0);
}

function caseOf(objective: Objective, incident: Incident): Case {
  const { burn, minutes, isOnQuietDay = false, fires } = incident;
  const begin = beginOf(incident);
  const end = begin + minutes / stepMinutes;
  const share = burn * objectives[objective].budget;
  const steps = Array.from({ length: end + (minutesOf(fires?.short ?? "30m") + 60) / stepMinutes });
  const traffic = steps.map((_, step) => (isOnQuietDay && step < quietAfter ? 10 : 1) * perStep);
  const trouble = traffic.map((each, step) => (step >= begin && step < end ? each * share : 0));
  // Rules need only be evaluated where they may fire.
  const until = fires === null ? 0 : (fires.factor / burn) * minutesOf(fires.long) - 60;
  return {
    stepSeconds: stepMinutes * 60,
    fromStep: begin + Math.max(0, Math.floor(until / stepMinutes)),
    series: objective === "SlipwaySlow" ? slow(traffic, trouble) : faulty(traffic, trouble),
  };
}

const metric = "slipway_http_server_request_duration_seconds";

/** Sales that some of the requests make slow; a request of another class is in time. */
function slow(traffic: readonly number[], trouble: readonly number[]): Samples[] {
  const inTime = traffic.map((each, step) => each - (trouble[step] ?? 0));
  const sale = { class: "sale", http_response_status_code: "201" };
  const list = { class: "list", http_response_status_code: "200" };
  return [
    counter(`${metric}_bucket`, { ...sale, le: "0.5" }, inTime),
    counter(`${metric}_count`, sale, traffic),
    counter(`${metric}_bucket`, { ...list, le: "0.5" }, traffic),
    counter(`${metric}_count`, list, traffic),
  ];
}

/** Sales of which some are answered 503, and late: that is no case for the objective of speed. */
function faulty(traffic: readonly number[], trouble: readonly number[]): Samples[] {
  const served = traffic.map((each, step) => each - (trouble[step] ?? 0));
  const sale = { class: "sale", http_response_status_code: "201" };
  const away = { class: "sale", http_response_status_code: "503" };
  const never = traffic.map(() => 0);
  return [
    counter(`${metric}_bucket`, { ...sale, le: "0.5" }, served),
    counter(`${metric}_count`, sale, served),
    counter(`${metric}_bucket`, { ...away, le: "0.5" }, never),
    counter(`${metric}_count`, away, trouble),
  ];
}

function counter(
  name: string,
  labels: Readonly<Record<string, string>>,
  increases: readonly number[],
): Samples {
  let sum = 0;
  return { labels: { __name__: name, ...labels }, values: increases.map((each) => (sum += each)) };
}
