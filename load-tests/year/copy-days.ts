/** The documents of a day that was sold, copied into the days before, and the sizes of all collections. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Collection, Document, MongoClient } from "mongodb";
import type { OwnServer } from "../own-server.ts";

interface Stored extends Document {
  _id: string;
}

const dayMs = 86_400_000;
const insertMax = 5_000;

interface Copies {
  /** The number of days before it that get the same documents. */
  readonly days: number;
  /** The day that was sold. */
  readonly date: string;
}

/** Waits until every event is delivered, and no record changes by itself any more. */
export async function untilDelivered({
  client,
  databasePrefix,
}: Pick<OwnServer, "client" | "databasePrefix">): Promise<void> {
  // A ledger's log is copied once the ledger rests: that changes it, too.
  const pending = { $or: [{ "outbox.0": { $exists: true } }, { hasLog: true }] };
  for (const [service, name] of [
    ["bookings", "bookings"],
    ["resources-capacity", "ledgers"],
    ["catalog", "options"],
    ["auth", "api_keys"],
  ] as const) {
    const collection = client.db(`${databasePrefix}-${service}`).collection(name);
    while ((await collection.countDocuments(pending)) > 0) await pause(100);
  }
}

/** Bookings with a key, their claims and audit entries get ids and keys of their own; ledgers the next days of their suppliers. */
export async function copyDays(
  client: MongoClient,
  prefix: string,
  { days, date }: Copies,
): Promise<void> {
  const of = (service: string, name: string) =>
    client.db(`${prefix}-${service}`).collection<Stored>(name);
  const dayNumber = Math.floor(Date.parse(date) / dayMs);
  const bookings = of("bookings", "bookings");
  const claims = of("resources-capacity", "claims");
  const ledgers = of("resources-capacity", "ledgers");
  const entries = of("audit", "audit_logs");
  const sold = await bookings.find({ live: true, idempotencyKey: { $exists: true } }).toArray();
  const claimed = await claims.find({}).toArray();
  const stored = await entries.find({ entityType: "booking" }).toArray();
  const full = await ledgers.find({ _id: { $regex: `:${dayNumber}$` } }).toArray();
  for (let day = 1; day <= days; day++) {
    const ids = new Map(sold.map(({ _id }) => [_id, idBefore(_id, day)]));
    const moved = { day, ids };
    await insertAll(
      bookings,
      sold.map((each, index) => bookingBefore(each, index, moved)),
    );
    await insertAll(
      claims,
      claimed.flatMap((each) => claimBefore(each, moved)),
    );
    await insertAll(
      entries,
      stored.flatMap((each) => entryBefore(each, moved)),
    );
    await insertAll(
      ledgers,
      full.map((each) => ledgerBefore(each, day)),
    );
  }
}

interface Moved {
  readonly day: number;
  readonly ids: ReadonlyMap<string, string>;
}

async function insertAll(
  collection: Collection<Stored>,
  documents: readonly Stored[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += insertMax)
    await collection.insertMany(documents.slice(from, from + insertMax), { ordered: false });
}

/** Ids begin with their time. */
function idBefore(id: string, day: number): string {
  const [kind = "", digits = ""] = id.split("_");
  const at = Number.parseInt(digits.slice(0, 12), 16) - day * dayMs;
  const random = randomUUID().replaceAll("-", "").slice(13);
  return `${kind}_${at.toString(16).padStart(12, "0")}7${random}`;
}

function dated(document: Document, day: number): Document {
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name,
      value instanceof Date ? new Date(value.getTime() - day * dayMs) : (value as unknown),
    ]),
  );
}

function bookingBefore(booking: Stored, index: number, { day, ids }: Moved): Stored {
  const _id = ids.get(booking._id) as string;
  const reference = (day * 10_000 + index).toString(16).toUpperCase().padStart(8, "0");
  const claims = (booking["claims"] as { claimId: string }[]).map((claim) => ({
    ...claim,
    claimId: claim.claimId.replace(booking._id, _id),
  }));
  const idempotencyKey = `${String(booking["idempotencyKey"])}-${day}`;
  return { ...dated(booking, day), _id, reference, claims, idempotencyKey };
}

function claimBefore(claim: Stored, { day, ids }: Moved): Stored[] {
  const bookingId = ids.get(String(claim["bookingId"]));
  if (bookingId === undefined) return [];
  return [
    {
      ...dated(claim, day),
      bookingId,
      _id: claim._id.replace(String(claim["bookingId"]), bookingId),
    },
  ];
}

function entryBefore(entry: Stored, { day, ids }: Moved): Stored[] {
  const entityId = ids.get(String(entry["entityId"]));
  return entityId === undefined
    ? []
    : [{ ...dated(entry, day), _id: idBefore(entry._id, day), entityId }];
}

/** A ledger's id ends in the number of its day. */
function ledgerBefore(ledger: Stored, day: number): Stored {
  const colon = ledger._id.lastIndexOf(":");
  const before = Number(ledger._id.slice(colon + 1)) - day;
  return { ...dated(ledger, day), _id: `${ledger._id.slice(0, colon)}:${before}` };
}

/** Bytes as they are in documents, on disk and in indexes, of every collection that has a document. */
export async function sizesOf(client: MongoClient, prefix: string): Promise<object[]> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  const own = databases.map(({ name }) => name).filter((name) => name.startsWith(`${prefix}-`));
  const sizes = [];
  for (const name of own.toSorted())
    for (const { name: collection } of await client.db(name).listCollections().toArray()) {
      const stats = await client.db(name).command({ collStats: collection });
      const { count, size, storageSize, totalIndexSize } = stats as Record<string, number>;
      if (!count) continue;
      const perDocument = Math.round((size ?? 0) / count);
      const [dataMb, diskMb, indexMb] = [size, storageSize, totalIndexSize].map(
        (bytes = 0) => Math.round(bytes / 104_858) / 10,
      );
      const service = name.slice(prefix.length + 1);
      sizes.push({ service, collection, count, perDocument, dataMb, diskMb, indexMb });
    }
  return sizes;
}
