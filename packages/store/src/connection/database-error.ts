import type { DatabaseFailure } from "@slipway/broker";
import mongoose from "mongoose";

const {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoDecompressionError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoMissingCredentialsError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
  MongoWriteConcernError,
} = mongoose.mongo;

/** Thrown before the command is sent, or (missing credentials) for a refusal with code 391. */
const unsentClasses = [
  MongoServerSelectionError,
  mongoose.Error.MongooseServerSelectionError,
  MongoServerClosedError,
  MongoTopologyClosedError,
  MongoNotConnectedError,
  MongoMissingCredentialsError,
];

/**
 * The driver does not export these classes: no connection could be had from the pool. The class for
 * operations that were under way, PoolClearedOnNetworkError, extends the first one: only the name
 * tells them apart.
 */
const unsentNames = new Set([
  "MongoPoolClearedError",
  "MongoPoolClosedError",
  "MongoWaitQueueTimeoutError",
]);

/** The system's names of the look-ups behind mongodb+srv. The driver does not wrap their errors. */
const lookUps = new Set<unknown>(["querySrv", "queryTxt"]);

/** Thrown while an answer is awaited, or for an answer that cannot be read. */
const unansweredClasses = [
  MongoNetworkError,
  MongoClientClosedError,
  MongoOperationTimeoutError,
  MongoStalePrimaryError,
  MongoUnexpectedServerResponseError,
  MongoDecompressionError,
];

/** Set by the server or the driver on an operation that was not begun, whatever else the error is. */
const unsentLabels = [
  MongoErrorLabel.NoWritesPerformed,
  MongoErrorLabel.HandshakeError,
  // The label of an overloaded server: any operation may be repeated.
  MongoErrorLabel.RetryableError,
];

/** The server will most likely take the operation later; whether it has begun it, nobody says. */
const passingLabels = [MongoErrorLabel.RetryableWriteError, MongoErrorLabel.SystemOverloadedError];

/**
 * The server refuses a command with these before it writes, or undoes the write of the one document
 * before it answers. A missing right is among them: the request is not wrong, and the operator who
 * changes a password or a role mends it without us. A client may repeat, and no event is to blame.
 */
const refusedCodes = new Map<unknown, string>([
  [13, "Unauthorized"],
  [18, "AuthenticationFailed"],
  [24, "LockTimeout"],
  [43, "CursorNotFound"],
  [112, "WriteConflict"],
  [134, "ReadConcernMajorityNotAvailableYet"],
  [391, "ReauthenticationRequired"],
  [462, "IngressRequestRateLimitExceeded"],
  [10058, "LegacyNotPrimary"],
  [10107, "NotWritablePrimary"],
  [13435, "NotPrimaryNoSecondaryOk"],
  [13436, "NotPrimaryOrSecondary"],
  [14031, "OutOfDiskSpace"],
  [16500, "TooManyRequests"],
]);

/**
 * The server gave up on a command that it had begun, or a mongos on a shard whose answer it does not
 * have. The last ones are the system's own: the driver lets them through bare when a socket breaks
 * while it is written to.
 */
const abandonedCodes = new Map<unknown, string>([
  [6, "HostUnreachable"],
  [7, "HostNotFound"],
  [50, "MaxTimeMSExpired"],
  [63, "StaleShardVersion"],
  [64, "WriteConcernTimeout"],
  [79, "UnknownReplWriteConcern"],
  [89, "NetworkTimeout"],
  [91, "ShutdownInProgress"],
  [100, "UnsatisfiableWriteConcern"],
  [133, "FailedToSatisfyReadPreference"],
  [150, "StaleEpoch"],
  [189, "PrimarySteppedDown"],
  [202, "NetworkInterfaceExceededTimeLimit"],
  [262, "ExceededTimeLimit"],
  [9001, "SocketException"],
  [11600, "InterruptedAtShutdown"],
  [11601, "Interrupted"],
  [11602, "InterruptedDueToReplStateChange"],
  [13388, "StaleConfig"],
  ["EPIPE", "EPIPE"],
  ["ECONNRESET", "ECONNRESET"],
  ["ETIMEDOUT", "ETIMEDOUT"],
]);

