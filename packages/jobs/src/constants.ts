/** The times and bounds of every queue. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { drainMsMax } from "@slipway/broker";

/** Jobs of one tenant that begin before the next tenant's turn, and keys that are looked at for them. */
export const jobsPerTurnMax = 5;
/** A job behind another one of its key is looked at again after this time, unless its turn comes sooner. */
export const putOffMs = 2_000;
/** Due jobs are counted this often, and no more of them than so many. */
export const countEveryMs = 30_000;
export const countedMax = 10_000;
/** A service that stops lets attempts run for this long, then it cuts them off. */
export const stopMs = 5_000;
/** An attempt that keeps its lease renews it before less than this share of it is left. */
export const keptShare = 2 / 3;

assert(stopMs < drainMsMax, "attempts are cut off before the node's drain ends");
