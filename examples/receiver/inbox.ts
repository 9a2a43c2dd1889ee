/** The inbox of a receiver. It keeps each delivery once, and an update of a booking only if it is newer than the known one. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";

export interface Update {
  bookingId: string;
  action: string;
  status: string;
  previousStatus: string | null;
  updatedAt: string;
  test: boolean;
}

interface Entry {
  webhookId: string;
  update: Update;
}

/** "older": something newer of this booking came first, since the order of deliveries is not promised. */
export type Taken = "new" | "repeat" | "older";

export interface Inbox {
  /** Kept when this returns: only then may the delivery be acknowledged. */
  take(webhookId: string, update: Update): Taken;
  close(): void;
}

/** @param file where it is kept, so that a receiver that was killed knows what it has; else in memory. */
export function openInbox(file?: string): Inbox {
  const known = new Set<string>();
  /** The latest `updatedAt` by booking. */
  const latest = new Map<string, string>();
  const place = file === undefined ? undefined : openSync(file, "a+");

  function note({ webhookId, update }: Entry): Taken {
    if (known.has(webhookId)) return "repeat";
    known.add(webhookId);
    const isOlder = update.updatedAt <= (latest.get(update.bookingId) ?? "");
    if (!isOlder) latest.set(update.bookingId, update.updatedAt);
    return isOlder ? "older" : "new";
  }

  // So that what a crash has cut off stays on its own line.
  if (place !== undefined) writeSync(place, "\n");
  for (const entry of file === undefined ? [] : readInbox(file)) note(entry);
  return {
    take(webhookId, update) {
      const isKnown = known.has(webhookId);
      if (place !== undefined && !isKnown) {
        // On the disk before it is acknowledged; a line that was cut off is not counted and comes again.
        writeSync(place, `${JSON.stringify({ webhookId, update })}\n`);
        fsyncSync(place);
      }
      return note({ webhookId, update });
    },
    close() {
      if (place !== undefined) closeSync(place);
    },
  };
}

/** Reads the entries of a file, without a last line that a crash has cut off. */
export function readInbox(file: string): Entry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").split("\n").flatMap(parsed);
}

function parsed(line: string): Entry[] {
  try {
    return [JSON.parse(line) as Entry];
  } catch {
    return [];
  }
}
