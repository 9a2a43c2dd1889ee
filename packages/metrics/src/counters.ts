/**
 * Counters, each raised where the event happens. Labels are routes, actions, codes and databases: never a tenant,
 * a key or an id, so the number of series is bounded by the code.
 */
import { Counter, Gauge, Histogram, type LabelValues } from "prom-client";
import { exemplarRegistry, registry } from "./registry.ts";

const registers = [registry];
/** Objectives of the service compare with some of them. */
export const latencyBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Half as many: there are some hundred series of calls in each process, and no objective compares with them. */
const callBuckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

// An exemplar's label is none of the metric's, which prom-client's types do not know.
const requestSeconds: Histogram = new Histogram({
  name: "slipway_http_server_request_duration_seconds",
  help: "Requests by method, route, status and class of the route, from the first byte read to the last byte written.",
  labelNames: ["http_request_method", "http_route", "http_response_status_code", "class"],
  buckets: latencyBuckets,
  enableExemplars: true,
  registers: [exemplarRegistry],
});

// Afterwards, because prom-client makes no metric with exemplars for a registry that does not show them.
registry.registerMetric(requestSeconds);

const requestsRefused = new Counter({
  name: "slipway_http_server_refusals_total",
  help: "Refused requests by the code of their answer.",
  labelNames: ["code"],
  registers,
});

// From the start: Prometheus takes the first value of a series for no increase, and the alert on faults would miss one.
requestsRefused.inc({ code: "INTERNAL" }, 0);

const requestsActive = new Gauge({
  name: "slipway_http_server_active_requests",
  help: "Requests that are being served.",
  registers,
});

const callSeconds = new Histogram({
  name: "slipway_rpc_client_duration_seconds",
  help: "Calls over the bus by action and outcome, as the caller has seen them.",
  labelNames: ["action", "outcome"],
  buckets: callBuckets,
  registers,
});

const bookingsRepeated = new Counter({
  name: "slipway_gateway_booking_repeats_total",
  help: "Bookings with an idempotencyKey that were called for once more, because the first call's outcome was unknown, by what the second one showed.",
  labelNames: ["outcome"],
  registers,
});

const ledgerBatchSize = new Histogram({
  name: "slipway_capacity_batch_commands",
  help: "Commands that one write on a ledger has decided.",
  buckets: [1, 2, 5, 10, 25, 50, 100, 250],
  registers,
});

const ledgerConflicts = new Counter({
  name: "slipway_capacity_conflicts_total",
  help: "Writes on a ledger that found it changed by another replica, and were decided again.",
  registers,
});

const engineRestarts = new Counter({
  name: "slipway_engine_restarts_total",
  help: "Times the database's process died and was started again.",
  registers,
});

const deliveryAttempts = new Counter({
  name: "slipway_webhook_delivery_attempts_total",
  help: "Attempts to deliver to a webhook subscription by outcome: SUCCESS, or why it failed.",
  labelNames: ["outcome"],
  registers,
});

const firstAttemptSeconds = new Histogram({
  name: "slipway_webhook_first_attempt_seconds",
  help: "From a booking's change to the first attempt to deliver it to a subscription.",
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30, 300, 3_600],
  registers,
});

const jobSeconds = new Histogram({
  name: "slipway_job_duration_seconds",
  help: "Runs of the jobs that services do by themselves, by name and outcome.",
  // Not "job", which Prometheus gives to every series itself.
  labelNames: ["name", "outcome"],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers,
});

const queueDelaySeconds = new Histogram({
  name: "slipway_queue_delay_seconds",
  help: "How long a job was due before an attempt began, by the name of its queue.",
  labelNames: ["name"],
  buckets: [0.1, 1, 5, 30, 300, 3_600],
  registers,
});

const deadJobs = new Counter({
  name: "slipway_queue_dead_jobs_total",
  help: "Jobs that have ended without success after their last attempt, by the name of their queue.",
  labelNames: ["name"],
  registers,
});

/** A call's outcome: "refused" is an answer, the last three are trouble. */
export type CallOutcome = "ok" | "refused" | "unavailable" | "unanswered" | "failed";

interface ServedRequest {
  readonly method: string;
  /** The pattern of the path, never the path. */
  readonly route: string;
  /** The gateway's word for the speed that clients expect of the route. */
  readonly routeClass: string;
  readonly status: number;
  /** The refusal's code, null where nothing was refused. */
  readonly code: string | null;
  readonly seconds: number;
  /** The trace that the collector gets; null where it gets none. */
  readonly traceId: string | null;
}

export function requestBegun(): void {
  requestsActive.inc();
}

/** Counts a request as over: once per request begun. */
export function requestServed(request: ServedRequest): void {
  requestsActive.dec();
  const { seconds, traceId } = request;
  if (traceId === null) {
    const { method, route, routeClass, status } = request;
    const series = `${method} ${route} ${status} ${routeClass}`;
    memoised(requestSeries, series, () => requestSeconds.labels(requestLabels(request))).observe(
      seconds,
    );
  } else
    requestSeconds.observe({
      labels: requestLabels(request),
      value: seconds,
      exemplarLabels: { trace_id: traceId },
    });
  if (request.code !== null) refusalsOf(request.code).inc();
}

export function callEnded(action: string, outcome: CallOutcome, seconds: number): void {
  memoised(callSeries, `${action} ${outcome}`, () =>
    callSeconds.labels({ action, outcome }),
  ).observe(seconds);
}

export function jobEnded(name: string, outcome: "ok" | "failed", seconds: number): void {
  jobSeconds.observe({ name, outcome }, seconds);
}

/** Counts an attempt that a queue begins of a job that has been due for so long. */
export function attemptBegun(queue: string, seconds: number): void {
  queueDelaySeconds.observe({ name: queue }, seconds);
}

/** Counts jobs whose last attempt has failed; a queue that starts counts none, and so shows its series. */
export function jobsDied(queue: string, count: number): void {
  deadJobs.inc({ name: queue }, count);
}

/** Counts a booking's second call: "booked", or "unknown" where the first call's outcome stayed so. */
export function bookingRepeated(outcome: "booked" | "unknown"): void {
  bookingsRepeated.inc({ outcome });
}

/** Counts a write on a ledger and the commands it has decided; `isWritten` false: it lost a race. */
export function ledgerWritten(commands: number, isWritten: boolean): void {
  if (isWritten) ledgerBatchSize.observe(commands);
  else ledgerConflicts.inc();
}

/** Counts a death of the database's process. */
export function engineRestarted(): void {
  engineRestarts.inc();
}

/** Counts an attempt to deliver; `seconds` since the change where it is the first, else null. */
export function deliveryAttempted(outcome: string, seconds: number | null): void {
  deliveryAttempts.inc({ outcome });
  if (seconds !== null) firstAttemptSeconds.observe(seconds);
}

interface Series {
  observe(value: number): void;
}

interface Count {
  inc(): void;
}

// Finding a series by its labels costs more than counting: each is looked up once.
const requestSeries = new Map<string, Series>();
const callSeries = new Map<string, Series>();
const refusalCounts = new Map<string, Count>();

function refusalsOf(code: string): Count {
  return memoised(refusalCounts, code, () => requestsRefused.labels({ code }));
}

function requestLabels({ method, route, routeClass, status }: ServedRequest): LabelValues<string> {
  return {
    http_request_method: method,
    http_route: route,
    http_response_status_code: status,
    class: routeClass,
  };
}

function memoised<Found>(known: Map<string, Found>, key: string, find: () => Found): Found {
  let series = known.get(key);
  if (!series) known.set(key, (series = find()));
  return series;
}
