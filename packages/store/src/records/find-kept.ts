import { type Repeat, isRepeat } from "@slipway/broker";
import type { UsedKey } from "@slipway/contracts";
import type { mongo } from "mongoose";
import { ofTenant } from "./tenant-filter.ts";

/** A request that may have a key, and when it is decided. */
export interface Asked {
  readonly request: { readonly repeat?: Repeat | undefined };
  readonly now: number;
}

interface Keyed {
  readonly _id: string;
  readonly tenantId: string;
  readonly usedKeys?: readonly UsedKey[];
}

/**
 * Finds a live record by a key and confirms it, by a write that changes nothing: its acknowledgement covers what it found. The
 * key stays however many others change the record meanwhile. A read of a single node would show what a crash still undoes.
 */
export function confirmByKey<D extends mongo.Document>(
  collection: mongo.Collection<D>,
  filter: mongo.Filter<D>,
  projection: object = {},
): Promise<mongo.WithId<D> | null> {
  const changesNothing = { $set: { live: true } } as unknown as mongo.UpdateFilter<D>;
  return collection.findOneAndUpdate(filter, changesNothing, {
    projection,
    returnDocument: "after",
  });
}

/**
 * The record as it is, if it has the key of the request; null: it has none, or a fail-over has undone it since the read. Refuses
 * IDEMPOTENCY_KEY_REUSED. It is confirmed by the key.
 */
export async function findKept<D extends mongo.Document>(
  collection: mongo.Collection<D>,
  { _id, tenantId, usedKeys }: Keyed,
  { request, now }: Asked,
  projection: object = {},
): Promise<mongo.WithId<D> | null> {
  const { repeat } = request;
  const isNamed = repeat && usedKeys?.some(({ key }) => key === repeat.key);
  const filter = ofTenant(tenantId, { _id, live: true, "usedKeys.key": repeat?.key });
  const kept = isNamed ? await confirmByKey(collection, filter, projection) : null;
  return isRepeat(request, (kept as Keyed | null)?.usedKeys, now) ? kept : null;
}
