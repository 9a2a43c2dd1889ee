/** The names that metrics had before 0.1.0. They stand beside today's for one release: 0.2.0 removes this file. */

interface Earlier {
  readonly name: string;
  /** A label that had another name as well: today's, and the earlier one. */
  readonly label?: readonly [string, string];
}

/** By today's name. Metrics that are not listed have no other name. */
const earlierNames: Readonly<Record<string, Earlier>> = {
  slipway_http_server_request_duration_seconds: { name: "http_server_request_duration_seconds" },
  slipway_http_server_refusals_total: { name: "http_server_refusals_total" },
  slipway_http_server_active_requests: { name: "http_server_active_requests" },
  slipway_gateway_booking_repeats_total: { name: "gateway_booking_repeats_total" },
  slipway_rpc_client_duration_seconds: { name: "rpc_client_duration_seconds" },
  slipway_outbox_pending_events: { name: "outbox_waiting_events" },
  slipway_outbox_lag_seconds: { name: "outbox_lag_seconds" },
  slipway_outbox_dead_letters: { name: "outbox_set_aside_events" },
  slipway_webhook_delivery_attempts_total: { name: "webhook_delivery_attempts_total" },
  slipway_webhook_first_attempt_seconds: { name: "webhook_first_attempt_seconds" },
  slipway_database_up: { name: "database_up" },
  slipway_service_up: { name: "service_up", label: ["name", "service"] },
  slipway_job_duration_seconds: { name: "job_duration_seconds" },
  slipway_engine_restarts_total: { name: "engine_restarts_total" },
  slipway_capacity_batch_commands: { name: "capacity_batch_commands" },
  slipway_capacity_conflicts_total: { name: "capacity_conflicts_total" },
  slipway_capacity_active_ledgers: { name: "capacity_active_ledgers" },
  slipway_capacity_mailbox_commands: { name: "capacity_mailbox_commands" },
  slipway_capacity_fullest_mailbox_commands: { name: "capacity_fullest_mailbox_commands" },
};

/** A scrape's text (Prometheus format 0.0.4) with each metric that had an earlier name once more under that name. */
export function withEarlierNames(text: string): string {
  // An empty line stands between metrics, and nowhere else.
  const earlier = text.trimEnd().split("\n\n").flatMap(underEarlierName);
  return [text.trimEnd(), ...earlier].join("\n\n") + "\n";
}

function underEarlierName(metric: string): string[] {
  const [, name = ""] = /^# HELP (\S+)/.exec(metric) ?? [];
  const earlier = earlierNames[name];
  if (earlier === undefined) return [];
  const [label, earlierLabel] = earlier.label ?? [];
  const series = metric
    .replace(/^# HELP .*$/m, `# HELP ${earlier.name} Renamed to ${name}; 0.2.0 removes this name.`)
    .replaceAll(new RegExp(`^(# TYPE )?${name}`, "gm"), `$1${earlier.name}`);
  return [label === undefined ? series : series.replaceAll(`{${label}="`, `{${earlierLabel}="`)];
}
