/** The needs of a test of the suite, for the server that is started for it. */

export interface SuiteTest {
  readonly needsSecondTenant?: true;
  readonly needsReceiver?: true;
  /** Every process of its cluster is restarted once while the load runs, and its database fails over once. */
  readonly disturbed?: "restarts" | "restarts and fail-over";
  /** Settings of the server beside those of its environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The limits of `npm start`. */
const limited = { RATE_LIMIT_RPS: "", RATE_LIMIT_CONCURRENT: "", IN_FLIGHT_MAX: "" };

export const suiteTests: Readonly<Record<string, SuiteTest>> = {
  smoke: {},
  "browse-and-book": {},
  "flash-sale": {},
  "hold-expiry": {},
  "idempotent-retry": {},
  "tenant-isolation": { needsSecondTenant: true },
  "noisy-neighbour": { needsSecondTenant: true, settings: limited },
  "rolling-restart": { disturbed: "restarts" },
  marketplace: { disturbed: "restarts and fail-over" },
  // The receiver is on this machine.
  webhooks: { needsReceiver: true, settings: { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" } },
};

/**
 * Settings of a server that a run starts for itself. Thousands of clients of one machine are no attack here, and
 * each needs an answer. Printed with every result.
 */
export const ownSettings: Readonly<Record<string, string>> = {
  RATE_LIMIT_RPS: "0",
  RATE_LIMIT_CONCURRENT: "10000",
  IN_FLIGHT_MAX: "10000",
  CONNECTIONS_MAX: "20000",
  LOOP_DELAY_MS_MAX: "0",
  LOG_LEVEL: "warn",
  NODE_ENV: "production",
};
