/** A load that the bench measures: one kind of request, and what it needs. */
import type { MongoClient } from "mongodb";
import type { Contender } from "./contenders.ts";
import type { Asked } from "./virtual-users.ts";

export interface Load {
  name: string;
  clients: number;
  requests: number;
  /** The status of every answer, where it is no success. */
  status?: number;
  contenders: readonly Contender["name"][];
  /** Its clients wait and ask again after `Retry-After`. */
  isPatient?: boolean;
  /** Measured right after every round of this one, on the same contender; their ratios are to that round. */
  followedBy?: readonly Load[];
  /** Makes what the load needs, before the clock starts. */
  prepare: (contender: Contender, requests: number, engine: MongoClient) => Promise<Prepared>;
}

export interface Prepared {
  requestOf: (index: number) => Asked;
  /** Resolves when all that was asked for is done, the audit log included. */
  settled?: (engine: MongoClient) => Promise<void>;
  /** Fails unless what `settled` waited for is there; after the clock has stopped. */
  check?: (engine: MongoClient) => Promise<void>;
}

/** A load of the one process alone. */
export function ofSlipway(
  name: string,
  [clients, requests]: readonly [number, number],
  prepare: Load["prepare"],
  more: Partial<Load> = {},
): Load {
  return { name, clients, requests, contenders: ["slipway"], prepare, ...more };
}
