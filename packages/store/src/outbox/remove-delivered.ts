/** Delivered events leave their documents, and a deleted document goes with its last event. */
import type { mongo } from "mongoose";
import type { DeadLetter } from "./dead-letters.ts";
import type { OutboxDocument, OutboxEvent } from "./outbox.ts";

export interface Item {
  readonly collection: mongo.Collection<OutboxDocument>;
  readonly documentId: string;
  readonly event: OutboxEvent;
  /** Present where it is not in its document any more, but a dead letter. */
  readonly letter?: DeadLetter;
}

/** A lost pull only repeats a delivery, so it need not wait for the journal. */
const unjournaled = { writeConcern: { w: 1, journal: false } } as const;

/** Removes delivered events from their documents, and a deleted document with its last event. */
export async function removeDelivered(
  collection: mongo.Collection<OutboxDocument>,
  items: readonly Item[],
): Promise<void> {
  const ended = items.filter(isOwnEnd);
  await pullEvents(
    collection,
    items.filter((item) => !isOwnEnd(item)),
  );
  if (ended.length === 0) return;
  const these = { _id: { $in: ended.map(({ documentId }) => documentId) } };
  const id = { $in: ended.map(({ event }) => event.id) };
  const options = { ...unjournaled, hint: { _id: 1 } } as const;
  // A document that has other events keeps the one of its deletion. So the poll finds it once more, also after a
  // crash, and no deleted document is left without an event.
  const alone = { live: false, outbox: { $size: 1 }, "outbox.id": id };
  await collection.deleteMany({ ...these, ...alone }, options);
  // Others stand: they were archived or deactivated, and their end is an event like any other.
  const standing = { ...these, live: { $ne: false } };
  await collection.updateMany(standing, { $pull: { outbox: { id } } }, options);
}

/** The event of the document's own deletion or archiving; at most one, and its last. */
function isOwnEnd({ documentId, event }: Item): boolean {
  return event.after === null && event.entityId === documentId;
}

async function pullEvents(
  collection: mongo.Collection<OutboxDocument>,
  items: readonly Item[],
): Promise<void> {
  if (items.length === 0) return;
  const ids = [...new Set(items.map(({ documentId }) => documentId))];
  const tenantIds = [...new Set(items.map(({ event }) => event.tenantId))];
  const delivered = { $pull: { outbox: { id: { $in: items.map(({ event }) => event.id) } } } };
  // The tenant in the filter spares a sharded database shards.
  const { matchedCount } = await collection.updateMany(
    { _id: { $in: ids }, tenantId: { $in: tenantIds } },
    delivered,
    { ...unjournaled, hint: { _id: 1 } },
  );
  // The event of an operator's change has a tenant of its own; its document is found by id alone.
  if (matchedCount < ids.length)
    await collection.updateMany({ _id: { $in: ids } }, delivered, unjournaled);
}
