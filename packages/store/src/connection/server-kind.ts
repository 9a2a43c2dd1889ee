import type { Connection } from "mongoose";
import { UnfitDatabase } from "./database-options.ts";

export interface ServerFacts {
  readonly hello: {
    readonly maxWireVersion: number;
    /** The name of the replica set, of which the server is a member. */
    readonly setName?: string;
    readonly hosts?: readonly string[];
    readonly passives?: readonly string[];
    /** "isdbgrid": it is a mongos. */
    readonly msg?: string;
  };
  readonly buildInfo: { readonly version: string; readonly modules?: readonly string[] };
}

/** 7.0, the oldest that Slipway is run with; the code itself needs 5.1 for $documents with $$NOW. */
const wireVersionMin = 21;

/** Throws `UnfitDatabase` where the server cannot keep what an answer promises. */
export async function requireFitServer(
  { db }: Connection,
  options: { isDirect: boolean },
): Promise<void> {
  const admin = db?.admin();
  const [hello, buildInfo] = await Promise.all([
    admin?.command({ hello: 1 }),
    admin?.command({ buildInfo: 1 }),
  ]);
  const problem = problemOf({ hello, buildInfo } as unknown as ServerFacts, options);
  if (problem !== undefined) throw new UnfitDatabase(`${problem}.`);
}

/**
 * Why a server is refused. The embedded engine, which names itself among its modules, is one node
 * whose journal is all that a majority could be. So is a replica set of one member, to which a direct
 * connection loses nothing: there is no other to fail over to.
 */
export function problemOf(
  { hello, buildInfo }: ServerFacts,
  { isDirect }: { isDirect: boolean },
): string | undefined {
  if (buildInfo.modules?.includes("embedded")) return undefined;
  if (hello.maxWireVersion < wireVersionMin)
    return `The MongoDB at MONGODB_URI is ${buildInfo.version}: upgrade it to 7.0 or newer`;
  if (hello.msg === "isdbgrid") return undefined;
  if (hello.setName === undefined)
    return "The MongoDB at MONGODB_URI is a standalone server: make it a replica set, of one member if need be";
  const members = (hello.hosts?.length ?? 0) + (hello.passives?.length ?? 0);
  if (isDirect && members > 1)
    return `MONGODB_URI connects to one member of ${hello.setName} alone: replace directConnection=true by replicaSet=${hello.setName}`;
  return undefined;
}
