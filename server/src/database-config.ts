import { z } from "zod";

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .optional();

const poolMax = 1_000;
/** An operation waits so long for a primary: less than a read may take (5 s). */
const selectionMs = { min: 500, max: 4_000 } as const;
/** More than the longest request takes, so that giving up a connection costs no answer. */
const socketMs = { min: 11_000, max: 120_000 } as const;

/** A process whose clock is further from the database's is not ready. */
const clockOffsetSecondsMax = 3_600;

/** How services connect to MongoDB, as the environment names it; the store reads them by these names. */
export const databaseSettings = {
  MONGODB_POOL_MAX: whole(1, poolMax),
  MONGODB_SELECTION_TIMEOUT_MS: whole(selectionMs.min, selectionMs.max),
  MONGODB_SOCKET_TIMEOUT_MS: whole(socketMs.min, socketMs.max),
  CLOCK_OFFSET_MAX_SECONDS: whole(1, clockOffsetSecondsMax),
};

/** What each of them must be, for the sentence that refuses a wrong one. */
export const databaseDemands: Readonly<Record<keyof typeof databaseSettings, string>> = {
  MONGODB_POOL_MAX: `a whole number, 1 to ${poolMax}`,
  MONGODB_SELECTION_TIMEOUT_MS: `milliseconds, ${selectionMs.min} to ${selectionMs.max}`,
  MONGODB_SOCKET_TIMEOUT_MS: `milliseconds, ${socketMs.min} to ${socketMs.max}`,
  CLOCK_OFFSET_MAX_SECONDS: `a whole number, 1 to ${clockOffsetSecondsMax}`,
};
