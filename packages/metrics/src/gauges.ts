/** Gauges that are read at the moment of a scrape and cost nothing in between. */
import { Gauge } from "prom-client";
import { gaugePer } from "./gauge-per.ts";
import { registry } from "./registry.ts";

type Unwatch = () => void;

const registers = [registry];

const watchDatabaseUp = gaugePer(
  "database",
  "slipway_database_up",
  "1 while the database answers, 0 while it does not.",
);

/** Not "service", which a ServiceMonitor gives to every series itself. */
const watchServiceUp = gaugePer(
  "name",
  "slipway_service_up",
  "1 while the gateway knows a process that serves the service, 0 while it knows none.",
);

const buildInfo = new Gauge({
  name: "slipway_build_info",
  help: "Always 1: the release that runs here, and its Node.js.",
  labelNames: ["version", "node"],
  registers,
});

const watchAttempts = gaugePer(
  "name",
  "slipway_queue_running_attempts",
  "Attempts of a queue that run in this process.",
);

const watchDue = gaugePer(
  "name",
  "slipway_queue_due_jobs",
  "Jobs of a queue that wait for an attempt although their time has come, on all replicas. The count stops at 10 000.",
);

const watchOldest = gaugePer(
  "name",
  "slipway_queue_oldest_due_seconds",
  "How long the oldest of these jobs has been due; 0 when none is.",
);

/** Shows from now on which release runs here. */
export function showBuild(build: { version: string; node: string }): void {
  buildInfo.set(build, 1);
}

/** Shows from now on whether a service is served; call what it answers to end that. */
export function watchService(service: string, isServed: () => boolean): Unwatch {
  return watchServiceUp(service, () => Number(isServed()));
}

interface QueueState {
  /** Attempts that run here. */
  readonly running: number;
  readonly due: number;
  readonly oldestSeconds: number;
}

/** Shows a queue from now on; call what it answers to end that. */
export function watchQueue(queue: string, read: () => QueueState): Unwatch {
  const ends = [
    watchAttempts(queue, () => read().running),
    watchDue(queue, () => read().due),
    watchOldest(queue, () => read().oldestSeconds),
  ];
  return () => ends.forEach((end) => end());
}

/** Shows from now on whether a database answers; call what it answers to end that. */
export function watchDatabase(database: string, isUp: () => boolean): Unwatch {
  return watchDatabaseUp(database, () => Number(isUp()));
}

interface Outbox {
  readonly consumers: readonly {
    readonly consumer: string;
    readonly events: number;
    /** The lag of the oldest event. */
    readonly lagSeconds: number;
  }[];
  /** Events that a consumer could not take. */
  readonly deadLetters: number;
}

const outboxes = new Map<string, () => Outbox>();

function perConsumer(
  name: string,
  help: string,
  valueOf: (waiting: Outbox["consumers"][number]) => number,
): void {
  const gauge: Gauge<"database" | "consumer"> = new Gauge({
    name,
    help,
    labelNames: ["database", "consumer"],
    registers,
    collect() {
      gauge.reset();
      for (const [database, outbox] of outboxes)
        for (const waiting of outbox().consumers)
          gauge.set({ database, consumer: waiting.consumer }, valueOf(waiting));
    },
  });
}

perConsumer(
  "slipway_outbox_pending_events",
  "Committed changes that a consumer has not accepted yet.",
  ({ events }) => events,
);

perConsumer(
  "slipway_outbox_lag_seconds",
  "Age of the oldest committed change that a consumer has not accepted yet; 0 when none is pending.",
  ({ lagSeconds }) => lagSeconds,
);

const watchDeadLetters = gaugePer(
  "database",
  "slipway_outbox_dead_letters",
  "Dead letters: events that a consumer rejected. They are delivered again every 15 minutes.",
);

/** Shows pending events from now on; the returned function ends that. */
export function watchOutbox(database: string, outbox: () => Outbox): Unwatch {
  outboxes.set(database, outbox);
  const end = watchDeadLetters(database, () => outbox().deadLetters);
  return () => {
    if (outboxes.get(database) === outbox) outboxes.delete(database);
    end();
  };
}

type Sizes = () => readonly number[];

/** Reads the mailbox sizes of the ledgers that this process works on. A later reader replaces an earlier one. */
let mailboxSizes: Sizes = () => [];

function overMailboxes(
  name: string,
  help: string,
  sum: (sizes: readonly number[]) => number,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers,
    collect() {
      gauge.set(sum(mailboxSizes()));
    },
  });
}

overMailboxes(
  "slipway_capacity_active_ledgers",
  "Ledgers that this process keeps a mailbox for.",
  (sizes) => sizes.length,
);

overMailboxes(
  "slipway_capacity_mailbox_commands",
  "Commands waiting in the mailboxes of all ledgers.",
  (sizes) => sizes.reduce((sum, size) => sum + size, 0),
);

overMailboxes(
  "slipway_capacity_fullest_mailbox_commands",
  "Commands waiting in the fullest mailbox; it refuses with OVERLOADED from 1000 on.",
  (sizes) => sizes.reduce((most, size) => Math.max(most, size), 0),
);

/** Shows from now on how full these mailboxes are; call what it answers to end that. */
export function watchMailboxes(sizes: Sizes): Unwatch {
  mailboxSizes = sizes;
  return () => {
    if (mailboxSizes === sizes) mailboxSizes = () => [];
  };
}
