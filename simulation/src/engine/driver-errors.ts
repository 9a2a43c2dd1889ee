/** What the driver throws, by its own classes: the services tell outages by them. */
import mongoose from "mongoose";

const { MongoNetworkError, MongoServerError, MongoServerSelectionError, MongoWriteConcernError } =
  mongoose.mongo;

/** The connection has broken, or nothing came over it for too long. */
export function connectionLost(label: string): Error {
  return new MongoNetworkError(`${label}: connection lost`);
}

/** No member takes writes, and none has begun to within the time that the driver waits for it. */
export function noPrimary(label: string): Error {
  return new MongoServerSelectionError(`${label}: no primary`, {} as never);
}

/** Sent to a member that is the primary no more: nothing was done. */
export function notPrimary(label: string): Error {
  return new MongoServerError({ ok: 0, code: 10_107, errmsg: `${label}: not primary` });
}

/** The primary has stepped down in the middle: by one code or the other. */
export function interrupted(label: string, code: number): Error {
  return new MongoServerError({ ok: 0, code, errmsg: `${label}: interrupted` });
}

/** It was carried out, and whether a majority will have it nobody knows. */
export function notReplicated(label: string, code: number): Error {
  const errmsg = `${label}: no majority`;
  return new MongoWriteConcernError({ ok: 1, writeConcernError: { code, errmsg } });
}
