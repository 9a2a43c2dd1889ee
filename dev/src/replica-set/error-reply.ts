/** Answers of a member that cannot or may not serve a command, in the words and fields of a mongod. */
import mongoose from "mongoose";
import { type Document, withReplyFields } from "./command.ts";

const { BSON } = mongoose.mongo;

/** Names by code, as the server has them. */
const names: Readonly<Record<number, string>> = {
  6: "HostUnreachable",
  7: "HostNotFound",
  13: "Unauthorized",
  43: "CursorNotFound",
  50: "MaxTimeMSExpired",
  64: "WriteConcernFailed",
  79: "UnknownReplWriteConcern",
  89: "NetworkTimeout",
  91: "ShutdownInProgress",
  100: "UnsatisfiableWriteConcern",
  112: "WriteConflict",
  133: "FailedToSatisfyReadPreference",
  134: "ReadConcernMajorityNotAvailableYet",
  189: "PrimarySteppedDown",
  262: "ExceededTimeLimit",
  391: "ReauthenticationRequired",
  462: "IngressRequestRateLimitExceeded",
  9001: "SocketException",
  10058: "LegacyNotPrimary",
  10107: "NotWritablePrimary",
  11600: "InterruptedAtShutdown",
  11602: "InterruptedDueToReplStateChange",
  13435: "NotPrimaryNoSecondaryOk",
  13436: "NotPrimaryOrSecondary",
};

/** Version of a member's state, by which a driver distinguishes old news from new. */
export interface TopologyVersion {
  readonly processId: mongoose.mongo.ObjectId;
  readonly counter: mongoose.mongo.Long;
}

/** A refused command. Without `topologyVersion` a driver takes the error for news. */
export function errorReply(code: number, topologyVersion?: TopologyVersion): Buffer {
  const codeName = names[code] ?? `Location${code}`;
  return Buffer.from(
    BSON.serialize({
      ok: 0,
      errmsg: `rehearsed: ${codeName}`,
      code,
      codeName,
      ...(topologyVersion && { topologyVersion }),
    }),
  );
}

/** A write that was applied, and of which a majority is not known to have it. */
export function withWriteConcernError(
  reply: Buffer,
  code: number,
  topologyVersion?: TopologyVersion,
): Buffer {
  const codeName = names[code] ?? `Location${code}`;
  const errmsg = `rehearsed: ${codeName}`;
  const writeConcernError: Document = { code, codeName, errmsg };
  return withReplyFields(reply, {
    writeConcernError,
    ...(topologyVersion && { topologyVersion }),
  });
}

export function okReply(fields: Document = {}): Buffer {
  return Buffer.from(BSON.serialize({ ...fields, ok: 1 }));
}
