/**
 * The server that Slipway is measured against: the shortest honest booking server. One Express process on the same
 * engine, driver, pool and write concern; a booking is one conditional update of its departure and one insert. No
 * tenants, keys, prices, audit or outbox. Frozen: ratios of different days compare.
 */
import { randomUUID } from "node:crypto";
import express from "express";
import { connectPlain, listenPlain } from "./plain-process.ts";

interface Departure {
  _id: string;
  free: number;
}
interface Booking {
  _id: string;
  departureId: string;
  quantity: number;
  customer: unknown;
  createdAt: Date;
}

const client = await connectPlain();
const database = client.db(process.env["DATABASE"] ?? "baseline");
const departures = database.collection<Departure>("departures");
const bookings = database.collection<Booking>("bookings");
await bookings.createIndex({ departureId: 1 }, {}, {});

const app = express();
app.use(express.json());

app.post("/departures", async (request, response) => {
  const { free } = request.body as { free: number };
  const departure = { _id: randomUUID(), free };
  await departures.insertOne(departure);
  response.status(201).json(departure);
});

app.post("/bookings", async (request, response) => {
  const { departureId, quantity, customer } = request.body as Omit<Booking, "_id" | "createdAt">;
  const departure = await departures.findOneAndUpdate(
    { _id: departureId, free: { $gte: quantity } },
    { $inc: { free: -quantity } },
  );
  if (!departure) return void response.status(409).json({ code: "CAPACITY_EXHAUSTED" });
  const booking = { _id: randomUUID(), departureId, quantity, customer, createdAt: new Date() };
  await bookings.insertOne(booking);
  response.status(201).json(booking);
});

listenPlain(app, client);
