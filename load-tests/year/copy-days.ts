/** The documents of a day that was sold, copied into the days before, and the sizes of all collections. */
import { randomUUID } from "node:crypto";
import { until } from "@slipway/dev/testing-until";
import type { Document, MongoClient } from "mongodb";
import { type Stored, collectionsOf } from "../own-collections.ts";
import type { OwnServer } from "../own-server.ts";

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
    await until(async () => (await collection.countDocuments(pending)) === 0);
  }
}

/** The number of a day before, and the bookings that it gets. */
interface Moved {
  readonly day: number;
  /** The ids of the copies of bookings. */
  readonly ids: ReadonlyMap<string, string>;
}

interface Copied {
  readonly of: readonly [service: string, collection: string];
  /** @param day the number of the day that was sold */
  readonly filter: (day: number) => object;
  /** The fields of the copy that are not the original's; undefined: none is made. */
  readonly before: (one: Stored, moved: Moved, index: number) => object | undefined;
}

/** Bookings with a key, their claims and audit entries get ids and keys of their own; ledgers the next days of their suppliers. */
const copied: readonly Copied[] = [
  {
    of: ["bookings", "bookings"],
    filter: () => ({ live: true, idempotencyKey: { $exists: true } }),
    before(booking, { day, ids }, index) {
      const _id = ids.get(booking._id) ?? "";
      const claims = (booking["claims"] as { claimId: string }[]).map((claim) => ({
        ...claim,
        claimId: claim.claimId.replace(booking._id, _id),
      }));
      const reference = (day * 10_000 + index).toString(16).toUpperCase().padStart(8, "0");
      return {
        _id,
        reference,
        claims,
        idempotencyKey: `${String(booking["idempotencyKey"])}-${day}`,
      };
    },
  },
  {
    of: ["resources-capacity", "claims"],
    filter: () => ({}),
    before({ _id, bookingId: of }: Stored, { ids }) {
      const bookingId = ids.get(String(of));
      return bookingId === undefined
        ? undefined
        : { bookingId, _id: _id.replace(String(of), bookingId) };
    },
  },
  {
    of: ["audit", "audit_logs"],
    filter: () => ({ entityType: "booking" }),
    before({ _id, entityId: of }: Stored, { day, ids }) {
      const entityId = ids.get(String(of));
      return entityId === undefined ? undefined : { entityId, _id: idBefore(_id, day) };
    },
  },
  {
    of: ["resources-capacity", "ledgers"],
    filter: (day) => ({ _id: { $regex: `:${day}$` } }),
    before: ({ _id }, { day }) => ({
      _id: _id.replace(/\d+$/, (own) => String(Number(own) - day)),
    }),
  },
];

export async function copyDays(
  client: MongoClient,
  prefix: string,
  { days, date }: Copies,
): Promise<void> {
  const soldDay = Math.floor(Date.parse(date) / dayMs);
  const found = await Promise.all(
    copied.map(async ({ of: [service, name], filter, before }) => {
      const collection = client.db(`${prefix}-${service}`).collection<Stored>(name);
      return { collection, before, stored: await collection.find(filter(soldDay)).toArray() };
    }),
  );
  for (let day = 1; day <= days; day++) {
    const ids = new Map(found[0]?.stored.map(({ _id }) => [_id, idBefore(_id, day)]));
    for (const { collection, before, stored } of found) {
      const copies = stored.flatMap((each, index) => {
        const own = before(each, { day, ids }, index);
        return own ? [{ ...dated(each, day), _id: each._id, ...own }] : [];
      });
      for (let from = 0; from < copies.length; from += insertMax)
        await collection.insertMany(copies.slice(from, from + insertMax), { ordered: false });
    }
  }
}

/** Ids begin with their time. */
function idBefore(id: string, day: number): string {
  const [kind = "", digits = ""] = id.split("_");
  const at = Number.parseInt(digits.slice(0, 12), 16) - day * dayMs;
  const random = randomUUID().replaceAll("-", "").slice(13);
  return `${kind}_${at.toString(16).padStart(12, "0")}7${random}`;
}

function dated(document: Document, day: number): Document {
  const before = (value: unknown): unknown =>
    value instanceof Date ? new Date(value.getTime() - day * dayMs) : value;
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, before(value)]));
}

/** Bytes as they are in documents, on disk and in indexes, of every collection that has a document. */
export async function sizesOf(client: MongoClient, prefix: string): Promise<object[]> {
  const sizes = [];
  for (const { service, collection } of await collectionsOf(client, prefix)) {
    const { collectionName: name, dbName } = collection;
    const stats = await client.db(dbName).command({ collStats: name });
    const { count, size = 0, storageSize, totalIndexSize } = stats as Record<string, number>;
    if (!count) continue;
    const [dataMb, diskMb, indexMb] = [size, storageSize, totalIndexSize].map(
      (bytes = 0) => Math.round(bytes / 104_858) / 10,
    );
    const perDocument = Math.round(size / count);
    sizes.push({ service, collection: name, count, perDocument, dataMb, diskMb, indexMb });
  }
  return sizes;
}
