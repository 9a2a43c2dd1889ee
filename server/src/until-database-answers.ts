import { setTimeout as pause } from "node:timers/promises";
import { MigrationMissing, UnfitDatabase, databaseFailureOf, outageText } from "@slipway/store";
import { CannotStart } from "./settings/cannot-start.ts";

const retryMs = 500;
/** Longer: every attempt compares all indexes, in each service of each process that waits. */
const migrationRetryMs = 2_000;

interface Waiting {
  /** Ends the waiting: what is attempted then fails with its last error. */
  readonly giveUp: AbortSignal;
  /** Called with one line for the first outage, and when the reason changes: not at every attempt. */
  readonly onOutage: (reason: string, error: Error) => void;
}

/**
 * Repeats what fails because its database is out, or not migrated, until it succeeds. A failed attempt must leave nothing
 * behind. Rejects at once for any other error, with CannotStart for a database that is not fit.
 */
export async function untilDatabaseAnswers<Result>(
  attempt: () => Promise<Result>,
  { giveUp, onOutage }: Waiting,
): Promise<Result> {
  let known = "";
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof UnfitDatabase) throw new CannotStart(error.message, { cause: error });
      if (giveUp.aborted || !mayPass(error)) throw error;
      // Connections are numbered: another number is no other reason.
      const text = outageText(error as Error);
      const reason = text.replaceAll(/\d+/g, "0");
      if (reason !== known) onOutage(text, error as Error);
      known = reason;
      const waitMs = error instanceof MigrationMissing ? migrationRetryMs : retryMs;
      await pause(waitMs, undefined, { signal: giveUp }).catch(() => {
        throw error;
      });
    }
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof MigrationMissing || databaseFailureOf(error) !== "fault";
}
