/** Each alert of the chart, as Helm renders it, fed with the series of its cause: Prometheus' own engine evaluates it. */
import { beforeAll, expect, it } from "@jest/globals";
import { measureProcess } from "../../packages/metrics/src/index.ts";
import { registry } from "../../packages/metrics/src/registry.ts";
import {
  type AlertTimes,
  type Rule,
  type Samples,
  firingsOf,
  forSecondsOf,
  renderedRules,
} from "./alert-engine.ts";

const stepSeconds = 30;
const steps = 60;
/** Labels of Prometheus itself, and of a histogram's buckets. */
const addedLabels = ["job", "pod", "le"];

/** A scrape every 30 s: a gauge stays at `start`, a counter grows by `perStep`. */
function series(
  name: string,
  labels: Readonly<Record<string, string>>,
  start: number,
  perStep = 0,
): Samples {
  const values = Array.from({ length: steps }, (_, step) => start + perStep * step);
  return { labels: { __name__: name, ...labels }, values };
}

const requests = (status: string, perStep: number, route = "/bookings"): Samples =>
  series(
    "slipway_http_server_request_duration_seconds_count",
    { http_request_method: "POST", http_route: route, http_response_status_code: status },
    0,
    perStep,
  );

/** Sales that were answered, of which some were in time. */
const sales = (inTime: number, perStep: number, status = "201"): Samples[] => {
  const name = "slipway_http_server_request_duration_seconds";
  const labels = { class: "sale", http_response_status_code: status };
  return [
    series(`${name}_bucket`, { ...labels, le: "0.5" }, 0, inTime),
    series(`${name}_count`, labels, 0, perStep),
  ];
};

const calls = (outcome: string, perStep: number): Samples =>
  series(
    "slipway_rpc_client_duration_seconds_count",
    { action: "bookings.create", outcome },
    0,
    perStep,
  );

const up = (value: number): Samples => series("up", { job: "slipway" }, value);
const gauge = (name: string, value: number, labels = {}): Samples => series(name, labels, value);
const fault = (perStep: number): Samples =>
  series("slipway_http_server_refusals_total", { code: "INTERNAL" }, 0, perStep);

const unreadable = (perStep: number): Samples =>
  series("slipway_database_unreadable_documents_total", { collection: "bookings" }, 0, perStep);

/** A queue whose oldest due job has waited for so long, and that begins so many attempts. */
const queue = (oldestSeconds: number, perStep: number): Samples[] => [
  gauge("slipway_queue_oldest_due_seconds", oldestSeconds, { name: "sync.find-jobs" }),
  series("slipway_queue_delay_seconds_count", { name: "sync.find-jobs" }, 0, perStep),
];

/** By alert: the series that its cause produces. */
const causes: Readonly<Record<string, readonly Samples[]>> = {
  SlipwayAbsent: [up(0)],
  SlipwayUnavailable: [...sales(100, 100), ...sales(0, 900, "503")],
  SlipwaySlow: sales(200, 1_000),
  SlipwayDatabaseDown: [gauge("slipway_database_up", 0, { database: "bookings" })],
  SlipwayEngineDies: [series("slipway_engine_restarts_total", {}, 0, 0.2)],
  SlipwayUnavailableOften: [requests("200", 9_965), requests("503", 35)],
  SlipwaySlowOften: sales(800, 1_000),
  SlipwayFault: [fault(1)],
  SlipwayServiceAway: [gauge("slipway_service_up", 0, { name: "audit" })],
  SlipwayEventsPending: [
    gauge("slipway_outbox_lag_seconds", 31, { database: "bookings", consumer: "audit" }),
  ],
  SlipwayDeadLetters: [gauge("slipway_outbox_dead_letters", 1, { database: "bookings" })],
  SlipwayQueueStuck: queue(301, 0),
  SlipwayDocumentsUnreadable: [unreadable(1)],
  SlipwayCallsUnanswered: [calls("ok", 100), calls("unanswered", 4)],
  SlipwayBusy: [gauge("nodejs_eventloop_lag_p99_seconds", 0.4, { pod: "gateway-0" })],
  SlipwayMailboxFull: [gauge("slipway_capacity_fullest_mailbox_commands", 501)],
  SlipwayContended: [
    series("slipway_capacity_conflicts_total", {}, 0, 60),
    series("slipway_capacity_batch_commands_count", {}, 0, 100),
  ],
};

