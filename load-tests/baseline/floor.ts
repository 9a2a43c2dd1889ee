/**
 * The floor: what any server would spend that stores what Slipway stores of a sale of one departure. One Express process
 * writes four documents of each booking, with as many indexes and about as many bytes. They are the booking, the record of
 * its claim, the entry of the audit log, and the ledger, once for all bookings that wait. It checks no place, key or price.
 */
import { randomUUID } from "node:crypto";
import express from "express";
import type { Collection, Document } from "mongodb";
import { batchRequests } from "../../packages/store/src/index.ts";
import { connectPlain, listenPlain } from "./plain-process.ts";

const client = await connectPlain();
const database = client.db(process.env["DATABASE"] ?? "floor");
const ledgers = database.collection<{ _id: string } & Document>("ledgers");
const [bookings, claims, entries] = ["bookings", "claims", "audit_logs"].map((name) =>
  database.collection<{ _id: string } & Document>(name),
) as [Booked, Booked, Booked];
type Booked = Collection<{ _id: string } & Document>;

const newestFirst = { at: -1, _id: -1 } as const;
await Promise.all([
  bookings.createIndexes([
    { key: { tenantId: 1, reference: 1 }, unique: true },
    { key: { tenantId: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, updatedAt: 1, _id: 1 } },
  ]),
  claims.createIndexes([{ key: { ledger: 1 } }]),
  entries.createIndexes([
    { key: { tenantId: 1, ...newestFirst } },
    { key: { tenantId: 1, entityId: 1, ...newestFirst } },
    { key: { tenantId: 1, entityType: 1, ...newestFirst } },
    { key: { tenantId: 1, actorId: 1, ...newestFirst } },
  ]),
]);

const text = "x".repeat(40);
const details = JSON.stringify(Object.fromEntries(Array.from({ length: 16 }, (_, n) => [n, text])));
const tenantId = randomUUID();
const ledger = randomUUID();
await ledgers.insertOne({ _id: ledger, revision: 0, seats: 0 });

const take = batchRequests<string, void>({
  itemsMax: 250,
  atOnce: 1,
  async send(ids) {
    const steps = JSON.stringify(
      ids.map((id) => ({ id, use: [text], state: "CONFIRMED", step: 1 })),
    );
    await ledgers.updateOne(
      { _id: ledger },
      { $inc: { revision: 1, seats: ids.length }, $set: { commit: randomUUID(), log: steps } },
    );
    return ids.map(() => ({ status: "fulfilled", value: undefined }));
  },
});
const insertInto = (collection: Booked) =>
  batchRequests<Document & { _id: string }, void>({
    itemsMax: 200,
    atOnce: 1,
    async send(documents) {
      await collection.insertMany([...documents], { ordered: false });
      return documents.map(() => ({ status: "fulfilled", value: undefined }));
    },
  });
const [book, claim, note] = [
  insertInto(bookings),
  insertInto(claims),
  insertInto(entries),
] as const;

const app = express();
app.use(express.json());
app.post("/bookings", async (request, response) => {
  const { customer } = request.body as { customer: unknown };
  const [_id, at] = [randomUUID(), new Date()];
  await take(_id);
  const booking = {
    _id,
    tenantId,
    reference: _id,
    createdAt: at,
    updatedAt: at,
    customer,
    details,
  };
  await book(booking);
  response.status(201).json(booking);
  const entry = { tenantId, entityId: _id, entityType: "booking", actorId: tenantId, at, details };
  await Promise.all([
    claim({ _id: `${_id}.0a`, ledger, bookingId: _id, use: text, state: "CONFIRMED", step: 1 }),
    note({ _id: randomUUID(), ...entry }),
  ]);
});

listenPlain(app, client);
