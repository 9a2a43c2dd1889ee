/** One seat is offered, sold, refused to a second buyer, given back; supplier and product are archived. */
import { setTimeout as pause } from "node:timers/promises";
import { type Slipway, isProblem } from "@slipway/client";
import { patientClient, untilReady } from "./smoke-client.ts";
import { type Archive, archive, openShop } from "./smoke-shop.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

const dayMs = 86_400_000;
const givenBackMsMax = 30_000;

/**
 * Sells one seat of a supplier of its own and gives it back, as any client does. Rejects with one sentence
 * about the first step that went wrong. A repeat makes everything anew.
 */
export async function smoke(place: { url: string; key: string }, now = Date.now()) {
  const slipway = patientClient(place);
  const milliseconds: Record<string, number> = {};
  const timed = async <Result>(name: string, step: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await step();
    milliseconds[name] = Math.round(performance.now() - began);
    return result;
  };
  await timed("ready", () => untilReady(place.url));
  const made: Archive[] = [];
  try {
    const shop = await timed("offer", () =>
      openShop(slipway, { name: "Smoke test", seats: 1 }, made),
    );
    const startAt = `${new Date(now + 2 * dayMs).toISOString().slice(0, 10)}T12:00:00Z`;
    await expectPlaces(slipway, shop, startAt, 1);
    const bookingId = await timed("book", () => bookTheSeat(slipway, shop, startAt));
    await expectPlaces(slipway, shop, startAt, 0);
    await timed("cancel", () => slipway.bookings.cancel(bookingId));
    await timed("free again", () => untilFree(slipway, shop, startAt));
    return { url: place.url, bookingId, milliseconds };
  } finally {
    await archive(made);
  }
}

/** Sells the seat once, and must not sell it twice. */
async function bookTheSeat(slipway: Slipway, shop: Shop, startAt: string): Promise<string> {
  const { optionId, unitId } = shop;
  const order = { optionId, startAt, unitItems: [{ unitId, quantity: 1 }] };
  const booking = await slipway.bookings.create(order);
  if (booking.status !== "CONFIRMED")
    throw new Error(`The booking ${booking.id} is ${booking.status}, not CONFIRMED.`);
  const again = await refusalOf(slipway.bookings.create(order));
  if (again !== "CAPACITY_EXHAUSTED")
    throw new Error(`A second booking of the only seat was answered ${again}.`);
  return booking.id;
}

/** The code that a call is refused with; "no refusal" when it is not. */
function refusalOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "no refusal",
    (error: unknown) => {
      if (isProblem(error)) return error.code;
      throw error;
    },
  );
}

async function untilFree(slipway: Slipway, shop: Shop, startAt: string): Promise<void> {
  const until = performance.now() + givenBackMsMax;
  while ((await placesFree(slipway, shop, startAt)) !== 1) {
    if (performance.now() > until)
      throw new Error("The seat of the cancelled booking is not free again.");
    await pause(100);
  }
}

async function expectPlaces(
  slipway: Slipway,
  shop: Shop,
  startAt: string,
  places: number,
): Promise<void> {
  const free = await placesFree(slipway, shop, startAt);
  if (free !== places)
    throw new Error(`${String(free)} places are free at ${startAt} where ${places} should be.`);
}

async function placesFree(
  slipway: Slipway,
  { optionId }: Shop,
  startAt: string,
): Promise<number | undefined> {
  const departures = await slipway.availability.list({ optionId, from: startAt, to: startAt });
  return departures[0]?.vacancies ?? undefined;
}
