/**
 * The two tiers of the tests. `npm test` runs the first: rules, one test of each use case on the shared platform, a walk
 * through the console, a kill and a fail-over. `--rest` runs the others, and `--all` both.
 */
import { dirname, relative } from "node:path";

const root = dirname(import.meta.dirname);

/** Kinds that are of the rest, by the path of the file. */
const restKinds =
  /\.(e2e|browser|cost|fault|chart)\.test\.ts$|-oracle\.test\.ts$|^(simulation|dev)\/test\//;

/** Files of those kinds that each change needs: a walk through all screens, a fail-over, and a server that is killed. */
export const firstOfKinds = [
  "console/test/walk.browser.test.ts",
  "dev/test/fail-over/clock.int.test.ts",
  "gateway/test/octo-killed.e2e.test.ts",
];

/**
 * Files that wait for real clocks, start many processes or gateways, or hash passwords by the dozen. Others try one thing in a
 * thousand ways, or look at a use case from one side more than its test of the first tier.
 */
export const slowFiles = [
  "gateway/test/allowed-origins.int.test.ts",
  "gateway/test/audit.int.test.ts",
  "gateway/test/body.int.test.ts",
  "gateway/test/broken-records.int.test.ts",
  "gateway/test/compression.int.test.ts",
  "gateway/test/cut-changes.int.test.ts",
  "gateway/test/cut-connections.int.test.ts",
  "gateway/test/docs.int.test.ts",
  "gateway/test/events.int.test.ts",
  "gateway/test/first-hour.int.test.ts",
  "gateway/test/fuzz.int.test.ts",
  "gateway/test/limits.int.test.ts",
  "gateway/test/log-ins.int.test.ts",
  "gateway/test/metrics.int.test.ts",
  "gateway/test/octo-agrees.int.test.ts",
  "gateway/test/octo-availability.int.test.ts",
  "gateway/test/octo-bookings.int.test.ts",
  "gateway/test/octo-cutoffs.int.test.ts",
  "gateway/test/octo-prices.int.test.ts",
  "gateway/test/octo-product-cache.int.test.ts",
  "gateway/test/octo-sold.int.test.ts",
  "gateway/test/packed-client.int.test.ts",
  "gateway/test/photos.int.test.ts",
  "gateway/test/quotas.int.test.ts",
  "gateway/test/quotes.int.test.ts",
  "gateway/test/rights.int.test.ts",
  "gateway/test/security-log.int.test.ts",
  "gateway/test/sessions.int.test.ts",
  "gateway/test/slow-readers.int.test.ts",
  "gateway/test/telemetry.int.test.ts",
  "gateway/test/trace.int.test.ts",
  "gateway/test/unscheduled-bookings.int.test.ts",
  "gateway/test/users.int.test.ts",
  "load-tests/test/database-users.int.test.ts",
  "packages/store/test/migrate.int.test.ts",
  "server/test/archive-past-days.int.test.ts",
  "server/test/earlier-data.int.test.ts",
  "server/test/restore.int.test.ts",
  "server/test/start.int.test.ts",
  "services/auth/test/rotate-pepper.int.test.ts",
  "services/availability/test/prices.int.test.ts",
  "services/bookings/test/lifecycle/guard-equivalence.int.test.ts",
  "services/bookings/test/list/list-filters.int.test.ts",
  "services/catalog/test/interleavings.int.test.ts",
  "services/resources-capacity/test/guard-equivalence.int.test.ts",
  "services/sync/test/vacancies.int.test.ts",
  "services/webhooks/test/fair-share.int.test.ts",
  "simulation/src/simulation.test.ts",
];

/** @param file its path in the repository */
export function isOfRest(file: string): boolean {
  return slowFiles.includes(file) || (restKinds.test(file) && !firstOfKinds.includes(file));
}

/** Jest's `--filter`: the tests of the tier that `scripts/test.ts` has chosen. */
function ofTier(paths: string[]): { filtered: string[] } {
  const isRest = process.env.SLIPWAY_TEST_TIER === "rest";
  return { filtered: paths.filter((path) => isOfRest(relative(root, path)) === isRest) };
}

// Jest itself asks for a CommonJS module.
export { ofTier as "module.exports" };