/** The same series as a healthy Slipway has them, with probes that fail while it starts. */
const healthy: readonly Samples[] = [
  up(1),
  requests("200", 9_999),
  requests("409", 500),
  requests("503", 500, "/readyz"),
  ...sales(960, 1_000),
  gauge("slipway_database_up", 1, { database: "bookings" }),
  series("slipway_engine_restarts_total", {}, 1),
  fault(0),
  gauge("slipway_service_up", 1, { name: "audit" }),
  gauge("slipway_outbox_lag_seconds", 1, { database: "bookings", consumer: "audit" }),
  gauge("slipway_outbox_dead_letters", 0, { database: "bookings" }),
  ...queue(3_600, 1),
  unreadable(0),
  calls("ok", 100),
  calls("refused", 50),
  gauge("nodejs_eventloop_lag_p99_seconds", 0.13, { pod: "gateway-0" }),
  gauge("slipway_capacity_fullest_mailbox_commands", 20),
  series("slipway_capacity_conflicts_total", {}, 0, 1),
  series("slipway_capacity_batch_commands_count", {}, 0, 100),
];

/** Prometheus finds no process at all, such as after a wrong selector: it has the series of others alone. */
const noTarget: readonly Samples[] = [series("up", { job: "nats" }, 1)];

/** A sale in twenty minutes, and each is slow. */
const aFewSlow: readonly Samples[] = [up(1), ...sales(0, stepSeconds / 1_200)];

let rules: readonly Rule[] = [];
let firings: readonly AlertTimes[] = [];

beforeAll(async () => {
  rules = await renderedRules();
  const withTarget = Object.entries(causes).map(([alert, cause]) =>
    alert === "SlipwayAbsent" ? cause : [up(1), ...cause],
  );
  const cases = [...withTarget, noTarget, aFewSlow, healthy];
  const given = cases.map((each) => ({ stepSeconds, fromStep: 0, series: each }));
  firings = await firingsOf(rules, given);
}, 300_000);

it("has a cause for each alert", () => {
  const alerts = rules.flatMap(({ alert }) => (alert === undefined ? [] : [alert]));
  expect(Object.keys(causes)).toEqual(alerts);
});

it.each(Object.keys(causes))("fires %s by its cause, after its time and not before", (alert) => {
  const at = firings[Object.keys(causes).indexOf(alert)]?.[alert]?.first;
  const waits = forSecondsOf(rules.find((rule) => rule.alert === alert)?.for);
  expect(at).toBeGreaterThanOrEqual(waits);
  // A rate needs two scrapes, and a few more until it is over a bound.
  expect(at).toBeLessThanOrEqual(waits + 10 * stepSeconds);
});

it.each(["SlipwayUnavailableOften", "SlipwaySlowOften"])("%s wakes nobody by itself", (alert) => {
  const fired = firings[Object.keys(causes).indexOf(alert)] ?? {};
  expect(Object.keys(fired)).toEqual([alert]);
});

it("counts late answers that are 5xx as faults, and not as slow", () => {
  const fired = firings[Object.keys(causes).indexOf("SlipwayUnavailable")] ?? {};
  expect(Object.keys(fired).toSorted()).toEqual(["SlipwayUnavailable", "SlipwayUnavailableOften"]);
});

it("fires SlipwayAbsent alone where there is no target", () => {
  const fired = firings.at(-3) ?? {};
  expect(Object.keys(fired)).toEqual(["SlipwayAbsent"]);
  expect(fired["SlipwayAbsent"]?.first).toBe(60);
});

it("wakes nobody for a few slow requests", () => {
  expect(Object.keys(firings.at(-2) ?? {})).toEqual(["SlipwaySlowOften"]);
});

it("fires none while all is well", () => {
  expect(firings.at(-1)).toEqual({});
});

it("feeds metrics that the product has, with their labels", () => {
  measureProcess();
  // prom-client's type of a metric leaves its labels out.
  const metrics: readonly { name: string; labelNames?: readonly string[] }[] =
    registry.getMetricsAsArray();
  const labelsOf = new Map(
    metrics.map(({ name, labelNames = [] }) => [name, new Set([...labelNames, ...addedLabels])]),
  );
  const unknown = [...Object.values(causes).flat(), ...healthy].flatMap(({ labels }) => {
    const { __name__: name = "", ...others } = labels;
    const known = labelsOf.get(name.replace(/_(bucket|count)$/, ""));
    if (name === "up") return [];
    return Object.keys(others)
      .flatMap((label) => (known?.has(label) ? [] : [`${name}{${label}}`]))
      .concat(known ? [] : [name]);
  });
  expect(unknown).toEqual([]);
});
