import { refuse } from "@slipway/broker";
import { type Aggregate, duplicateKey, type mongo, ofTenant } from "@slipway/store";
import { referenceAttemptsMax } from "../constants.ts";
import type { RecordDeps } from "./deps.ts";
import { type Referenced, firstFree, referenceFrom } from "../reference.ts";

interface ReferenceRequest {
  readonly explicit: string | undefined;
  readonly name: string;
  readonly kind: Referenced;
  /** The id of the tenant or the product within which it is unique. */
  readonly scope: string;
}

/**
 * Writes under the explicit reference (refuses REFERENCE_TAKEN) or under the first free one that
 * the name gives. The unique index decides between two writers of one reference; the writer that loses a
 * derived one takes the next.
 */
export async function issueReference<Result>(
  { turns }: RecordDeps,
  asked: ReferenceRequest,
  taken: (wanted: string) => Promise<ReadonlySet<string>>,
  write: (reference: string) => Promise<Result>,
): Promise<Result> {
  const wanted = asked.explicit ?? referenceFrom(asked.name, asked.kind);
  // Concurrent requests with the same name would all pick the same candidate.
  return turns(`${asked.scope}|${asked.kind}|${wanted}`, () =>
    tryReferences(asked, wanted, { taken, write }),
  );
}

async function tryReferences<Result>(
  asked: ReferenceRequest,
  wanted: string,
  {
    taken,
    write,
  }: {
    taken: (wanted: string) => Promise<ReadonlySet<string>>;
    write: (reference: string) => Promise<Result>;
  },
): Promise<Result> {
  for (let attempt = 0; attempt < referenceAttemptsMax; attempt++) {
    const reference = asked.explicit ?? firstFree(wanted, await taken(wanted));
    try {
      return await write(reference);
    } catch (error) {
      if (!isReferenceTaken(error)) throw error;
      if (asked.explicit !== undefined) throw refuse("REFERENCE_TAKEN");
    }
  }
  throw refuse("VERSION_CONFLICT");
}

function isReferenceTaken(error: unknown): boolean {
  return "reference" in (duplicateKey(error) ?? {});
}

/** Refuses REFERENCE_TAKEN for a write that ran into the unique index of references. Other errors stay. */
export function refuseTaken(error: unknown): never {
  throw isReferenceTaken(error) ? refuse("REFERENCE_TAKEN") : error;
}

/** References in this scope that are `wanted` or `wanted-<number>`, but for one record's own. */
export async function findTakenReferences<D extends Aggregate & { reference: string }>(
  collection: mongo.Collection<D>,
  tenantId: string,
  { wanted, own, ...scope }: { wanted: string; own?: string; productId?: string },
): Promise<Set<string>> {
  // `wanted` is made of letters, digits and "-".
  const filter = { ...scope, reference: new RegExp(`^${wanted}(?:-\\d+)?$`), live: true };
  const found = await collection
    .find(ofTenant(tenantId, filter) as unknown as mongo.Filter<D>, {
      projection: { reference: 1 },
    })
    .toArray();
  const others = found.filter((document) => document._id !== own);
  return new Set(others.map(({ reference }) => reference));
}