/**
 * The effect of the operation that failed with this error of the driver. "nothingDone" is certain for a statement on one
 * document and for a bulk write. `updateMany` and `deleteMany` may have written some documents all the same. The error
 * says nothing of the request's earlier writes.
 */
export function databaseFailureOf(error: unknown): DatabaseFailure {
  if (!(error instanceof Error)) return "fault";
  if (error instanceof MongoBulkWriteError) return failureOfBulk(error);
  // The write is applied; whether it stays is open. Its code says why, and nothing about the write.
  if (error instanceof MongoWriteConcernError) return "inDoubt";
  if (isUnsent(error)) return "nothingDone";
  // A class that says "no answer" comes before a code: no server has answered.
  if (unansweredClasses.some((kind) => error instanceof kind)) return "inDoubt";
  const { code } = error as { code?: unknown };
  if (refusedCodes.has(code)) return "nothingDone";
  if (abandonedCodes.has(code)) return "inDoubt";
  return hasAny(error, passingLabels) ? "inDoubt" : "fault";
}

/**
 * The effect of a failed bulk write. Once it was sent, some documents may be written, whatever has ended it. The bulk's
 * error wraps errors of the driver, copies those of the server, and lists statements that failed by themselves. Beside a
 * write-concern error the driver lists none, and the bulk carries that error's code without its class.
 */
function failureOfBulk(error: mongoose.mongo.MongoBulkWriteError): DatabaseFailure {
  const { result, errorResponse: wrapped } = error;
  if (result.getWriteConcernError()) return "inDoubt";
  const { insertedCount, matchedCount, deletedCount, upsertedCount } = result;
  const written = insertedCount + matchedCount + deletedCount + upsertedCount;
  const ended = wrapped instanceof Error ? wrapped : error;
  if (written === 0 && isUnsent(ended)) return "nothingDone";
  if (wrapped instanceof Error) return databaseFailureOf(wrapped) === "fault" ? "fault" : "inDoubt";
  const codes = [error.code, ...[error.writeErrors].flat().map(({ code }) => code)];
  const isKnown = codes.some((code) => refusedCodes.has(code) || abandonedCodes.has(code));
  return isKnown || hasAny(error, passingLabels) ? "inDoubt" : "fault";
}

function isUnsent(error: Error): boolean {
  return (
    hasAny(error, unsentLabels) ||
    unsentNames.has(error.name) ||
    lookUps.has((error as NodeJS.ErrnoException).syscall) ||
    unsentClasses.some((kind) => error instanceof kind)
  );
}

function hasAny(error: Error, labels: readonly string[]): boolean {
  return error instanceof MongoError && labels.some((label) => error.hasErrorLabel(label));
}

/**
 * Says in one line why a database cannot be used: for each member of a set that was not found, how its last try ended.
 * The driver's own message names one member alone, and not the one that is slow.
 */
export function outageText(error: Error): string {
  const { servers } = (error as { reason?: { servers?: unknown } }).reason ?? {};
  if (!(servers instanceof Map) || servers.size === 0) return error.message;
  return [...(servers as ReadonlyMap<string, Member>)]
    .map(([address, { type, error: cause }]) => `${address}: ${memberText(type, cause)}`)
    .join("; ");
}

/** A member of the replica set, as the driver knows it. */
interface Member {
  readonly type: string;
  readonly error: Error | null;
}

function memberText(type: string, error: Error | null): string {
  if (error) return error.cause instanceof Error ? error.cause.message : error.message;
  return type === "Unknown" ? "no answer yet" : `answers, as ${type}`;
}

/** The index that a write has run into, or undefined when the error is another. */
export function duplicateKey(error: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, keyPattern } = error as { code?: unknown; keyPattern?: Record<string, unknown> };
  return code === 11000 ? (keyPattern ?? {}) : undefined;
}

/** Whether the insert was made: false where another document has one of its unique keys. */
export async function unlessTaken(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (duplicateKey(error)) return false;
    throw error;
  }
}
