/** The driver's errors, of its own classes: the services recognise outages by them. */
import mongoose from "mongoose";

const { MongoNetworkError, MongoServerError, MongoServerSelectionError, MongoWriteConcernError } =
  mongoose.mongo;

/** The connection broke, or was silent for too long. */
export function connectionLost(label: string): Error {
  return new MongoNetworkError(`${label}: connection lost`);
}

/** The driver found no primary in time. */
export function noPrimary(label: string): Error {
  return new MongoServerSelectionError(`${label}: no primary`, {} as never);
}

/** The member is no longer primary, so nothing was done. */
export function notPrimary(label: string): Error {
  return new MongoServerError({ ok: 0, code: 10_107, errmsg: `${label}: not primary` });
}

/** The primary stepped down during the operation; by one of two codes. */
export function interrupted(label: string, code: number): Error {
  return new MongoServerError({ ok: 0, code, errmsg: `${label}: interrupted` });
}

/** The write was done, but it is unknown whether a majority will get it. */
export function notReplicated(label: string, code: number): Error {
  const errmsg = `${label}: no majority`;
  return new MongoWriteConcernError({ ok: 1, writeConcernError: { code, errmsg } });
}
