/** A tenant with as many bookings as a large operator has, copied from one in the database. */
import { randomUUID } from "node:crypto";
import type { MongoClient } from "mongodb";
import type { Contender } from "./contenders.ts";
import type { Stored } from "./own-collections.ts";

const manyBookings = 200_000;

const firstNames = ["Ada", "Grace", "Linus", "Giulia", "Marco", "Anna", "José", "Zoë"];
const lastNames = ["Byron", "Hopper", "Rossi", "Bianchi", "Conti", "Esposito"];
const atOnce = 1_000;
const secondMs = 1_000;

/**
 * Copies a booking that was made over HTTP, over as many seconds of the past, by other customers.
 * @param tenantId of the copies; unless given, the booking's.
 */
export async function makeManyBookings(
  { databasePrefix }: Pick<Contender, "databasePrefix">,
  engine: MongoClient,
  { count = manyBookings, tenantId }: { count?: number; tenantId?: string } = {},
): Promise<void> {
  const bookings = engine.db(`${databasePrefix}-bookings`).collection<Stored>("bookings");
  const one = await bookings.findOne({ live: true, idempotencyKey: { $exists: false } });
  if (!one) throw new Error("there is no booking to copy");
  const first = Date.now() - (count + 3_600) * secondMs;
  for (let from = 0; from < count; from += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, index) => from + index);
    const own = tenantId === undefined ? one : { ...one, tenantId };
    await bookings.insertMany(numbers.map((number) => copyOf(own, first, number)));
  }
}

function copyOf(one: Stored, first: number, number: number): Stored {
  const at = new Date(first + number * secondMs);
  const firstName = firstNames[number % firstNames.length] ?? "";
  const lastName = lastNames[Math.floor(number / 8) % lastNames.length] ?? "";
  const email = `${firstName}.${lastName}.${number}@guest.example`;
  const random = randomUUID().replaceAll("-", "").slice(13);
  return {
    ...one,
    _id: `bkg_${at.getTime().toString(16).padStart(12, "0")}7${random}`,
    reference: number.toString(16).toUpperCase().padStart(8, "0"),
    claims: [],
    outbox: [],
    createdAt: at,
    updatedAt: at,
    startAt: new Date(at.getTime() + (number % 90) * 86_400_000),
    status: number % 10 === 0 ? "CANCELLED" : "CONFIRMED",
    uuid: randomUUID(),
    customer: JSON.stringify({ firstName, lastName, email }),
    searchText: [firstName, lastName, email].join("\u0000").toLowerCase(),
  };
}
