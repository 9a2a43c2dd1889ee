/** A service's connections to its database, and what a fail-over of that costs. */
import { Counter, Histogram } from "prom-client";
import { gaugePer } from "./gauge-per.ts";
import { registry } from "./registry.ts";

const registers = [registry];

/** How many connections are in use now, and how many operations wait for one. */
interface PoolUse {
  used: number;
  waiting: number;
}

const watchUsed = gaugePer(
  "database",
  "slipway_database_connections_used",
  "Connections that operations have checked out of the driver's pool.",
);

const watchWaiting = gaugePer(
  "database",
  "slipway_database_operations_waiting",
  "Operations that wait for a connection of the driver's pool.",
);

const checkoutSeconds = new Histogram({
  name: "slipway_database_checkout_seconds",
  help: "How long operations waited for a connection of the driver's pool, by outcome: ok or failed.",
  labelNames: ["database", "outcome"],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
  registers,
});

const primaryChanges = new Counter({
  name: "slipway_database_primary_changes_total",
  help: "Times the driver found another primary, or another term of the same one.",
  labelNames: ["database"],
  registers,
});

const repeats = new Counter({
  name: "slipway_repeats_total",
  help: "Operations that were repeated because a node or the database had gone: call or ledger.",
  labelNames: ["operation"],
  registers,
});

const unreadableReads = new Counter({
  name: "slipway_database_unreadable_documents_total",
  help: "Reads that left out or failed at a stored document, by its collection, or by its service where it breaks a contract. The log has its id.",
  labelNames: ["collection"],
  registers,
});

for (const operation of ["call", "ledger"]) repeats.inc({ operation }, 0);

/** Shows from now on how a pool is used; a later pool of a database takes the place of an earlier one. */
export function watchPoolUse(database: string, use: PoolUse) {
  const ends = [watchUsed(database, () => use.used), watchWaiting(database, () => use.waiting)];
  // From the beginning on: of a series that begins with 1, Prometheus sees no increase.
  for (const outcome of ["ok", "failed"]) checkoutSeconds.zero({ database, outcome });
  primaryChanges.inc({ database }, 0);
  const ok = checkoutSeconds.labels({ database, outcome: "ok" });
  const failed = checkoutSeconds.labels({ database, outcome: "failed" });
  const changes = primaryChanges.labels({ database });
  return {
    checkedOut: (seconds: number) => ok.observe(seconds),
    checkoutFailed: (seconds: number) => failed.observe(seconds),
    primaryChanged: () => changes.inc(),
    /** Shows it no more. */
    unwatch: () => ends.forEach((end) => end()),
  };
}

/** Counts a stored document that a read has left out or failed at. Zero begins the series: of one that begins with 1, Prometheus sees no increase. */
export function unreadableRead(collection: string, count: 0 | 1 = 1): void {
  unreadableReads.inc({ collection }, count);
}

/** Counts the repeat of a call that was not begun, or of a ledger's write without an answer. */
export function operationRepeated(operation: "call" | "ledger"): void {
  repeats.inc({ operation });
}
