/** What is read at the moment of a scrape and costs nothing in between. */
import { Gauge } from "prom-client";
import { registry } from "./registry.ts";

/** A gauge whose values are read when they are asked for. */
export interface Watched {
  /** Reads the value of one label from now on; call what it answers to end that. */
  watch(label: string, read: () => number): () => void;
}

function watched(name: string, label: string, help: string): Watched {
  const readers = new Map<string, () => number>();
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      gauge.reset();
      for (const [value, read] of readers) gauge.set({ [label]: value }, read());
    },
  });
  return {
    watch(value, read) {
      readers.set(value, read);
      return () => {
        // A later one of the same label stays.
        if (readers.get(value) === read) readers.delete(value);
      };
    },
  };
}

export const databaseUp = watched(
  "database_up",
  "database",
  "1 while the database answers, 0 while it does not.",
);

export const outboxEvents = watched(
  "outbox_waiting_events",
  "database",
  "Committed changes that are not told to everybody yet.",
);

export const outboxLag = watched(
  "outbox_lag_seconds",
  "database",
  "Age of the oldest committed change that is not told to everybody yet; 0 when none waits.",
);

export const ledgersActive = watched(
  "capacity_active_ledgers",
  "database",
  "Ledgers that this process keeps a mailbox for.",
);

export const mailboxCommands = watched(
  "capacity_mailbox_commands",
  "database",
  "Commands waiting in the mailboxes of all ledgers.",
);

export const fullestMailbox = watched(
  "capacity_fullest_mailbox_commands",
  "database",
  "Commands waiting in the fullest mailbox; it refuses with OVERLOADED from 1000 on.",
);
