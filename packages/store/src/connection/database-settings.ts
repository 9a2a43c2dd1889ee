import { setting, wholeNumber } from "@slipway/broker";
import { databaseMs } from "../constants.ts";

const poolMax = 1_000;
/** An operation waits so long for a primary: less than a read may take (5 s). */
const selectionMs = { min: 500, max: 4_000 } as const;
/** More than the longest request takes, so that giving up a connection costs no answer. */
const socketMs = { min: 11_000, max: 120_000 } as const;
const clockOffsetSecondsMax = 3_600;

/** How services connect to MongoDB, by the names of the environment. */
export const databaseSettings = {
  MONGODB_POOL_MAX: setting(wholeNumber(1, poolMax).default(32), {
    about: "connections of each service to its MongoDB",
    must: `a whole number, 1 to ${poolMax}`,
  }),
  MONGODB_SELECTION_TIMEOUT_MS: setting(
    wholeNumber(selectionMs.min, selectionMs.max).default(databaseMs.selection),
    {
      about: "milliseconds that an operation waits for a primary",
      must: `milliseconds, ${selectionMs.min} to ${selectionMs.max}`,
    },
  ),
  MONGODB_SOCKET_TIMEOUT_MS: setting(
    wholeNumber(socketMs.min, socketMs.max).default(databaseMs.socket),
    {
      about:
        "milliseconds without an answer after which the driver closes a connection, and the outcome is unknown",
      must: `milliseconds, ${socketMs.min} to ${socketMs.max}`,
    },
  ),
  CLOCK_OFFSET_MAX_SECONDS: setting(wholeNumber(1, clockOffsetSecondsMax).default(2), {
    about:
      "seconds; a process whose clock differs more from the database's is not ready, and its log says so",
    must: `a whole number, 1 to ${clockOffsetSecondsMax}`,
  }),
};
