/** Faults of single commands: which ones, when, and what their client sees instead of the answer. */
import type { Command, Document } from "./command.ts";

interface Matching {
  /** Names of commands, such as update. */
  readonly commands?: readonly string[];
  /** The end of the database's name: `-bookings` for that service of any installation. */
  readonly database?: string;
  readonly collection?: string;
  /** Sees numbers and dates as BSON has them. */
  readonly where?: (document: Document) => boolean;
}

export type Effect =
  /** Refused; with `when: "after"` although it was applied. */
  | { readonly error: number }
  /** Applied, its answer as it is but for this. */
  | { readonly writeConcernError: number }
  /** The connection is reset. */
  | "drop"
  /** No answer ever comes on this connection. */
  | "silence"
  /** It waits, then goes its way. */
  | { readonly hold: Promise<unknown> };

export interface Fault extends Matching {
  /** Before or after the command is applied. */
  readonly when: "before" | "after";
  readonly effect: Effect;
  /** How many commands it meets; all, until it is removed, unless given. */
  readonly times?: number;
}

export interface Injected {
  /** The first command that it has met. */
  readonly met: Promise<Document>;
  readonly count: () => number;
  remove(): void;
}

export interface Faults {
  inject(fault: Fault): Injected;
  /** Returns the effect of a fault on a command now, and counts the command as met. */
  take(command: Command, when: Fault["when"]): Effect | undefined;
}

export function createFaults(): Faults {
  interface Entry {
    readonly fault: Fault;
    readonly met: PromiseWithResolvers<Document>;
    count: number;
  }
  const entries = new Set<Entry>();
  return {
    inject(fault) {
      const entry: Entry = { fault, met: Promise.withResolvers(), count: 0 };
      entries.add(entry);
      return {
        met: entry.met.promise,
        count: () => entry.count,
        remove: () => void entries.delete(entry),
      };
    },
    take(command, when) {
      const entry = [...entries].find(
        ({ fault }) => fault.when === when && matches(fault, command),
      );
      if (entry === undefined) return undefined;
      entry.count++;
      entry.met.resolve(command.document());
      if (entry.count >= (entry.fault.times ?? Infinity)) entries.delete(entry);
      return entry.fault.effect;
    },
  };
}

function matches({ commands, database, collection, where }: Matching, command: Command): boolean {
  if (commands && !commands.includes(command.name)) return false;
  if (database !== undefined && !command.database.endsWith(database)) return false;
  if (collection !== undefined && collectionOf(command) !== collection) return false;
  return where === undefined || where(command.document());
}

/** The collection that a command is about; undefined where it is about none. */
export function collectionOf(command: Command): string | undefined {
  const named = command.field(command.name === "getMore" ? "collection" : command.name);
  return typeof named === "string" ? named : undefined;
}
